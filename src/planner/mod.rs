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
use crate::plan::rules::{levelled, scaled};
use crate::plan::Formula;
use crate::stream::numeric::{self, Arithmetic, Scale};
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
pub struct Request<'a> {
    pub size: usize,
    pub width: usize,
    pub format: Format,
    /// How fixed point is computed with.
    pub arithmetic: &'a Arithmetic,
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
        None => lower(request, &formulas),
    }
}

/// These plans as streams, the best first. Those that cannot be built are left out, unless none can.
fn lower(request: Request, formulas: &[Formula]) -> Result<Vec<Ranked>, Error> {
    let all: Vec<Result<Ranked, Error>> = formulas.par_iter().map(|formula| one(&request, formula)).collect();
    let (mut ranked, mut errors) = (Vec::new(), Vec::new());
    for plan in all {
        match plan {
            Ok(plan) => ranked.push(plan),
            Err(error) => errors.push(error),
        }
    }
    sort(&mut ranked);
    match (ranked.is_empty(), errors.into_iter().next()) {
        (true, Some(error)) => Err(error),
        _ => Ok(ranked),
    }
}

fn sort(plans: &mut [Ranked]) {
    plans.sort_by_key(|plan| (plan.cost.score, plan.cost.latency));
}

fn one(request: &Request, formula: &Formula) -> Result<Ranked, Error> {
    let Request { size, inverse, .. } = *request;
    let formula = match request.format {
        Format::Float(_) if inverse => scaled(formula.clone(), size),
        Format::Float(_) => formula.clone(),
        Format::Fixed(_) => level(formula.clone(), size, &request.arithmetic.scale()),
    };
    let mut program = Program::new(&formula, request.width, &request.terms, inverse);
    if let Format::Fixed(fixed) = request.format {
        numeric::assign(&mut program.stages, size, fixed, request.arithmetic)?;
    }
    Ok(Ranked { cost: Cost::of(&program, &request.format, &request.terms), program })
}

/// What shifts cannot make of a scale, as a factor.
fn level(formula: Formula, size: usize, scale: &Scale) -> Formula {
    let (up, root, exact) = match scale {
        Scale::Size => (numeric::bits_of_size(size), false, size.is_power_of_two()),
        Scale::Root => (numeric::bits_of_root(size), true, size.is_power_of_two() && size.ilog2() % 2 == 0),
        Scale::None | Scale::Stage | Scale::Shifts(_) => return formula,
    };
    if exact {
        formula
    } else {
        levelled(formula, up.unsigned_abs(), size, root)
    }
}
