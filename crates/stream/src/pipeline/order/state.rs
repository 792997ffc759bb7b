//! States of the beam search: an order of transforms for each step so far.

use super::arrivals::Arrivals;

/// An order of the transforms of a step.
#[derive(Clone)]
pub(super) struct Candidate {
    /// Digit order, slowest first, with the step's own digit last. Empty if the order is not one of digits.
    pub digits: Vec<usize>,
    /// Numbers of the transforms in their order. `None` if the digits give it.
    pub order: Option<Vec<u32>>,
}

impl Candidate {
    /// Creates an order that digits give.
    pub fn from_digits(digits: Vec<usize>) -> Self {
        Candidate { digits, order: None }
    }

    /// Creates an order that no digits give.
    pub fn from_order(order: Vec<u32>) -> Self {
        Candidate { digits: vec![], order: Some(order) }
    }
}

/// A choice of orders for the steps so far.
#[derive(Clone)]
pub(super) struct State {
    /// Sum of the latencies of the permuters, in cycles.
    pub cost: u32,
    /// Preference among states of equal cost.
    pub ties: Ties,
    /// `orders[step]`.
    pub orders: Vec<Candidate>,
    /// Arrival of the elements after the last step.
    pub arrivals: Arrivals,
}

/// Preference among states of equal cost, lowest first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ties {
    /// Lanes after steps on which octant rotations come in consecutive beats, so that one multiplier is not enough.
    pub octant_runs: u32,
    /// Sum of the squares of the permuters' latencies, because several short permuters are simpler than a long one.
    pub squared_latencies: u64,
}

impl Ties {
    /// Adds a permuter of `latency` cycles.
    pub fn with_permuter(self, latency: u32) -> Self {
        Ties { squared_latencies: self.squared_latencies + u64::from(latency).pow(2), ..self }
    }
}
