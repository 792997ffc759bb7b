//! Plans of few DSP blocks.
//!
//! Schedules weigh multipliers against everything else by the worth of a DSP block in LUTs. Raising this worth leads to
//! more sharing of multipliers. If that does not suffice, rotations have three products. In a core of several sizes
//! operators are busy in each beat and cannot be shared further; there, constant multipliers become sums.

use super::lower::lower;
use super::ranked::{sort, Ranked};
use super::request::{Request, SHORT};
use crate::error::Error;
use crate::pipeline::PipelineSpec;
use crate::schedule::{Rotation, ScheduleCache};

/// Values of a DSP block in LUTs that are tried beside the ordinary one.
pub const RAISED_LUTS_PER_DSP: [usize; 3] = [300, 1_500, 1_000_000];

/// Returns the plans whose schedules weigh a DSP block by any of these values. The best one by the ordinary value is
/// first. Of long frames rotations of three products are tried only where nothing else keeps the limit, so that a
/// greater limit may miss a plan that a smaller one has.
pub(super) fn weighed(request: Request, specs: &[PipelineSpec]) -> Result<Vec<Ranked>, Error> {
    let ordinary = request.schedule_model;
    let mut all: Vec<Ranked> = vec![];
    for rotation in [ordinary.rotation, Rotation::Three] {
        let serves = |plan: &Ranked| request.max_dsp.is_some_and(|max| plan.cost.blocks <= max);
        let is_tried = !all.is_empty() && rotation == ordinary.rotation;
        if is_tried || request.size > SHORT && all.iter().any(serves) {
            break;
        }
        for luts_per_dsp in [ordinary.costs.luts_per_dsp].into_iter().chain(RAISED_LUTS_PER_DSP) {
            let mut raised = request;
            raised.schedule_model.costs.luts_per_dsp = luts_per_dsp;
            raised.schedule_model.rotation = rotation;
            let plans = lower(raised, specs, &ScheduleCache::new(raised.schedule_model))?;
            all.extend(plans.into_iter().map(|plan| Ranked::new(plan.pipeline, &ordinary)));
        }
    }
    sort(&mut all, &ordinary);
    Ok(all)
}
