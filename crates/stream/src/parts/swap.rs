//! Exchange of real and imaginary parts.

use crate::formula::Direction;
use fftgen_hdl::dsl::*;

/// Whether a frame asks for the inverse transform, from its start pulse on. `word`: the configuration word that comes
/// with the pulse; `bit`: its bit that asks for the inverse, where frames choose.
pub fn asks_for_inverse<'m>(direction: Direction, bit: u32, start: Sig<'m>, word: Option<Sig<'m>>) -> Sig<'m> {
    match (direction, word) {
        (Direction::Chosen { .. }, Some(word)) => word.bit(bit).held_from(start),
        (fixed, _) => start.builder().constant(1, u128::from(fixed == Direction::Inverse)),
    }
}

/// Exchanges real and imaginary parts when `swap` is high. The inverse transform is the forward transform between two
/// such exchanges.
pub fn swapped<'m>(data: &[Sig<'m>], swap: Sig<'m>) -> Vec<Sig<'m>> {
    data.chunks(2).flat_map(|c| [swap.mux(c[1], c[0]), swap.mux(c[0], c[1])]).collect()
}
