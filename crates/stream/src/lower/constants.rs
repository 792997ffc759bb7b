//! Coefficients of nets, for netlists that are not written as expressions.

use super::nets;
use crate::parts::operators::OperatorSet;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::{Builder, Sig};

impl OperatorSet {
    /// [`OperatorSet::coefficients_of`].
    pub fn factor_words(&self, m: &mut Module, parts: [Net; 2]) -> Vec<Net> {
        Builder::over(m, |m| nets(self.coefficients_of(parts.map(|net| m.sig(net)))))
    }

    /// [`OperatorSet::parts_of`].
    pub fn parts_of_factor(&self, m: &mut Module, words: &[Net]) -> [Net; 2] {
        Builder::over(m, |m| self.parts_of(&m.sigs(words.iter().copied())).map(Sig::net))
    }

    /// [`OperatorSet::divided`].
    pub fn halved(&self, m: &mut Module, word: Net, halvings: u32) -> Net {
        Builder::over(m, |m| self.divided(m.sig(word), halvings).net())
    }
}
