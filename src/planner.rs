//! Chooses a plan: the candidates of a size, lowered to streams and compared.

use crate::plan::rules::scaled;
use crate::plan::{candidates, Candidate, Formula};
use crate::stream::schedule::Latencies;
use crate::stream::Program;
use rayon::prelude::*;

/// A plan as a stream, and what it costs.
#[derive(Clone, Debug)]
pub struct Ranked {
    pub program: Program,
    pub cost: Cost,
}

/// Estimate of a plan's area and its latency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    pub adders: usize,
    pub multipliers: usize,
    /// Complex words of memory.
    pub words: usize,
    /// Cycles.
    pub latency: usize,
    /// Rough LUTs of the stages and memories, for the comparison only.
    pub luts: usize,
}

/// What is asked of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub size: usize,
    pub width: usize,
    pub latencies: Latencies,
    pub inverse: bool,
}

impl Cost {
    fn of(program: &Program) -> Self {
        let (adders, multipliers) = program.operators();
        let words = program.memory_words();
        let stages: usize = program.stages.iter().map(|stage| stage.schedule.area()).sum();
        let switches: usize = program.permuters.iter().map(|p| p.luts(32)).sum();
        Cost { adders, multipliers, words, latency: program.latency(), luts: stages + switches }
    }

    /// Area with latency as a price: a cycle is worth a few LUTs for each lane.
    pub fn total(&self, width: usize) -> usize {
        self.luts + self.latency * width * 12
    }
}

/// All plans that were weighed, the best first.
pub fn rank(request: Request) -> Vec<Ranked> {
    let mut found = candidates(request.size);
    found.sort_by(|a, b| a.rough().total_cmp(&b.rough()));
    found.truncate(shortlist(request.size));
    let mut ranked: Vec<Ranked> =
        found.par_iter().map(|candidate: &Candidate| one(request, &candidate.formula)).collect();
    ranked.sort_by_key(|plan| plan.cost.total(request.width));
    ranked
}

/// One plan.
pub fn one(request: Request, formula: &Formula) -> Ranked {
    let formula = match request.inverse {
        true => scaled(formula.clone(), request.size),
        false => formula.clone(),
    };
    let program = Program::new(&formula, request.width, request.latencies, request.inverse);
    Ranked { cost: Cost::of(&program), program }
}

/// Candidates that are lowered: the larger the size, the fewer.
fn shortlist(size: usize) -> usize {
    match size {
        0..=256 => 8,
        257..=2048 => 4,
        2049..=8192 => 2,
        _ => 1,
    }
}
