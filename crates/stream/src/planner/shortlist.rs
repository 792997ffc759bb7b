//! The shortlist: plans that are lowered to pipelines and compared.

use super::candidates::{candidates, Candidate, KernelPreference};
use super::feedback::with_feedback;
use super::request::{Request, LARGE};
use crate::format::Format;
use crate::formula::rules::limit_radix;
use crate::formula::{is_smooth, prime_factors, Formula, Kernel, LARGEST_FUSED};
use crate::pipeline::PipelineSpec;
use crate::schedule::Goal;

/// Returns the plans of a request that are worth lowering. Plans for the balanced goal are always among them.
pub(super) fn shortlist(request: &Request) -> Vec<PipelineSpec> {
    let accurate = candidates(request.size, KernelPreference::Accurate);
    // A convolution has two transforms of at least twice the size, so that fewer plans are lowered. In fixed point the
    // rough cost is not accurate enough for that.
    let lowered = match request.format() {
        Format::Float(_) if !is_smooth(request.size) => 4 * request.size,
        _ => request.size,
    };
    let mut found = best(&accurate, few(lowered), Candidate::rough_cost);
    if request.goal() == Goal::Latency {
        for preference in [KernelPreference::Accurate, KernelPreference::Shallow] {
            found.extend(best(&candidates(request.size, preference), several(request.size), Candidate::rough_latency));
        }
    }
    found.extend(fused(request));
    // Sums of words with shared exponents are cheap and accurate, so that plans with few multiplications are worth
    // lowering. Powers of one prime are an exception, because their many sums add latency.
    let shared = request.number.aligns_words();
    if request.max_dsp.is_some() || shared && prime_factors(request.size).windows(2).any(|two| two[0] != two[1]) {
        for preference in [KernelPreference::Accurate, KernelPreference::FewMultipliers] {
            found.extend(best(&candidates(request.size, preference), several(request.size), |c| c.muls));
        }
    }
    let ordinary = found.into_iter().map(|formula| request.spec(formula, 0));
    let mut specs: Vec<PipelineSpec> = Vec::new();
    // Large sizes have one plan of each pair, because lowering takes time.
    let both = !shared || request.size <= LARGE;
    let each = |spec: PipelineSpec| [Some(in_beats(&spec, shared)), Some(spec).filter(|_| both)];
    for spec in ordinary.chain(with_feedback(request)).flat_map(each).flatten() {
        if !specs.contains(&spec) {
            specs.push(spec);
        }
    }
    specs
}

/// Limits the radix of steps that are powers of two, so that the elements of a step are in one beat. With shared
/// exponents the radix is at most 2, because words may grow by few bits in a step.
fn in_beats(spec: &PipelineSpec, shared: bool) -> PipelineSpec {
    let max = 1 << spec.width.trailing_zeros();
    match if shared { max.min(2) } else { max } {
        1 => spec.clone(),
        max => PipelineSpec { formula: limit_radix(&spec.formula, max), ..spec.clone() },
    }
}

/// Beats of the longest frame whose transform is tried as one graph. Scheduling of a longer one takes time, and its
/// operators have large multiplexers.
const MAX_FUSED_BEATS: usize = 12;

/// Beats of the longest frame whose transform is tried as one graph for the goal latency.
const MAX_FUSED_BEATS_FOR_LATENCY: usize = 48;

/// Returns the transform as one graph, if it is worth lowering. It does not serve minimum memory, because its operands
/// are stored in delay lines.
fn fused(request: &Request) -> Option<Formula> {
    let Request { size, width, schedule_model, .. } = *request;
    let beats = match request.goal() {
        Goal::Latency => MAX_FUSED_BEATS_FOR_LATENCY,
        Goal::Area | Goal::Balanced => MAX_FUSED_BEATS,
    };
    let is_worthwhile = !schedule_model.least_memory
        && size <= LARGEST_FUSED
        && size.div_ceil(width) <= beats
        && prime_factors(size).len() > 1;
    let kernel = if size.is_power_of_two() { Kernel::direct } else { Kernel::fused };
    (is_worthwhile && is_smooth(size)).then(|| kernel(size).into())
}

/// Returns the formulas of the `count` candidates with the lowest key.
fn best(candidates: &[Candidate], count: usize, key: impl Fn(&Candidate) -> f64) -> Vec<Formula> {
    let mut sorted: Vec<&Candidate> = candidates.iter().collect();
    sorted.sort_by(|a, b| key(a).total_cmp(&key(b)));
    sorted.into_iter().take(count).map(|candidate| candidate.formula.clone()).collect()
}

/// Returns the number of plans by rough cost. It is smaller for larger sizes, because lowering takes time.
fn few(size: usize) -> usize {
    match size {
        0..=256 => 8,
        257..=2048 => 4,
        2049..=8192 => 2,
        _ => 1,
    }
}

/// Returns the number of further plans where area does not decide alone.
fn several(size: usize) -> usize {
    match size {
        0..=256 => 8,
        257..=2048 => 3,
        _ => 1,
    }
}

impl Request<'_> {
    /// Returns the goal of the search.
    pub(super) fn goal(&self) -> Goal {
        self.schedule_model.goal
    }
}
