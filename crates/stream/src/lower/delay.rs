//! Delays of nets out of a register, for netlists that are not written as expressions.

use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::{Builder, Sig};

/// [`Sig::later_registered`].
pub fn delay_registered(m: &mut Module, net: Net, cycles: u32) -> Net {
    Builder::over(m, |m| Sig::later_registered(m.sig(net), cycles).net())
}

/// [`Sig::later_sparing_luts`].
pub fn delay_line(m: &mut Module, net: Net, cycles: u32) -> Net {
    Builder::over(m, |m| Sig::later_sparing_luts(m.sig(net), cycles).net())
}
