//! Numbers by bits of which one is high.

use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Returns the number of the step that is high, or `zero` if none is.
pub fn number_in_step<'m>(zero: Sig<'m>, steps: &[Sig<'m>], number: impl Fn(usize) -> Sig<'m>) -> Sig<'m> {
    steps.iter().enumerate().fold(zero, |all, (index, step)| all | step.mux(number(index), zero))
}

/// Returns the number of the bit that is high. One of them is.
pub fn number_of<'m>(m: &'m Builder, bits: &[Sig<'m>]) -> Sig<'m> {
    let digit = |place: u32| {
        let with_digit = bits.iter().enumerate().filter(|(number, _)| number >> place & 1 > 0);
        m.any_of(with_digit.map(|(_, bit)| *bit))
    };
    m.cat((0..address_bits(bits.len())).map(digit))
}
