//! Chooses a plan: the candidates of a size, lowered to streams and compared.

mod bound;
pub(crate) mod budget;
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

pub use ranked::{joined, Ranked};
pub use request::Request;

use crate::error::Error;
use crate::format::Format;
use crate::formula::{is_smooth, Formula};
use crate::pipeline::PipelineSpec;
use crate::schedule::ScheduleCache;
use lower::lower;
use ranked::sort;
use shortlist::shortlist;

/// All plans that were weighed, the best first: those for the size, or the one that is asked for.
pub fn rank(request: Request, forced: Option<Formula>) -> Result<Vec<Ranked>, Error> {
    let specs: Vec<PipelineSpec> = match forced {
        Some(formula) => {
            let plain = request.spec(formula.clone(), 0);
            let fed_back = request.serves_feedback().then(|| request.spec(formula, usize::MAX));
            [plain].into_iter().chain(fed_back).collect()
        }
        None if request.shape.has_axes() => dimensions::specs(&request),
        None => shortlist(&request),
    };
    let schedules = ScheduleCache::new(request.schedule_model);
    let mut ranked = match request.max_dsp {
        Some(most) => budget::within(request, &specs, most),
        None => lower(request, &specs, &schedules),
    }?;
    search(&request, &mut ranked, &schedules);
    Ok(ranked)
}

/// So many of the best plans have their schedules searched for better ones; of those through a convolution, which have twice the
/// stages, half.
const FINALISTS: usize = 2;

/// Part of its score by which they may be behind before that: up to 256 points none is chosen from further behind.
const SHORTLIST_SHARE: usize = 32;

/// Better schedules for the best plans, and with them their order; in fixed point, where operators take as little as what
/// feeds them, there are hardly any. The best of all is thought through.
fn search(request: &Request, ranked: &mut Vec<Ranked>, schedules: &ScheduleCache) {
    if let Format::Float(_) = request.format() {
        let near = ranked.first().map_or(0, |best| best.cost.score + best.cost.score / SHORTLIST_SHARE);
        let finalists = if is_smooth(request.size) { FINALISTS } else { FINALISTS / 2 };
        for Ranked { pipeline, cost } in ranked.iter_mut().take(finalists).filter(|plan| plan.cost.score <= near) {
            pipeline.search(schedules);
            *cost = Cost::of(pipeline, &request.schedule_model);
        }
        sort(ranked, &request.schedule_model);
    }
    if let Some(Ranked { pipeline, cost }) = ranked.first_mut() {
        if pipeline.refine_routes() {
            *cost = Cost::of(pipeline, &request.schedule_model);
        }
    }
}
