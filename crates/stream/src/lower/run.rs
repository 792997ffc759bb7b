//! The clock cycles of a frame, for netlists that are not written as expressions.

use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::{self, Builder, Named, Reg};

/// [`dsl::Run`].
pub struct Run {
    running: Net,
    /// High in these cycles.
    pub active: Net,
}

impl Run {
    /// [`dsl::Run::from`].
    pub fn from(m: &mut Module, name: impl Into<String>, start: Net) -> Self {
        Builder::over(m, |m| {
            let running = m.state(1, 0).named(&name.into());
            Run { running: running.net(), active: dsl::Run::with(m.sig(start), running).active.net() }
        })
    }

    /// [`dsl::Run::until`].
    pub fn until(self, m: &mut Module, last: Net) {
        Builder::over(m, |m| {
            Reg::of(m.sig(self.running)).next(m.sig(self.active) & !m.sig(last));
        });
    }
}
