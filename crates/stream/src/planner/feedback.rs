//! Plans with delay feedback: short steps, beginning with the digit that changes slowest, so that the elements of each
//! step are in place. The last step has at most the elements of a beat.

use super::candidates::{candidates, Candidate, KernelPreference};
use super::request::{Request, LARGE};
use crate::formula::rules::cooley_tukey;
use crate::formula::{default_kernel, is_smooth, prime_factors, Formula, Kernel, Order};
use crate::pipeline::PipelineSpec;

/// Largest radix of a step with feedback, because its operators are busy in one of `radix` cycles only.
const MAX_RADIX: usize = 5;

/// Maximum number of steps with feedback beside ordinary ones. Plans of large sizes have one, or all steps have
/// feedback.
const MAX_STEPS: usize = 4;

/// Returns the plans whose first steps, a few or all, have delay feedback. After the step of real data, and where not
/// all points come in, these are the last steps.
pub(super) fn with_feedback(request: &Request) -> Vec<PipelineSpec> {
    let Request { size, width, orders, .. } = *request;
    let mut radices: Vec<usize> = prime_factors(size / width).into_iter().rev().collect();
    if size % width != 0 || !is_smooth(size) || radices.is_empty() || radices[0] > MAX_RADIX {
        return vec![];
    }
    let joins = request.spec(Formula::Identity(size), 0).ends_in_order();
    // Whether the first steps have the digits that change fastest. The last steps produce the digits of a result that
    // change slowest.
    let fastest_first = if joins { orders[1] == Order::Natural } else { orders[0] == Order::Reversed };
    let max = radices.len().min(if size > LARGE { 1 } else { MAX_STEPS });
    if fastest_first {
        radices.reverse();
        let last = |feedback| request.spec(feedback_last(&radices, feedback, size), feedback);
        let all = request.spec(combine(best(width), all_feedback(&radices, 1)), usize::MAX);
        return (1..=max).filter(|_| joins).map(last).chain([all]).collect();
    }
    let first = |feedback| request.spec(feedback_first(&radices, feedback, size), feedback);
    let all = request.spec(all_feedback(&radices, width), usize::MAX);
    (1..=max).filter(|_| !joins).map(first).chain([all]).collect()
}

/// Returns the plan of a leading dimension whose steps all have delay feedback, and the number of its steps. `None` for
/// a length with a large prime factor.
pub(super) fn columns(length: usize) -> Option<(Formula, usize)> {
    let radices: Vec<usize> = prime_factors(length).into_iter().rev().collect();
    let serves = is_smooth(length) && radices.first().is_some_and(|radix| *radix <= MAX_RADIX);
    serves.then(|| (all_feedback(&radices, 1), radices.len()))
}

/// Returns the plan with `last` steps with feedback after the best plan of the remaining size.
fn feedback_last(radices: &[usize], last: usize, size: usize) -> Formula {
    let fed_back = &radices[radices.len() - last..];
    combine(best(size / fed_back.iter().product::<usize>()), all_feedback(fed_back, 1))
}

/// Returns the plan with `first` steps with feedback before the best plan of the remaining size.
fn feedback_first(radices: &[usize], first: usize, size: usize) -> Formula {
    match (radices, first) {
        (_, 0) | ([], _) => best(size),
        ([2, 2, ..], 1) => radix_four(best(size / 4)),
        ([2, 2, further @ ..], _) => radix_four(feedback_first(further, first - 2, size / 4)),
        ([radix, further @ ..], _) => {
            combine(default_kernel(*radix).into(), feedback_first(further, first - 1, size / radix))
        }
    }
}

/// Returns the plan with a step for each factor of the number of beats, before the best plan of a beat. Factors 2
/// come in pairs with only quarter turns between them (He and Torkelson 1996).
fn all_feedback(radices: &[usize], width: usize) -> Formula {
    match radices {
        [] => best(width),
        [2, 2, further @ ..] => radix_four(all_feedback(further, width)),
        [2] if width % 2 == 0 => radix_four(best(width / 2)),
        [radix, further @ ..] => combine(default_kernel(*radix).into(), all_feedback(further, width)),
    }
}

/// Returns a formula of four times the size of `inner`, with two steps of radix 2 before it.
fn radix_four(inner: Formula) -> Formula {
    let two = Kernel::direct(2);
    combine(cooley_tukey(two, two), inner)
}

/// Combines two formulas by Cooley-Tukey. A formula of size 1 is left out.
fn combine(outer: Formula, inner: Formula) -> Formula {
    match (outer, inner) {
        (Formula::Identity(1), only) | (only, Formula::Identity(1)) => only,
        (outer, inner) => cooley_tukey(outer, inner),
    }
}

/// Returns the plan of a size with the lowest rough cost.
fn best(size: usize) -> Formula {
    let plans = candidates(size, KernelPreference::Accurate);
    let best = plans.into_iter().min_by(|a, b| a.rough_cost().total_cmp(&b.rough_cost()));
    best.map_or(Formula::Identity(size), |candidate: Candidate| candidate.formula)
}
