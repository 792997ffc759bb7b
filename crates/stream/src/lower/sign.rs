//! Signs of nets, for netlists that are not written as expressions.

use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::{Builder, Sig};

/// [`Sig::flip_top`].
pub fn with_sign(m: &mut Module, word: Net, flip: Net) -> Net {
    Builder::over(m, |m| Sig::flip_top(m.sig(word), m.sig(flip)).net())
}

/// [`Sig::negate_if`].
pub fn complement(m: &mut Module, word: Net, bits: u32, negative: Net) -> Net {
    Builder::over(m, |m| Sig::negate_if(m.sig(word), m.sig(negative), bits).net())
}

/// [`Sig::add_signed`].
pub fn add_signed(m: &mut Module, a: Net, b: Net, negative: Net) -> Net {
    Builder::over(m, |m| Sig::add_signed(m.sig(a), m.sig(b), m.sig(negative)).net())
}
