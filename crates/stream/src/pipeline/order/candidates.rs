//! The orders that are tried at a step.

use super::digit_orders::digit_orders;
use super::problem::OrderProblem;
use super::real_data::real_data_orders;
use super::state::{Candidate, State};

/// Returns the orders that are tried at a step: digit orders, and orders by arrival and by deadline.
pub(super) fn candidates(problem: &OrderProblem, step: usize, beam: &[State]) -> Vec<Candidate> {
    let ranked = beam.iter().filter_map(|state| Some(state.orders.last()?.digits.as_slice()));
    let own = |digits: Vec<usize>| Candidate::from_digits(digits.into_iter().chain([step]).collect());
    let of_digits = digit_orders(problem.spans[step], step, ranked).into_iter().map(own);
    if problem.end_sums.is_some() {
        // Sums over digits judge digit orders only.
        return of_digits.collect();
    }
    let orders = real_data_orders(problem, step, beam).into_iter().chain(end_orders(problem, step));
    of_digits.chain(orders.map(Candidate::from_order)).collect()
}

/// Returns the orders of the first free step by the arrival of its elements, and of the last one by their deadlines.
fn end_orders(problem: &OrderProblem, step: usize) -> Vec<Vec<u32>> {
    let beat = |beats: &[Option<u32>], id: usize| u64::from(beats[id].unwrap_or(0));
    let (source, sink) = (&problem.source, &problem.sink);
    let mut orders = Vec::new();
    if step == problem.free.start {
        orders.push(problem.sorted(step, |g| g.iter().map(|&id| beat(source, id)).max().unwrap_or(0)));
        orders.push(problem.sorted(step, |g| g.iter().map(|&id| beat(source, id)).sum::<u64>()));
    }
    if step + 1 == problem.free.end {
        orders.push(problem.sorted(step, |g| g.iter().map(|&id| beat(sink, id)).min().unwrap_or(0)));
        orders.push(problem.sorted(step, |g| g.iter().map(|&id| beat(sink, id)).sum::<u64>()));
    }
    orders
}
