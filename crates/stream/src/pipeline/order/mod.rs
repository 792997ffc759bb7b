//! The order of the transforms of each step, which decides the latency of the permuters.
//!
//! The transforms of a step are independent and may come in any order. The digits of an element are its positions in
//! the transforms of the steps. An order of the digits, slowest first, is an order of transforms. A beam search
//! minimises the sum of the permuters' latencies. It tries digit orders, and orders by the arrival of elements and by
//! their deadlines.

mod arrivals;
mod candidates;
mod digit_numbers;
mod digit_orders;
mod digit_sums;
mod kept;
mod octant_runs;
mod problem;
mod real_data;
mod search;
mod state;

pub use digit_sums::DigitSums;
pub use kept::order_transforms;

use self::problem::OrderProblem;
use self::search::search;
use super::shape::Shape;
use super::Layout;
use crate::formula::Steps;
use std::ops::Range;

/// Searches what [`order_transforms`] returns.
fn searched(steps: &Steps, free: Range<usize>, shapes: &[Shape], ends: [&Layout; 2]) -> Vec<Vec<u32>> {
    let problem = OrderProblem::new(steps, free, shapes, ends);
    // Where no digit order of some step has beats that are sums over digits, sampled elements tell the beats.
    let orders = search(&problem).or_else(|| search(&problem.judged_by_sample()));
    orders.unwrap_or_else(|| unreachable!("each step has at least one candidate"))
}
