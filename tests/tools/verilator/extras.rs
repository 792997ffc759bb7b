//! What Verilator's grid asks of an entry beside its configuration.

use crate::support::case::{Entry, Resets, Scaling};

impl Scaling {
    /// Whether some input comes to be too large.
    pub fn overflows(self) -> bool {
        !matches!(self, Scaling::None | Scaling::Block)
    }
}

impl Entry {
    /// Words of so many bits, by Verilator alone.
    pub fn fixed(size: usize, width: usize, word: u32, scale: Scaling) -> Self {
        let mut entry = Entry::default();
        (entry.size, entry.width, entry.precision) = (size, width, format!("fixed{word}"));
        (entry.scale, entry.alone) = (scale, true);
        entry
    }

    /// Returns the core for a family.
    pub fn on(mut self, target: &str) -> Self {
        self.target = Some(target.into());
        self
    }

    /// Whether it has ports that the driver does not know, or bears no pauses, which the driver makes.
    pub fn has_other_ports(&self) -> bool {
        self.reset != Resets::Rst || self.resync || self.tkeep || self.last_row || self.flows
    }
}
