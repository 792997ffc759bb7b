//! Exchange of real and imaginary parts.

use super::control::latch_on_pulse;
use crate::formula::Direction;
use crate::rtl::{Module, Net};

/// Returns a net that is high for inverse transforms, from the start pulse of a frame on. `word`: the configuration word that comes with the
/// pulse; `bit`: its bit that asks for the inverse, where frames choose.
pub fn is_inverse(m: &mut Module, direction: Direction, bit: u32, [start, word]: [Net; 2]) -> Net {
    match direction {
        Direction::Chosen { .. } => {
            let asked = m.bit(word, bit);
            latch_on_pulse(m, start, asked)
        }
        fixed => m.constant(1, u128::from(fixed == Direction::Inverse)),
    }
}

/// Returns a net that is high in inverse frames, from their pulse on. `config`: the configuration word that comes with the pulse; `bit`: its bit that asks for
/// the inverse, where frames choose.
pub fn asks_for_inverse(m: &mut Module, direction: Direction, bit: u32, start: Net, config: Option<Net>) -> Net {
    let none = m.constant(1, 0);
    is_inverse(m, direction, bit, [start, config.unwrap_or(none)])
}

/// Exchanges real and imaginary parts when `swap` is high. The inverse transform is the forward transform between two such exchanges.
pub fn swapped(m: &mut Module, data: &[Net], swap: Net) -> Vec<Net> {
    data.chunks(2).flat_map(|c| [m.mux(swap, c[1], c[0]), m.mux(swap, c[0], c[1])]).collect()
}
