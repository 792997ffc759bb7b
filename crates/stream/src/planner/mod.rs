//! Chooses a plan: lowers the candidates of a size to pipelines and compares them.

mod bound;
pub mod budget;
mod candidates;
mod cost;
mod dimensions;
mod feedback;
mod lower;
mod passes;
mod ranked;
mod request;
mod shortlist;

pub use bound::Bound;
pub use candidates::{candidates, forced, Candidate, KernelPreference};
pub use cost::Cost;

pub use ranked::{merged, Ranked};
pub use request::{Request, SHORT};

use crate::error::Error;
use crate::format::Format;
use crate::formula::{is_smooth, Formula};
use crate::pipeline::PipelineSpec;
use crate::schedule::ScheduleCache;
use lower::lower;
use passes::share_operators;
use ranked::{sort, with_excess};
use shortlist::shortlist;

/// Returns all plans that were compared, the best first. These are plans for the size, or the `forced` one. Where DSP
/// blocks are limited, those that take more are among them.
pub fn rank(request: Request, forced: Option<Formula>) -> Result<Vec<Ranked>, Error> {
    let specs: Vec<PipelineSpec> = match forced {
        Some(formula) => {
            vec![request.spec(formula.clone(), 0), request.spec(formula, usize::MAX)]
        }
        None if request.shape.has_axes() => dimensions::specs(&request),
        None => shortlist(&request),
    };
    let schedules = ScheduleCache::new(request.schedule_model);
    let mut ranked = match request.max_dsp {
        Some(_) => budget::weighed(request, &specs),
        None => lower(request, &specs, &schedules),
    }?;
    search(&request, &mut ranked, &schedules);
    Ok(ranked)
}

/// Number of best plans whose schedules are improved by a random search. It is half for convolutions, which have twice
/// the stages.
const FINALISTS: usize = 2;

/// Searches better schedules for the best plans, and sorts the plans again. In fixed point the search is left out,
/// because operators are as cheap as their operand routes, so that it saves hardly anything. The routes of the best
/// plan are refined. Under a limit of DSP blocks all plans of short frames are improved, so that a limit does not lead
/// to a better core than a wider one.
fn search(request: &Request, ranked: &mut Vec<Ranked>, schedules: &ScheduleCache) {
    let is_within = |plan: &Ranked| request.max_dsp.is_none_or(|max| plan.cost.blocks <= max);
    let improves_all = request.max_dsp.is_some() && request.size <= SHORT;
    if let Format::Float(_) = request.format() {
        let best = ranked.iter().find(|plan| is_within(plan)).map_or(0, |best| best.cost.score);
        let near = with_excess(best);
        let finalists = if is_smooth(request.size) { FINALISTS } else { FINALISTS / 2 };
        let finalists = if improves_all { usize::MAX } else { finalists };
        for plan in ranked.iter_mut().filter(|plan| is_within(plan)).take(finalists) {
            if plan.cost.score <= near || improves_all {
                let mut searched = plan.pipeline.clone();
                searched.search(schedules);
                share_operators(&mut searched, request.pace, &request.schedule_model);
                *plan = Some(Ranked::new(searched, &request.schedule_model)).filter(is_within).unwrap_or(plan.clone());
            }
        }
        sort(ranked, &request.schedule_model);
    }
    let refined = if improves_all { usize::MAX } else { 1 };
    for Ranked { pipeline, cost } in ranked.iter_mut().filter(|plan| is_within(plan)).take(refined) {
        if pipeline.refine_routes() {
            *cost = Cost::new(pipeline, &request.schedule_model);
        }
    }
    sort(ranked, &request.schedule_model);
}
