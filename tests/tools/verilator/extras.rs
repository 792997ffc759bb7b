//! What Verilator's grid asks of an entry beside its configuration.

use crate::support::case::{Entry, Resets};

impl Entry {
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
