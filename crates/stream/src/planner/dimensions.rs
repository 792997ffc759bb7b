//! Plans of frames of several dimensions or channels: the tensor product of a plan for each dimension, without twiddle
//! factors between them, and of the identity for the channels.
//!
//! Steps of leading dimensions can have delay feedback, which needs no permuter. The elements of a column have a
//! distance of one row, so that delay lines of whole rows suffice.

use super::candidates::{candidates, Candidate, KernelPreference};
use super::feedback::columns;
use super::request::{Request, LARGE};
use crate::formula::Formula;
use crate::pipeline::{PipelineSpec, SupportedPoints};

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
    // Of few points that come in, the rows have the most zeros: they are transformed first.
    let has_few_inputs = request.support.is_some() && !request.is_inverse();
    let product = if has_few_inputs { rows_first } else { columns_first };
    let mut found: Vec<PipelineSpec> = (0..ranks)
        .map(|rank| {
            let ranked = plans.iter().map(|plans| plans[rank.min(plans.len() - 1)].clone());
            request.spec(product(ranked.chain(channels.clone()).collect()), 0)
        })
        .collect();
    // What is contiguous shares beats: the channels, or else the last dimension.
    let last = lengths.len() + usize::from(channels.is_some());
    for leading in 1..last {
        let fed_back: Option<Vec<(Formula, usize)>> = lengths[..leading].iter().map(|&n| columns(n)).collect();
        let Some(fed_back) = fed_back else { break };
        let steps = fed_back.iter().map(|(_, steps)| steps).sum();
        let columns: Vec<Formula> = fed_back.into_iter().map(|(plan, _)| plan).collect();
        for rank in 0..ranks {
            let rows = plans[leading..].iter().map(|plans| plans[rank.min(plans.len() - 1)].clone());
            let all = columns.iter().cloned().chain(rows).chain(channels.clone());
            found.push(request.spec(product(all.collect()), steps));
        }
    }
    found.dedup();
    let whole_lines: Vec<PipelineSpec> = found.iter().filter_map(with_whole_lines).collect();
    found.into_iter().chain(whole_lines).collect()
}

/// Returns a plan for a support with whole lines in place of groups.
fn with_whole_lines(spec: &PipelineSpec) -> Option<PipelineSpec> {
    let support = SupportedPoints { whole_lines: true, ..spec.support.clone()? };
    Some(PipelineSpec { support: Some(support), ..spec.clone() })
}

/// Returns the best plans of a length by their rough cost.
fn best(length: usize) -> Vec<Formula> {
    let mut plans = candidates(length, KernelPreference::Accurate);
    plans.sort_by(|a, b| a.rough_cost().total_cmp(&b.rough_cost()));
    plans.into_iter().take(PER_DIMENSION).map(|candidate: Candidate| candidate.formula).collect()
}

/// Returns the tensor product of the plans of all dimensions, which transforms the first dimension first.
fn columns_first(plans: Vec<Formula>) -> Formula {
    plans.into_iter().reduce(Formula::tensor).unwrap_or(Formula::Identity(1))
}

/// Returns the tensor product of the plans of all dimensions as a product that transforms the last dimension first.
fn rows_first(plans: Vec<Formula>) -> Formula {
    let lengths: Vec<usize> = plans.iter().map(Formula::size_out).collect();
    if lengths.is_empty() {
        return Formula::Identity(1);
    }
    let along = |(dimension, plan): (usize, Formula)| {
        let [ahead, behind] = [&lengths[..dimension], &lengths[dimension + 1..]].map(|some| some.iter().product());
        let sides = [Formula::Identity(ahead), plan, Formula::Identity(behind)];
        columns_first(sides.into_iter().filter(|side| *side != Formula::Identity(1)).collect())
    };
    Formula::product(plans.into_iter().enumerate().map(along))
}
