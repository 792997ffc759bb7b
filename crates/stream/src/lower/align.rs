//! Alignment of nets, for netlists that are not written as expressions.

use super::nets;
use crate::parts::{self, OperatorLibrary};
use crate::pipeline::Stage;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::Builder;

/// [`parts::align::AlignedTransforms`].
pub struct AlignedTransforms {
    /// Real lanes of aligned parts.
    pub data: Vec<Net>,
    /// Exponent of each word.
    pub exponents: Vec<Net>,
}

impl AlignedTransforms {
    /// [`parts::align::AlignedTransforms::new`], with the clock enable of the module.
    pub fn new(
        m: &mut Module,
        stage: &Stage,
        operators: &OperatorLibrary,
        words: &[Net],
        [start, _]: [Net; 2],
    ) -> Option<Self> {
        Builder::over(m, |m| {
            let words = m.sigs(words.iter().copied());
            let aligned = parts::align::AlignedTransforms::new(stage, operators, &words, m.sig(start))?;
            Some(AlignedTransforms { data: nets(aligned.data), exponents: nets(aligned.exponents) })
        })
    }
}
