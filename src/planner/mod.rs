//! Chooses a plan: the candidates of a size, lowered to streams and compared.

mod bound;
pub(crate) mod budget;
pub(crate) mod chains;
mod cost;
mod feedback;
mod passes;
mod prices;
pub mod row;
mod shortlist;

pub use bound::Bound;
pub use cost::Cost;
pub use prices::prices;

use crate::error::Error;
use crate::format::{Float, Format};
use crate::plan::rules::scaled;
use crate::plan::{is_smooth, Direction, Formula, Kind, Order};
use crate::stream::numeric::{Arithmetic, Scale};
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

impl Ranked {
    pub fn new(program: Program, format: &Format, terms: &Terms) -> Self {
        Ranked { cost: Cost::of(&program, format, terms), program }
    }
}

/// What is asked of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub kind: Kind,
    /// Points of the complex transform, and of a beat.
    pub size: usize,
    pub width: usize,
    pub format: Format,
    /// What comes in and goes out, where that is floating point and blocks of `format` are computed with.
    pub float: Option<Float>,
    /// How fixed point is computed with.
    pub arithmetic: &'a Arithmetic,
    pub terms: Terms,
    pub direction: Direction,
    /// Of the points that come, and of those that go.
    pub orders: [Order; 2],
    /// Most DSP blocks.
    pub max_dsp: Option<usize>,
}

/// All plans that were weighed, the best first: those for the size, or the one that is asked for.
pub fn rank(request: Request, forced: Option<Formula>) -> Result<Vec<Ranked>, Error> {
    let outlines: Vec<Outline> = match forced {
        Some(formula) => {
            let plain = request.outline(formula.clone(), 0);
            let fed_back = feedback::serves(&request).then(|| request.outline(formula, usize::MAX));
            [plain].into_iter().chain(fed_back).collect()
        }
        None => shortlist(&request),
    };
    let schedules = Schedules::new(request.terms);
    let mut ranked = match request.max_dsp {
        Some(most) => budget::within(request, &outlines, most),
        None => lower(request, &outlines, &schedules),
    }?;
    search(&request, &mut ranked, &schedules);
    Ok(ranked)
}

/// All of these plans, the best first.
pub fn joined(plans: [Vec<Ranked>; 2], terms: &Terms) -> Vec<Ranked> {
    let mut all = plans.into_iter().flatten().collect();
    sort(&mut all, terms);
    all
}

/// So many of the best plans have their schedules searched for better ones; of those through a convolution, which have twice the
/// stages, half.
const FINALISTS: usize = 2;

/// Part of its score by which they may be behind before that: up to 256 points none is chosen from further behind.
const BEHIND: usize = 32;

/// Better schedules for the best plans, and with them their order; in fixed point, where operators take as little as what
/// feeds them, there are hardly any. The best of all is thought through.
fn search(request: &Request, ranked: &mut Vec<Ranked>, schedules: &Schedules) {
    if let Format::Float(_) = request.format {
        let near = ranked.first().map_or(0, |best| best.cost.score + best.cost.score / BEHIND);
        let finalists = if is_smooth(request.size) { FINALISTS } else { FINALISTS / 2 };
        for Ranked { program, cost } in ranked.iter_mut().take(finalists).filter(|plan| plan.cost.score <= near) {
            program.search(schedules);
            *cost = Cost::of(program, &request.format, &request.terms);
        }
        sort(ranked, &request.terms);
    }
    if let Some(Ranked { program, cost }) = ranked.first_mut() {
        if program.think() {
            *cost = Cost::of(program, &request.format, &request.terms);
        }
    }
}

/// These plans as streams, the best first. Those that cannot be built are left out, unless none can.
fn lower(request: Request, outlines: &[Outline], schedules: &Schedules) -> Result<Vec<Ranked>, Error> {
    let (mut ranked, mut errors) = (Vec::<Ranked>::new(), Vec::new());
    let drafts: Vec<Program> = outlines.par_iter().map(|outline| outline.draft(schedules)).collect();
    for round in rounds(&request, drafts) {
        let best = ranked.iter().map(|plan| plan.cost.score).min();
        let all: Vec<Result<Ranked, Error>> = round
            .into_par_iter()
            .filter(|(least, _)| best.is_none_or(|best| *least <= best))
            .map(|(least, draft)| {
                let plan = one(&request, draft, schedules);
                plan.inspect(|plan| debug_assert!(least <= plan.cost.score, "{} of {least}", plan.program.plan()))
            })
            .collect();
        for plan in all {
            match plan {
                Ok(plan) => ranked.push(plan),
                Err(error) => errors.push(error),
            }
        }
    }
    sort(&mut ranked, &request.terms);
    match (ranked.is_empty(), errors.into_iter().next()) {
        (true, Some(error)) => Err(error),
        _ => Ok(ranked),
    }
}

/// Sizes above are large: lowering takes time, so that fewer plans are lowered.
const LARGE: usize = 8192;

/// So many plans of a large size, or of one that is computed through a convolution, take their permuters at a time, those
/// of the least score without first: others may do without.
const FEW: usize = 2;

/// Plans without permuters, each with the least score that it can have, to be lowered one round after the other.
fn rounds(request: &Request, drafts: Vec<Program>) -> Vec<Vec<(usize, Program)>> {
    let few = request.size <= LARGE && is_smooth(request.size);
    if few || request.terms.least_memory {
        return vec![drafts.into_iter().map(|program| (0, program)).collect()];
    }
    let least = |program: &Program| Cost::least(program, &request.format, &request.terms);
    let mut drafts: Vec<(usize, Program)> = drafts.into_iter().map(|program| (least(&program), program)).collect();
    drafts.sort_by_key(|(least, _)| *least);
    let mut rest = drafts.into_iter().peekable();
    let mut rounds = Vec::new();
    while rest.peek().is_some() {
        rounds.push(rest.by_ref().take(FEW).collect());
    }
    rounds
}

/// The best first, and each only once: not every step that may have feedback can.
fn sort(plans: &mut Vec<Ranked>, terms: &Terms) {
    let words = |cost: &Cost| if terms.least_memory { cost.words } else { 0 };
    plans.sort_by_key(|plan| (words(&plan.cost), plan.cost.score, plan.cost.latency));
    let mut known: Vec<String> = vec![];
    plans.retain(|Ranked { program, .. }| {
        let plan = program.plan();
        let new = !known.contains(&plan);
        known.push(plan);
        new
    });
}

fn one(request: &Request, draft: Program, schedules: &Schedules) -> Result<Ranked, Error> {
    let program = passes::run(draft, request, schedules)?;
    Ok(Ranked::new(program, &request.format, &request.terms))
}

/// A transform of so many samples with what shifts cannot make of a scale.
fn levelled(formula: Formula, samples: usize, scale: &Scale) -> Formula {
    match scale.level(formula.size_out(), samples) {
        Some(level) if !level.is_one() => Formula::product([level.into(), formula]),
        _ => formula,
    }
}

impl Request<'_> {
    /// Samples of a frame.
    fn samples(&self) -> usize {
        self.size * self.kind.share()
    }

    fn is_inverse(&self) -> bool {
        self.direction == Direction::Inverse
    }

    /// A formula for the size, on these conditions.
    fn outline(&self, formula: Formula, feedback: usize) -> Outline {
        let formula = match self.format {
            Format::Float(_) if self.is_inverse() => scaled(formula, self.samples()),
            Format::Float(_) => formula,
            Format::Fixed(_) if self.float.is_some() && self.is_inverse() => {
                levelled(formula, self.samples(), &Scale::Size)
            }
            Format::Fixed(_) => levelled(formula, self.samples(), &self.arithmetic.scale()),
        };
        let Request { kind, width, orders, direction, .. } = *self;
        Outline { formula, kind, feedback, apart: feedback::serves(self), width, orders, direction }
    }
}
