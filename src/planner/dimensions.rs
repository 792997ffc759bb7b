//! Plans of frames of several dimensions or channels: the tensor product of a plan for each dimension, without twiddle factors between them,
//! and of the identity for the channels.
//!
//! Steps of leading dimensions can have delay feedback, which needs no permuter. The elements of a column have a
//! distance of one row, so that delay lines of whole rows suffice.

use super::candidates::{candidates, Candidate, KernelPreference};
use super::feedback::columns;
use super::request::{Request, LARGE};
use crate::formula::Formula;
use crate::pipeline::PipelineSpec;

/// Number of plans of a dimension that are combined with plans of other dimensions. Large frames have one, because
/// lowering takes time.
const PER_DIMENSION: usize = 3;

/// Returns the plans of a frame of several dimensions that are worth lowering.
pub(super) fn specs(request: &Request) -> Vec<PipelineSpec> {
    let shape = request.point_shape();
    let lengths: Vec<usize> = shape.dimensions().iter().copied().filter(|length| *length > 1).collect();
    let channels = (shape.channels() > 1).then_some(Formula::Identity(shape.channels()));
    let plans: Vec<Vec<Formula>> = lengths.iter().map(|&length| best(length)).collect();
    let ranks = if request.size > LARGE { 1 } else { PER_DIMENSION };
    let mut found: Vec<PipelineSpec> = (0..ranks)
        .map(|rank| {
            let ranked = plans.iter().map(|plans| plans[rank.min(plans.len() - 1)].clone());
            request.spec(product(ranked.chain(channels.clone())), 0)
        })
        .collect();
    if request.serves_feedback() {
        // What is contiguous shares beats: the channels, or else the last dimension.
        let last = lengths.len() + usize::from(channels.is_some());
        for leading in 1..last {
            let fed_back: Option<Vec<(Formula, usize)>> = lengths[..leading].iter().map(|&n| columns(n)).collect();
            let Some(fed_back) = fed_back else { break };
            let steps = fed_back.iter().map(|(_, steps)| steps).sum();
            let columns: Vec<Formula> = fed_back.into_iter().map(|(plan, _)| plan).collect();
            for rank in 0..ranks {
                let rows = plans[leading..].iter().map(|plans| plans[rank.min(plans.len() - 1)].clone());
                found.push(request.spec(product(columns.iter().cloned().chain(rows).chain(channels.clone())), steps));
            }
        }
    }
    found.dedup();
    found
}

/// Returns the best plans of a length by their rough cost.
fn best(length: usize) -> Vec<Formula> {
    let mut plans = candidates(length, KernelPreference::Accurate);
    plans.sort_by(|a, b| a.rough_cost().total_cmp(&b.rough_cost()));
    plans.into_iter().take(PER_DIMENSION).map(|candidate: Candidate| candidate.formula).collect()
}

/// Returns the tensor product of the plans of all dimensions.
fn product(plans: impl IntoIterator<Item = Formula>) -> Formula {
    plans.into_iter().reduce(Formula::tensor).unwrap_or(Formula::Identity(1))
}
