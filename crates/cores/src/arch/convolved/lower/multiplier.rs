//! The multiplication of a word by a factor.

use super::super::core::ConvolvedCore;
use crate::arch::folded::lower::kernel_result::{kernel_result, Inputs, KernelResult};
use crate::blocks::kernel::body::ExternalWords;
use crate::parts::cfp::cfp_layout;
use crate::parts::OperatorLibrary;
use fftgen_hdl::dsl::*;

/// Product of a word and a factor.
pub struct Product<'m> {
    /// Components of the word.
    pub word: Vec<Sig<'m>>,
    /// Components of the word with exchanged parts.
    pub exchanged: Vec<Sig<'m>>,
    /// High when a part was too large for its word. `None` if none ever is.
    pub overflow: Option<Sig<'m>>,
}

/// Multiplies the parts of a word by a factor, whose coefficients come when its parts are aligned.
pub fn multiply<'m>(
    core: &ConvolvedCore,
    operators: &OperatorLibrary,
    (word, coefficients): (Vec<Sig<'m>>, Vec<Sig<'m>>),
) -> Product<'m> {
    let (m, multiplier) = (word[0].builder(), &core.words.multiplier);
    let inputs = Inputs { data: &word, words: ExternalWords::Tables(&coefficients), pre_shift: None };
    let KernelResult { parts, overflow, exponent } = kernel_result(multiplier, operators, inputs, m.constant(1, 0));
    let [word, exchanged] = [[0, 1], [1, 0]].map(|order| {
        let parts = order.map(|part| parts[part]);
        match multiplier.shared().zip(exponent) {
            None => parts.to_vec(),
            Some((shared, exponent)) => cfp_layout(&shared).join(parts, exponent).to_vec(),
        }
    });
    Product { word, exchanged, overflow }
}
