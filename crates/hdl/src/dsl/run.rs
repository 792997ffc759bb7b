//! The clock cycles of a frame.

use super::{Builder, Named, Reg, Sig};

/// The cycles from a pulse on to the last one of a frame.
pub struct Run<'m> {
    running: Reg<'m>,
    /// High in these cycles.
    pub active: Sig<'m>,
}

impl<'m> Run<'m> {
    /// Begins with a pulse. `name`: that of the register which is high in all cycles but the first one.
    pub fn from(m: &'m Builder, name: &str, start: Sig<'m>) -> Self {
        Run::with(start, m.state(1, 0).named(name))
    }

    /// Begins with a pulse, and has `running` high in all cycles but the first one.
    pub fn with(start: Sig<'m>, running: Reg<'m>) -> Self {
        Run { running, active: start | running }
    }

    /// Ends in the cycle with `last`.
    pub fn until(self, last: Sig<'m>) {
        self.running.next(self.active & !last);
    }
}
