//! When the elements of an arrangement come: each that is looked at, or by what their digits add.

use super::digits::Sums;

/// Cycles that a permuter takes beyond L.
const PERMUTER: u32 = 1;

/// When elements come.
#[derive(Clone)]
pub(super) enum Arrivals {
    /// The beat of each sampled one.
    Sampled(Vec<Option<u32>>),
    Sums(Sums),
}

impl Arrivals {
    /// Latency of the permuter between these elements and another arrangement of them.
    pub fn wait(&self, to: &Arrivals) -> u32 {
        let longest = match (self, to) {
            (Arrivals::Sums(from), Arrivals::Sums(to)) => from.longest(to),
            (Arrivals::Sampled(from), Arrivals::Sampled(to)) => {
                let waits = from.iter().zip(to).filter_map(|(from, to)| Some((*from)?.saturating_sub((*to)?)));
                waits.max().unwrap_or(0)
            }
            _ => unreachable!("all beats are told in one way"),
        };
        match longest {
            0 => 0,
            wait => wait + PERMUTER,
        }
    }
}
