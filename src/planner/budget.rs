//! Plans within a number of DSP blocks.
//!
//! Schedules weigh multipliers against everything else by the worth of a DSP block in LUTs. Raising this worth leads to
//! more sharing of multipliers. If that does not suffice, rotations have three products. In a core of several sizes
//! operators are busy in each beat and cannot be shared further; there, constant multipliers become sums.

use super::lower::lower;
use super::ranked::{sort, Ranked};
use super::request::Request;
use super::Cost;
use crate::error::Error;
use crate::formula::Kind;
use crate::pipeline::PipelineSpec;
use crate::schedule::{Rotation, ScheduleCache};

/// Values of a DSP block in LUTs that are tried beside the ordinary one.
pub(crate) const RAISED_LUTS_PER_DSP: [usize; 3] = [300, 1_500, 1_000_000];

/// Returns the plans with at most `max_dsp` DSP blocks. The best one by the ordinary worth of a DSP block is first.
pub(super) fn within(request: Request, specs: &[PipelineSpec], max_dsp: usize) -> Result<Vec<Ranked>, Error> {
    let mut kept = Vec::new();
    let mut fewest: Option<Cost> = None;
    let ordinary = request.schedule_model.costs.luts_per_dsp;
    let tried = |rotation| [ordinary].into_iter().chain(RAISED_LUTS_PER_DSP).map(move |luts| (rotation, luts));
    for (rotation, luts_per_dsp) in tried(request.schedule_model.rotation).chain(tried(Rotation::Three)) {
        if rotation != request.schedule_model.rotation && !kept.is_empty() {
            break;
        }
        let mut raised = request;
        raised.schedule_model.costs.luts_per_dsp = luts_per_dsp;
        raised.schedule_model.rotation = rotation;
        for Ranked { pipeline, .. } in lower(raised, specs, &ScheduleCache::new(raised.schedule_model))? {
            let cost = Cost::new(&pipeline, &request.schedule_model);
            fewest = fewest.into_iter().chain([cost]).min_by_key(|cost| cost.blocks);
            if cost.blocks <= max_dsp {
                kept.push(Ranked { pipeline, cost });
            }
        }
    }
    sort(&mut kept, &request.schedule_model);
    match kept.is_empty() {
        false => Ok(kept),
        true => {
            let (size, width) = (request.samples(), request.width * request.kind.share());
            let points = if request.kind == Kind::Complex { "points" } else { "samples" };
            let (what, less) = (format!("{size} {points}, {width}"), format!(" fewer {points} a cycle,"));
            let fewest = fewest.map_or(0, |cost| cost.blocks);
            Err(Error::TooFewBlocks { max_dsp, what, format: request.format().name(), fewest, less })
        }
    }
}
