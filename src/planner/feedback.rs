//! Plans for delayed feedback: short steps from the digit that changes slowest on, each of which finds its elements in
//! place, and at most what a beat holds at the end.

use super::candidates::{candidates, Candidate, KernelPreference};
use super::request::{Request, LARGE};
use crate::formula::rules::cooley_tukey;
use crate::formula::{default_kernel, is_smooth, prime_factors, Formula, Kernel, Order};
use crate::pipeline::PipelineSpec;

/// Largest radix of a step with feedback: its operators work once in as many cycles.
const LARGEST: usize = 5;

/// Steps with feedback ahead of ordinary ones, at most; of large sizes one, or all.
const MOST: usize = 4;

/// The plans of a request whose first steps, few or all, have delayed feedback; behind the step of real data the last ones.
pub(super) fn with_feedback(request: &Request) -> Vec<PipelineSpec> {
    let Request { size, width, orders, .. } = *request;
    let mut radices: Vec<usize> = prime_factors(size / width).into_iter().rev().collect();
    if !request.serves_feedback() || size % width != 0 || !is_smooth(size) || radices.is_empty() || radices[0] > LARGEST
    {
        return vec![];
    }
    let joins = request.kind.split(request.point_shape(), request.is_inverse()).is_some_and(|split| split.inverse);
    // Of the order that elements pass in: the last steps make the digits of a result that change slowest.
    let near_first = if joins { orders[1] == Order::Natural } else { orders[0] == Order::Reversed };
    let most = radices.len().min(if size > LARGE { 1 } else { MOST });
    if near_first {
        // The digit that comes first is the one that changes fastest.
        radices.reverse();
        let last = |feedback| request.spec(ended(&radices, feedback, size), feedback);
        let all = request.spec(joined(rest(width), in_line(&radices, 1)), usize::MAX);
        return (1..=most).filter(|_| joins).map(last).chain([all]).collect();
    }
    let first = |feedback| request.spec(started(&radices, feedback, size), feedback);
    let all = request.spec(in_line(&radices, width), usize::MAX);
    (1..=most).filter(|_| !joins).map(first).chain([all]).collect()
}

/// Returns the plan of a leading dimension whose steps all have delay feedback, and the number of its steps; none for lengths with a
/// large prime factor.
pub(super) fn columns(length: usize) -> Option<(Formula, usize)> {
    let radices: Vec<usize> = prime_factors(length).into_iter().rev().collect();
    let serves = is_smooth(length) && radices.first().is_some_and(|radix| *radix <= LARGEST);
    serves.then(|| (in_line(&radices, 1), radices.len()))
}

/// The best of what so many steps with feedback leave, and then these.
fn ended(radices: &[usize], last: usize, size: usize) -> Formula {
    let fed_back = &radices[radices.len() - last..];
    joined(rest(size / fed_back.iter().product::<usize>()), in_line(fed_back, 1))
}

/// So many steps with feedback, and the best of what they leave.
fn started(radices: &[usize], first: usize, size: usize) -> Formula {
    match (radices, first) {
        (_, 0) | ([], _) => rest(size),
        ([2, 2, ..], 1) => quarters(rest(size / 4)),
        ([2, 2, further @ ..], _) => quarters(started(further, first - 2, size / 4)),
        ([radix, further @ ..], _) => joined(default_kernel(*radix).into(), started(further, first - 1, size / radix)),
    }
}

/// A step for each factor of the number of beats. Twos come in pairs, between which only quarter turns are left
/// (He and Torkelson 1996).
fn in_line(radices: &[usize], width: usize) -> Formula {
    match radices {
        [] => rest(width),
        [2, 2, further @ ..] => quarters(in_line(further, width)),
        [2] if width % 2 == 0 => quarters(rest(width / 2)),
        [radix, further @ ..] => joined(default_kernel(*radix).into(), in_line(further, width)),
    }
}

/// Four times the size of a formula, by two steps of two.
fn quarters(inner: Formula) -> Formula {
    let two = Kernel::direct(2);
    joined(cooley_tukey(two, two), inner)
}

fn joined(outer: Formula, inner: Formula) -> Formula {
    match (outer, inner) {
        (Formula::Identity(1), only) | (only, Formula::Identity(1)) => only,
        (outer, inner) => cooley_tukey(outer, inner),
    }
}

/// The best by rough cost of all plans of a size.
fn rest(size: usize) -> Formula {
    let plans = candidates(size, KernelPreference::Accurate);
    let best = plans.into_iter().min_by(|a, b| a.rough_cost().total_cmp(&b.rough_cost()));
    best.map_or(Formula::Identity(size), |candidate: Candidate| candidate.formula)
}
