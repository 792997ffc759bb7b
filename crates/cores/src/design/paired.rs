//! Cores of mirrored pairs: the smallest one that is fast enough.

use super::mac::MAX_CYCLES;
use super::{Config, Design};
use crate::arch::paired::{self, PairedCore, PairedSplit};
use crate::arch::Estimated;
use crate::format::Format;
use crate::formula::Kind;
use crate::number::Datapath;
use crate::schedule::ScheduleCache;

/// A core of mirrored pairs with its estimate.
pub type PairedChoice = Estimated<PairedCore>;

impl Design {
    /// Plans the cores of mirrored pairs of a configuration, the fastest first.
    pub fn pairs(config: &Config) -> Vec<PairedChoice> {
        let Some(config) = config.in_pairs() else { return vec![] };
        let split = PairedSplit::new(config.points());
        // About so many clock cycles are those of the products.
        if split.rear < 2 || split.points().saturating_mul(split.rear) > MAX_CYCLES {
            return vec![];
        }
        let (number, model) = (config.number(), config.schedule_model());
        let schedules = ScheduleCache::new(model);
        let choice = |parts: usize| {
            let format = (config.format, &config.fitted());
            let core = PairedCore::new((split, parts), config.direction(), &*number, format, &schedules).ok()?;
            Some(paired::estimated(core, &schedules.model))
        };
        let is_possible = |choice: &PairedChoice| choice.core.timing().interval <= MAX_CYCLES;
        let parts = if split.front > 1 { 1..=2 } else { 1..=1 };
        parts.rev().filter_map(choice).filter(is_possible).collect()
    }
}

impl Config {
    /// Returns the configuration in the words of a core of mirrored pairs. `None` if no such core serves.
    fn in_pairs(&self) -> Option<Self> {
        let is_plain = self.kind == Kind::Complex && self.runtime.sizes.is_empty() && self.kernels.is_none();
        if self.streams_because().is_some() || !is_plain || self.lanes() > 1 {
            return None;
        }
        match self.format {
            Format::Fixed(_) => {
                let is_whole = !matches!(self.datapath, Some(Datapath::Block(_))) && !self.has_block_exponents();
                is_whole.then(|| self.clone())
            }
            Format::Float(_) => match self.datapath {
                Some(Datapath::Shared(_)) => Some(self.clone()),
                _ => self.shared_for_pairs(),
            },
        }
    }
}
