//! The multiplication of a word by a factor.

use super::super::core::ConvolvedCore;
use crate::arch::folded::lower::kernel_result::{kernel_result, KernelResult};
use crate::blocks::kernel::netlist::ExternalWords;
use crate::lower::cfp::cfp_layout;
use crate::lower::OperatorLibrary;
use crate::rtl::{Module, Net};

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
    let never = m.constant(1, 0);
    let words = ExternalWords::Tables(coefficients);
    let KernelResult { parts, overflow, exponent } =
        kernel_result(m, multiplier, operators, (word, words, None), [never, enable]);
    let [word, exchanged] = [[0, 1], [1, 0]].map(|order| {
        let parts = order.map(|part| parts[part]);
        match multiplier.shared().zip(exponent) {
            None => parts.to_vec(),
            Some((shared, exponent)) => cfp_layout(&shared).join(m, parts, exponent).to_vec(),
        }
    });
    Product { word, exchanged, overflow }
}
