//! Plans within a number of DSP blocks.
//!
//! Schedules weigh multipliers against all else by the price of their DSP blocks. What keeps to a budget is found
//! by raising that price, until multipliers are shared as far as they can be, and where that does not do by rotations
//! of three products.

use super::{lower, sort, Cost, Ranked, Request};
use crate::error::Error;
use crate::plan::Kind;
use crate::stream::schedule::Rotation;
use crate::stream::Outline;

/// Prices of a DSP block in LUTs that are tried beside the ordinary one.
const DEARER: [usize; 3] = [300, 1_500, 1_000_000];

/// The plans with at most `most` DSP blocks, the best first by the ordinary price.
pub(super) fn within(request: Request, outlines: &[Outline], most: usize) -> Result<Vec<Ranked>, Error> {
    let mut kept = Vec::new();
    let mut fewest: Option<Cost> = None;
    let ordinary = request.terms.prices.block;
    let tried = |rotation| [ordinary].into_iter().chain(DEARER).map(move |block| (rotation, block));
    for (rotation, block) in tried(request.terms.rotation).chain(tried(Rotation::Three)) {
        if rotation != request.terms.rotation && !kept.is_empty() {
            break;
        }
        let mut dear = request;
        dear.terms.prices.block = block;
        dear.terms.rotation = rotation;
        for Ranked { program, .. } in lower(dear, outlines)? {
            let cost = Cost::of(&program, &request.format, &request.terms);
            fewest = fewest.into_iter().chain([cost]).min_by_key(|cost| cost.blocks);
            if cost.blocks <= most {
                kept.push(Ranked { program, cost });
            }
        }
    }
    sort(&mut kept, &request.terms);
    match kept.is_empty() {
        false => Ok(kept),
        true => Err(unreachable_budget(&request, most, fewest.map_or(0, |cost| cost.blocks))),
    }
}

fn unreachable_budget(request: &Request, most: usize, fewest: usize) -> Error {
    let Request { kind, width, format, .. } = request;
    let (size, width) = (request.samples(), width * kind.share());
    let what = if *kind == Kind::Complex { "points" } else { "samples" };
    Error::Unsupported(format!(
        "max-dsp {most} is too few: {size} {what}, {width} a cycle, in {} take at least {fewest} DSP blocks; \
         try --max-dsp {fewest}, fewer {what} a cycle, or --nodsp",
        format.name()
    ))
}
