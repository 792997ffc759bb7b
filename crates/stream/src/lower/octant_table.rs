//! Lookups of the eighths of a circle by nets, for netlists that are not written as expressions.

pub use crate::parts::octant_table::OctantTable;

use crate::parts;
use crate::parts::operators::OperatorSet;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::{Builder, Sig};

impl OctantTable {
    /// [`OctantTable::pair_of`].
    pub fn look_up(
        &self,
        m: &mut Module,
        operators: &OperatorSet,
        angle: Net,
        exponent: &dyn Fn(usize) -> usize,
        mut hold: impl FnMut(&mut Module, Net, u128) -> Net,
    ) -> [Net; 2] {
        Builder::over(m, |m| {
            let held = |word: Sig<'_>, first| m.sig(m.with(|m| hold(m, word.net(), first)));
            self.pair_of(operators, m.sig(angle), exponent, held).map(Sig::net)
        })
    }
}

/// [`parts::octant_table::half_of_difference`].
pub fn half_of_difference(m: &mut Module, sum: Net, difference: Net) -> Net {
    Builder::over(m, |m| parts::octant_table::half_of_difference(m.sig(sum), m.sig(difference)).net())
}
