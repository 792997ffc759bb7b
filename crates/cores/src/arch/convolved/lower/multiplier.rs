//! The multiplication of a word by a factor.

use super::super::core::ConvolvedCore;
use crate::arch::folded::lower::kernel_result::{kernel_result, Inputs, KernelResult, Words};
use crate::lower::cfp::cfp_layout;
use crate::lower::OperatorLibrary;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::*;

/// Product of a word and a factor.
pub struct Product {
    /// Components of the word.
    pub word: Vec<Net>,
    /// Components of the word with exchanged parts.
    pub exchanged: Vec<Net>,
    /// High when a part was too large for its word. `None` if none ever is.
    pub overflow: Option<Net>,
}

/// Multiplies the parts of a word by a factor, whose coefficients come when its parts are aligned.
pub fn multiply(
    m: &mut Module,
    core: &ConvolvedCore,
    operators: &OperatorLibrary,
    (enable, word, coefficients): (Net, &[Net], &[Net]),
) -> Product {
    let multiplier = &core.words.multiplier;
    let (parts, overflow, exponent) = Builder::over(m, |m| {
        let [data, words] = [word, coefficients].map(|nets| m.sigs(nets.iter().copied()));
        let inputs = Inputs { data: &data, words: Words::Tables(&words), pre_shift: None, enable: m.sig(enable) };
        let KernelResult { parts, overflow, exponent } = kernel_result(multiplier, operators, inputs, m.constant(1, 0));
        let parts: Vec<Net> = parts.into_iter().map(Sig::net).collect();
        (parts, overflow.map(Sig::net), exponent.map(Sig::net))
    });
    let [word, exchanged] = [[0, 1], [1, 0]].map(|order| {
        let parts = order.map(|part| parts[part]);
        match multiplier.shared().zip(exponent) {
            None => parts.to_vec(),
            Some((shared, exponent)) => cfp_layout(&shared).join(m, parts, exponent).to_vec(),
        }
    });
    Product { word, exchanged, overflow }
}
