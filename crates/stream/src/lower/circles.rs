//! Roots of unity of nets, for netlists that are not written as expressions.

pub use crate::parts::circles::{Circles, ADDRESS_CYCLES, ROOT_CYCLES, TABLE_CYCLES};

use crate::parts;
use crate::parts::operators::OperatorSet;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::{Builder, Sig};

impl Circles {
    /// [`Circles::parts`].
    pub fn look_up(&self, m: &mut Module, [exponent, quarter, begin]: [Net; 3], set: &OperatorSet) -> [Net; 2] {
        let of = |m: &Builder| self.parts(m.sig(exponent), [quarter, begin].map(|net| m.sig(net)), set).map(Sig::net);
        Builder::over(m, of)
    }

    /// [`Circles::exponent_of`].
    pub fn on_circle(&self, m: &mut Module, exponent: Net, order: usize) -> Net {
        Builder::over(m, |m| self.exponent_of(m.sig(exponent), order).net())
    }

    /// [`Circles::parts_of`].
    pub fn root(&self, m: &mut Module, exponent: Net, order: usize, set: &OperatorSet) -> [Net; 2] {
        Builder::over(m, |m| self.parts_of(m.sig(exponent), order, set).map(Sig::net))
    }
}

/// [`Sig::doubled`].
pub fn doubled(m: &mut Module, number: Net, bits: u32) -> Net {
    Builder::over(m, |m| m.sig(number).doubled(bits).net())
}

/// [`parts::circles::long_table`].
pub fn long_table(m: &mut Module, address: Net, width: u32, table: &[u128]) -> Net {
    Builder::over(m, |m| parts::circles::long_table(m.sig(address), width, table).net())
}
