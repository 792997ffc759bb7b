//! Chooses a plan: the candidates of a size, lowered to streams and compared.

mod bound;
mod budget;
mod cost;
mod feedback;
mod prices;
mod shortlist;

pub use bound::Bound;
pub use cost::Cost;
pub use prices::prices;

use crate::error::Error;
use crate::format::Format;
use crate::plan::rules::scaled;
use crate::plan::{Formula, Order};
use crate::stream::schedule::{Schedules, Terms};
use crate::stream::{Outline, Program};
use rayon::prelude::*;
use shortlist::shortlist;

/// A plan as a stream, and what it costs.
#[derive(Clone, Debug)]
pub struct Ranked {
    pub program: Program,
    pub cost: Cost,
}

/// What is asked of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub size: usize,
    pub width: usize,
    pub format: Format,
    pub terms: Terms,
    pub inverse: bool,
    /// Of the points that come, and of those that go.
    pub orders: [Order; 2],
    /// Most DSP blocks.
    pub max_dsp: Option<usize>,
}

/// All plans that were weighed, the best first: those for the size, or the one that is asked for.
pub fn rank(request: Request, forced: Option<Formula>) -> Result<Vec<Ranked>, Error> {
    let outlines = match forced {
        Some(formula) => [0, usize::MAX].map(|feedback| request.outline(formula.clone(), feedback)).into(),
        None => shortlist(&request),
    };
    match request.max_dsp {
        Some(most) => budget::within(request, &outlines, most),
        None => Ok(lower(request, &outlines)),
    }
}

/// These plans as streams, the best first.
fn lower(request: Request, outlines: &[Outline]) -> Vec<Ranked> {
    let schedules = Schedules::new(request.terms);
    let mut ranked: Vec<Ranked> = outlines.par_iter().map(|outline| one(&request, outline, &schedules)).collect();
    sort(&mut ranked, &request.terms);
    ranked
}

/// The best first, and each only once: not every step that may have feedback can.
fn sort(plans: &mut Vec<Ranked>, terms: &Terms) {
    let words = |cost: &Cost| if terms.least_memory { cost.words } else { 0 };
    plans.sort_by_key(|plan| (words(&plan.cost), plan.cost.score, plan.cost.latency));
    let mut known: Vec<(Formula, usize)> = vec![];
    plans.retain(|Ranked { program, .. }| {
        let plan = (program.formula.clone(), program.feedback);
        let new = !known.contains(&plan);
        known.push(plan);
        new
    });
}

fn one(request: &Request, outline: &Outline, schedules: &Schedules) -> Ranked {
    let program = Program::new(outline, schedules);
    Ranked { cost: Cost::of(&program, &request.format, &request.terms), program }
}

impl Request {
    /// A formula for the size, on these conditions.
    fn outline(&self, formula: Formula, feedback: usize) -> Outline {
        let formula = if self.inverse { scaled(formula, self.size) } else { formula };
        Outline { formula, feedback, width: self.width, orders: self.orders, swap: self.inverse }
    }
}
