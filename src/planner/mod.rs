//! Chooses a plan: the candidates of a size, lowered to streams and compared.

mod bound;
mod budget;
mod cost;
mod prices;
mod shortlist;

pub use bound::Bound;
pub use cost::Cost;
pub use prices::prices;

use crate::error::Error;
use crate::format::Format;
use crate::plan::rules::scaled;
use crate::plan::Formula;
use crate::stream::schedule::Terms;
use crate::stream::Program;
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
    /// Most DSP blocks.
    pub max_dsp: Option<usize>,
}

/// All plans that were weighed, the best first: those for the size, or the one that is asked for.
pub fn rank(request: Request, forced: Option<Formula>) -> Result<Vec<Ranked>, Error> {
    let formulas = forced.map_or_else(|| shortlist(&request), |formula| vec![formula]);
    match request.max_dsp {
        Some(most) => budget::within(request, &formulas, most),
        None => Ok(lower(request, &formulas)),
    }
}

/// These plans as streams, the best first.
fn lower(request: Request, formulas: &[Formula]) -> Vec<Ranked> {
    let mut ranked: Vec<Ranked> = formulas.par_iter().map(|formula| one(&request, formula)).collect();
    sort(&mut ranked);
    ranked
}

fn sort(plans: &mut [Ranked]) {
    plans.sort_by_key(|plan| (plan.cost.score, plan.cost.latency));
}

fn one(request: &Request, formula: &Formula) -> Ranked {
    let formula = match request.inverse {
        true => scaled(formula.clone(), request.size),
        false => formula.clone(),
    };
    let program = Program::new(&formula, request.width, &request.terms, request.inverse);
    Ranked { cost: Cost::of(&program, &request.format, &request.terms), program }
}
