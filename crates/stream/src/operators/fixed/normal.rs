//! Normalisation of the words of a frame: headroom, and the shift by it.

use super::OutputRounding;
use crate::operators::shift::{leading_zeros, left};
use crate::rtl::{address_bits, Module};
use fftgen_hdl::dsl::*;

/// The number of leading zeros of a word. That of a word of zeros is its width.
pub fn headroom(of: Sig<'_>) -> Sig<'_> {
    // A one below the word limits the count.
    let m = of.builder();
    let ended = m.cat([m.high(), of]);
    leading_zeros(ended).0.bits(0, address_bits(ended.width() as usize))
}

/// Builds a left shift of `a` by `by`, which drops only copies of the sign, and a rounding of the result.
/// Combinational. Inputs `a`, `by`; output `y`.
pub fn align(name: &str, rounding: &OutputRounding) -> Module {
    let OutputRounding { internal_bits, dropped_bits, output, .. } = *rounding;
    let rounded = if dropped_bits > 0 { format!(", {}", rounding.rounding.words()) } else { String::new() };
    let doc = format!("A word of {internal_bits} bits shifted left, its upper {output} bits{rounded}");
    let m = Builder::new(name, doc);
    let (a, by) = (m.input("a", internal_bits), m.input("by", address_bits(internal_bits as usize)));
    m.output("y", rounding.apply(left(a, by), m.low()).0);
    m.finish()
}
