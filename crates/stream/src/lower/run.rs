//! The clock cycles of a frame.

use crate::rtl::{Module, Net};

/// The cycles from a pulse on to the last one of a frame.
pub struct Run {
    running: Net,
    /// High in these cycles.
    pub active: Net,
}

impl Run {
    /// Begins with a pulse. `name`: that of the register which is high in all cycles but the first one.
    pub fn from(m: &mut Module, name: impl Into<String>, start: Net) -> Self {
        let running = m.state(1, Some(0));
        m.name(running, name);
        Run::with(m, start, running)
    }

    /// Begins with a pulse, and has `running` high in all cycles but the first one.
    pub fn with(m: &mut Module, start: Net, running: Net) -> Self {
        Run { running, active: m.or(start, running) }
    }

    /// Ends in the cycle with `last`.
    pub fn until(self, m: &mut Module, last: Net) {
        let more = m.not(last);
        let next = m.and(self.active, more);
        m.drive(self.running, next);
    }
}
