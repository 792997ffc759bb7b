//! Counters of nets, for netlists that are not written as expressions.

use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::{Builder, Reg};

/// [`Reg::step_on`].
pub fn step_on(m: &mut Module, count: Net, step: Net, values: usize) -> Net {
    Builder::over(m, |m| Reg::of(m.sig(count)).step_on(m.sig(step), values).net())
}

/// [`Sig::advance`](fftgen_hdl::dsl::Sig::advance).
pub fn advance(m: &mut Module, count: Net, step: Net, clear: Net) -> Net {
    Builder::over(m, |m| m.sig(count).advance(m.sig(step), m.sig(clear)).net())
}
