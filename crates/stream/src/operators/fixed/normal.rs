//! Normalisation of the words of a frame: headroom, and the shift by it.

use super::OutputRounding;
use crate::operators::shift::{leading_zeros, left};
use crate::rtl::{address_bits, Module, Net};

/// Counts the leading zeros of a word. The count of a word of zeros is its width.
pub fn headroom(m: &mut Module, of: Net) -> Net {
    // A one below the word limits the count.
    let one = m.constant(1, 1);
    let ended = m.concat(&[one, of]);
    let bits = address_bits(m.width(ended) as usize);
    let (count, _) = leading_zeros(m, ended);
    m.slice(count, 0, bits)
}

/// Builds a left shift of `a` by `by`, which drops only copies of the sign, and a rounding of the result.
/// Combinational. Inputs `a`, `by`; output `y`.
pub fn align(name: &str, rounding: &OutputRounding) -> Module {
    let OutputRounding { internal_bits, dropped_bits, output, .. } = *rounding;
    let rounded = if dropped_bits > 0 { format!(", {}", rounding.rounding.words()) } else { String::new() };
    let doc = format!("A word of {internal_bits} bits shifted left, its upper {output} bits{rounded}");
    let mut m = Module::new(name, doc);
    let (a, by) = (m.input("a", internal_bits), m.input("by", address_bits(internal_bits as usize)));
    let shifted = left(&mut m, a, by);
    m.name(shifted, "shifted");
    let straight = m.constant(1, 0);
    let (y, _) = rounding.apply(&mut m, shifted, straight);
    m.output("y", y);
    m
}
