//! Arrival of the elements of an order, and the latency of the permuter between two orders.

use super::digit_sums::DigitSums;

/// Cycles of a permuter beyond L.
const SWITCH_CYCLES: u32 = 1;

/// Beat of an element that does not pass.
pub(super) const NEVER: u32 = u32::MAX;

/// Beats in which the elements arrive.
#[derive(Clone)]
pub(super) enum Arrivals {
    /// Beat of each sampled element, or [`NEVER`].
    Sampled(Vec<u32>),
    /// Beats of all elements, as sums over their digits.
    Sums(DigitSums),
}

impl Arrivals {
    /// Returns the latency in cycles of the permuter from these arrivals to those of another order.
    pub fn permuter_latency(&self, to: &Arrivals) -> u32 {
        let max_delay = match (self, to) {
            (Arrivals::Sums(from), Arrivals::Sums(to)) => from.max_delay(to),
            (Arrivals::Sampled(from), Arrivals::Sampled(to)) => {
                let delay = |from: u32, to: u32| if from == NEVER { 0 } else { from.saturating_sub(to) };
                from.iter().zip(to).fold(0, |max, (&from, &to)| max.max(delay(from, to)))
            }
            _ => unreachable!("one search has arrivals of one kind"),
        };
        match max_delay {
            0 => 0,
            delay => delay + SWITCH_CYCLES,
        }
    }
}
