//! Arrival of the elements of an order, and the latency of the permuter between two orders.

use super::digit_sums::DigitSums;

/// Cycles of a permuter beyond L.
const SWITCH_CYCLES: u32 = 1;

/// Beats in which the elements arrive.
#[derive(Clone)]
pub(super) enum Arrivals {
    /// Beat of each sampled element.
    Sampled(Vec<Option<u32>>),
    /// Beats of all elements, as sums over their digits.
    Sums(DigitSums),
}

impl Arrivals {
    /// Returns the latency in cycles of the permuter from these arrivals to those of another order.
    pub fn permuter_latency(&self, to: &Arrivals) -> u32 {
        let max_delay = match (self, to) {
            (Arrivals::Sums(from), Arrivals::Sums(to)) => from.max_delay(to),
            (Arrivals::Sampled(from), Arrivals::Sampled(to)) => {
                let delays = from.iter().zip(to).filter_map(|(from, to)| Some((*from)?.saturating_sub((*to)?)));
                delays.max().unwrap_or(0)
            }
            _ => unreachable!("one search has arrivals of one kind"),
        };
        match max_delay {
            0 => 0,
            delay => delay + SWITCH_CYCLES,
        }
    }
}
