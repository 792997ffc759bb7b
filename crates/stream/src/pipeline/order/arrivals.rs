//! Arrival of the elements of an order, and the latency of the permuter between two orders.

use super::digit_sums::DigitSums;
use crate::vectors::in_vectors;

/// Cycles of a permuter beyond L.
const SWITCH_CYCLES: u32 = 1;

/// Elements whose delays are compared at a time.
const COMPARED: usize = 64;

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
        self.latency_within(to, u32::MAX).unwrap_or(u32::MAX)
    }

    /// Returns the latency of the permuter, or `None` if it is above `max`.
    pub fn latency_within(&self, to: &Arrivals, max: u32) -> Option<u32> {
        let latency = |delay: u32| if delay == 0 { 0 } else { delay + SWITCH_CYCLES };
        let max_delay = match (self, to) {
            (Arrivals::Sums(from), Arrivals::Sums(to)) => from.max_delay(to),
            (Arrivals::Sampled(from), Arrivals::Sampled(to)) => {
                let mut delays = from.chunks(COMPARED).zip(to.chunks(COMPARED)).map(|(from, to)| longest(from, to));
                delays.try_fold(0, |all, delay| Some(all.max(delay)).filter(|all| latency(*all) <= max))?
            }
            _ => unreachable!("one search has arrivals of one kind"),
        };
        Some(latency(max_delay)).filter(|latency| *latency <= max)
    }
}

in_vectors! {
    /// Returns the longest delay between arrivals.
    fn longest(from: &[u32], to: &[u32]) -> u32 {
        let delay = |from: u32, to: u32| if from == NEVER { 0 } else { from.saturating_sub(to) };
        from.iter().zip(to).fold(0, |max, (&from, &to)| max.max(delay(from, to)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A limit leaves out latencies above it, wherever the longest delay is, and changes no other.
    #[test]
    fn limits_leave_out_longer_latencies() {
        for at in [0, COMPARED, 5 * COMPARED / 2] {
            let mut from = vec![3; 3 * COMPARED];
            (from[at], from[7]) = (9, NEVER);
            let (from, to) = (Arrivals::Sampled(from), Arrivals::Sampled(vec![2; 3 * COMPARED]));
            let latencies = [u32::MAX, 8, 7, 0].map(|max| from.latency_within(&to, max));
            assert_eq!((from.permuter_latency(&to), latencies), (8, [Some(8), Some(8), None, None]));
        }
    }
}
