//! The comparison of permuters.

use super::cost::SwitchCost;
use super::permuter::Permuter;

/// The cheapest permuter so far, one at a time, because tables of long frames take much memory.
pub(super) struct Cheapest {
    /// Bound on the words.
    max_words: usize,
    /// Words beyond the bound and cost of the permuter, and the permuter.
    best: Option<((usize, usize), Permuter)>,
}

impl Cheapest {
    /// Nothing yet. `max_words`: bound on the words.
    pub fn new(max_words: usize) -> Self {
        Cheapest { max_words, best: None }
    }

    /// The permuter.
    pub fn permuter(self) -> Option<Permuter> {
        self.best.map(|(_, permuter)| permuter)
    }

    /// Compares a permuter with the best one before it.
    pub fn offer(&mut self, permuter: Permuter) {
        let switches = permuter.switch_cost();
        self.offer_of_switches(permuter, switches);
    }

    /// Compares a permuter whose switches have a known cost.
    pub fn offer_of_switches(&mut self, permuter: Permuter, switches: SwitchCost) {
        let key = permuter.cost(switches, self.max_words);
        if self.best.as_ref().is_none_or(|(best, _)| key < *best) {
            self.best = Some((key, permuter));
        }
    }

    /// Whether a permuter may be the cheapest that costs at least as much as this one, whose switches have a known cost.
    pub fn admits(&self, least: &Permuter, switches: SwitchCost) -> bool {
        self.best.as_ref().is_none_or(|(best, _)| least.cost(switches, self.max_words) < *best)
    }
}
