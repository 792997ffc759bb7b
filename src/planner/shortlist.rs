//! The plans that are lowered to streams to be weighed.

use super::candidates::{candidates, Candidate, KernelPreference};
use super::feedback::with_feedback;
use super::request::{Request, LARGE};
use crate::format::Format;
use crate::formula::rules::limit_radix;
use crate::formula::{is_smooth, prime_factors, Formula, Kernel, LARGEST_FUSED};
use crate::pipeline::PipelineSpec;
use crate::schedule::Goal;

/// The plans of a request that are worth lowering. Those of the balanced goal are always among them.
pub(super) fn shortlist(request: &Request) -> Vec<PipelineSpec> {
    let accurate = candidates(request.size, KernelPreference::Accurate);
    // A convolution takes two transforms of twice the size. In fixed point the rough cost says too little to choose by.
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
    // Sums of words that share exponents take little, and lose little; but of a prime alone their number is its latency.
    let shared = request.number.aligns_words();
    if request.max_dsp.is_some() || shared && prime_factors(request.size).windows(2).any(|two| two[0] != two[1]) {
        for preference in [KernelPreference::Accurate, KernelPreference::FewMultipliers] {
            found.extend(best(&candidates(request.size, preference), several(request.size), |c| c.muls));
        }
    }
    let ordinary = found.into_iter().map(|formula| request.spec(formula, 0));
    let mut specs: Vec<PipelineSpec> = Vec::new();
    // Operators with feedback rest half of the time or more: that is no way to the least area.
    let fed_back = match request.goal() {
        Goal::Area if !request.schedule_model.least_memory => vec![],
        _ => with_feedback(request),
    };
    // Of large sizes only that: lowering takes time.
    let both = !shared || request.size <= LARGE;
    let each = |spec: PipelineSpec| [Some(in_beats(&spec, shared)), Some(spec).filter(|_| both)];
    for spec in ordinary.chain(fed_back).flat_map(each).flatten() {
        if !specs.contains(&spec) {
            specs.push(spec);
        }
    }
    specs
}

/// The same, with the elements of each step in one beat where they are powers of two and that holds them. Words that share
/// exponents may grow by so little in a step that it is one of two.
fn in_beats(spec: &PipelineSpec, shared: bool) -> PipelineSpec {
    let most = 1 << spec.width.trailing_zeros();
    match if shared { most.min(2) } else { most } {
        1 => spec.clone(),
        most => PipelineSpec { formula: limit_radix(&spec.formula, most), ..spec.clone() },
    }
}

/// Most beats of a frame whose transform is weighed as one graph: scheduling takes time, and operators that serve
/// many beats large multiplexers.
const MOST_BEATS: usize = 12;

/// The same where latency is all that counts.
const MOST_BEATS_FOR_LATENCY: usize = 48;

/// The transform as one graph. Within it words wait in the operators' delay lines, which are memory by another name.
fn fused(request: &Request) -> Option<Formula> {
    let Request { size, width, schedule_model, .. } = *request;
    let beats = match request.goal() {
        Goal::Latency => MOST_BEATS_FOR_LATENCY,
        Goal::Area | Goal::Balanced => MOST_BEATS,
    };
    let worth = !schedule_model.least_memory
        && size <= LARGEST_FUSED
        && size.div_ceil(width) <= beats
        && prime_factors(size).len() > 1;
    let kernel = if size.is_power_of_two() { Kernel::direct } else { Kernel::fused };
    (worth && is_smooth(size)).then(|| kernel(size).into())
}

fn best(candidates: &[Candidate], count: usize, key: impl Fn(&Candidate) -> f64) -> Vec<Formula> {
    let mut sorted: Vec<&Candidate> = candidates.iter().collect();
    sorted.sort_by(|a, b| key(a).total_cmp(&key(b)));
    sorted.into_iter().take(count).map(|candidate| candidate.formula.clone()).collect()
}

/// The larger the size, the fewer: lowering takes time.
fn few(size: usize) -> usize {
    match size {
        0..=256 => 8,
        257..=2048 => 4,
        2049..=8192 => 2,
        _ => 1,
    }
}

/// So many more where area does not decide alone.
fn several(size: usize) -> usize {
    match size {
        0..=256 => 8,
        257..=2048 => 3,
        _ => 1,
    }
}

impl Request<'_> {
    pub(super) fn goal(&self) -> Goal {
        self.schedule_model.goal
    }
}
