//! The multiplication of a word by a factor.

use super::super::core::ConvolvedCore;
use crate::arch::folded::lower::kernel_result::{kernel_result, KernelResult};
use crate::blocks::kernel::netlist::ExternalWords;
use crate::lower::cfp::cfp_layout;
use crate::lower::OperatorLibrary;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Net;

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
    (enable, word, coefficients): (Sig<'m>, Vec<Sig<'m>>, Vec<Sig<'m>>),
) -> Product<'m> {
    let (m, multiplier) = (enable.builder(), &core.words.multiplier);
    let [word, coefficients] = [word, coefficients].map(|words| words.into_iter().map(Sig::net).collect::<Vec<Net>>());
    let never = m.constant(1, 0);
    let words = ExternalWords::Tables(&coefficients);
    let pulses = [never, enable].map(Sig::net);
    let KernelResult { parts, overflow, exponent } =
        m.with(|m| kernel_result(m, multiplier, operators, (&word, words, None), pulses));
    let [word, exchanged] = [[0, 1], [1, 0]].map(|order| {
        let parts = order.map(|part| parts[part]);
        let parts = match multiplier.shared().zip(exponent) {
            None => parts.to_vec(),
            Some((shared, exponent)) => m.with(|m| cfp_layout(&shared).join(m, parts, exponent).to_vec()),
        };
        parts.into_iter().map(|net| m.sig(net)).collect()
    });
    Product { word, exchanged, overflow: overflow.map(|net| m.sig(net)) }
}
