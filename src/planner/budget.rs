//! Plans within a number of DSP blocks.
//!
//! Schedules weigh multipliers against all else by the price of their DSP blocks. What keeps to a budget is found
//! by raising that price, until multipliers are shared as far as they can be, and where that does not do by rotations
//! of three products. Several sizes share operators that work in each beat: there it is constants that become sums.

use super::lower::lower;
use super::ranked::{sort, Ranked};
use super::request::Request;
use super::Cost;
use crate::error::Error;
use crate::format::Format;
use crate::formula::Kind;
use crate::pipeline::PipelineSpec;
use crate::schedule::{Rotation, ScheduleCache};

/// prices of a DSP block in LUTs that are tried beside the ordinary one.
pub(crate) const DEARER: [usize; 3] = [300, 1_500, 1_000_000];

/// The plans with at most `most` DSP blocks, the best first by the ordinary price.
pub(super) fn within(request: Request, specs: &[PipelineSpec], most: usize) -> Result<Vec<Ranked>, Error> {
    let mut kept = Vec::new();
    let mut fewest: Option<Cost> = None;
    let ordinary = request.schedule_model.costs.luts_per_dsp;
    let tried = |rotation| [ordinary].into_iter().chain(DEARER).map(move |block| (rotation, block));
    for (rotation, block) in tried(request.schedule_model.rotation).chain(tried(Rotation::Three)) {
        if rotation != request.schedule_model.rotation && !kept.is_empty() {
            break;
        }
        let mut dear = request;
        dear.schedule_model.costs.luts_per_dsp = block;
        dear.schedule_model.rotation = rotation;
        for Ranked { pipeline, .. } in lower(dear, specs, &ScheduleCache::new(dear.schedule_model))? {
            let cost = Cost::of(&pipeline, &request.schedule_model);
            fewest = fewest.into_iter().chain([cost]).min_by_key(|cost| cost.blocks);
            if cost.blocks <= most {
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
            Err(too_few(most, &what, &request.format(), fewest.map_or(0, |cost| cost.blocks), &less))
        }
    }
}

/// What cannot be done with so few blocks: `what` of the core in so many at the least. `less`: what else would help.
pub(crate) fn too_few(most: usize, what: &str, format: &Format, fewest: usize, less: &str) -> Error {
    let format = format.name();
    Error::Unsupported(format!(
        "max-dsp {most} is too few: {what} a cycle, in {format} take at least {fewest} DSP blocks; try --max-dsp {fewest},{less} or \
         --nodsp",
    ))
}
