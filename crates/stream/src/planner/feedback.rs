//! Plans with delay feedback: short steps, beginning with the digit that changes slowest, so that the elements of each
//! step are in place. The last step has at most the elements of a beat. Points in reversed order pass the same steps in
//! the opposite order.

use super::candidates::{candidates, Candidate, KernelPreference};
use super::request::{Request, LARGE};
use crate::formula::rules::{cooley_tukey, in_time};
use crate::formula::{default_kernel, is_smooth, prime_factors, Formula, Kernel, Order};
use crate::pipeline::PipelineSpec;

/// Largest radix of a step with feedback, because its operators are busy in one of `radix` cycles only.
const MAX_RADIX: usize = 5;

/// Maximum number of steps with feedback beside ordinary ones. Plans of large sizes have one, those of very large ones
/// none, or all steps have feedback.
const MAX_STEPS: usize = 4;

/// Largest size, in points, of plans with both kinds of steps: a draft of a longer one takes seconds.
const MAX_MIXED: usize = 1 << 16;

/// Returns the plans whose first steps, a few or all, have delay feedback. After the step of real data, and where not
/// all points come in, these are the last steps.
pub(super) fn with_feedback(request: &Request) -> Vec<PipelineSpec> {
    let Request { size, width, orders, .. } = *request;
    let mut radices: Vec<usize> = prime_factors(size / width).into_iter().rev().collect();
    if size % width != 0 || !is_smooth(size) || radices.is_empty() || radices[0] > MAX_RADIX {
        return vec![];
    }
    let joins = request.spec(Formula::Identity(size), 0).ends_in_order();
    if !joins && orders[0] == Order::Reversed {
        // Factors of many roots are in the last steps, where they come in the order of the results, as a counter makes
        // them.
        return vec![request.spec(all_feedback(in_time, &radices, width), usize::MAX)];
    }
    let limits = [(LARGE, MAX_STEPS), (MAX_MIXED, 1)];
    let limit = limits.into_iter().find(|(most, _)| size <= *most).map_or(0, |(_, steps)| steps);
    let max = radices.len().min(limit);
    // The last steps produce the digits of a result that change slowest, so that the first steps have the digits that
    // change fastest.
    if joins && orders[1] == Order::Natural {
        radices.reverse();
        let last = |feedback| request.spec(feedback_last(&radices, feedback, size), feedback);
        let all = request.spec(combine(cooley_tukey, best(width), all_feedback(cooley_tukey, &radices, 1)), usize::MAX);
        return (1..=max).map(last).chain([all]).collect();
    }
    let first = |feedback| request.spec(feedback_first(&radices, feedback, size), feedback);
    let all = request.spec(all_feedback(cooley_tukey, &radices, width), usize::MAX);
    (1..=max).filter(|_| !joins).map(first).chain([all]).collect()
}

/// Returns the plan of a leading dimension whose steps all have delay feedback, and the number of its steps. `None` for
/// a length with a large prime factor.
pub(super) fn columns(length: usize) -> Option<(Formula, usize)> {
    let radices: Vec<usize> = prime_factors(length).into_iter().rev().collect();
    let serves = is_smooth(length) && radices.first().is_some_and(|radix| *radix <= MAX_RADIX);
    serves.then(|| (all_feedback(cooley_tukey, &radices, 1), radices.len()))
}

/// Returns the plan with `last` steps with feedback after the best plan of the remaining size.
fn feedback_last(radices: &[usize], last: usize, size: usize) -> Formula {
    let fed_back = &radices[radices.len() - last..];
    combine(cooley_tukey, best(size / fed_back.iter().product::<usize>()), all_feedback(cooley_tukey, fed_back, 1))
}

/// Returns the plan with `first` steps with feedback before the best plan of the remaining size.
fn feedback_first(radices: &[usize], first: usize, size: usize) -> Formula {
    match (radices, first) {
        (_, 0) | ([], _) => best(size),
        ([2, 2, ..], 1) => radix_four(cooley_tukey, best(size / 4)),
        ([2, 2, further @ ..], _) => radix_four(cooley_tukey, feedback_first(further, first - 2, size / 4)),
        ([radix, further @ ..], _) => {
            combine(cooley_tukey, default_kernel(*radix).into(), feedback_first(further, first - 1, size / radix))
        }
    }
}

/// Rule that factors a transform of the product of two sizes: [`cooley_tukey`] computes the first one first, and
/// [`in_time`] the second one.
type Rule = fn(Formula, Formula) -> Formula;

/// Returns the plan with a step for each factor of the number of beats, before the best plan of a beat, or after it
/// where the rule is [`in_time`]. Factors 2 come in pairs with only quarter turns between them (He and Torkelson 1996).
fn all_feedback(rule: Rule, radices: &[usize], width: usize) -> Formula {
    match radices {
        [] => best(width),
        [2, 2, further @ ..] => radix_four(rule, all_feedback(rule, further, width)),
        [2] if width % 2 == 0 => radix_four(rule, best(width / 2)),
        [radix, further @ ..] => combine(rule, default_kernel(*radix).into(), all_feedback(rule, further, width)),
    }
}

/// Returns a formula of four times the size of `inner`, with two steps of radix 2 before it, or after it.
fn radix_four(rule: Rule, inner: Formula) -> Formula {
    let two = || Kernel::direct(2).into();
    combine(rule, rule(two(), two()), inner)
}

/// Combines two formulas by a rule. A formula of size 1 is left out.
fn combine(rule: Rule, outer: Formula, inner: Formula) -> Formula {
    match (outer, inner) {
        (Formula::Identity(1), only) | (only, Formula::Identity(1)) => only,
        (outer, inner) => rule(outer, inner),
    }
}

/// Returns the plan of a size with the lowest rough cost.
fn best(size: usize) -> Formula {
    let plans = candidates(size, KernelPreference::Accurate);
    let best = plans.into_iter().min_by(|a, b| a.rough_cost().total_cmp(&b.rough_cost()));
    best.map_or(Formula::Identity(size), |candidate: Candidate| candidate.formula)
}
