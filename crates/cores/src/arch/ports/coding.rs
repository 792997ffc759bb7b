//! From samples as they stand on the ports to samples as cores compute with them, and back.

use crate::pipeline::SampleCoding;
use fftgen_hdl::dsl::*;

/// Returns the components of a beat in the coding of the other side of the port.
pub fn recoded<'m>(components: &[Sig<'m>], coding: SampleCoding) -> Vec<Sig<'m>> {
    let word = |word: Sig<'m>| match coding.is_offset {
        true => word ^ (1u128 << (word.width() - 1)),
        false => word,
    };
    (0..components.len()).map(|place| word(components[coding.place(place)])).collect()
}
