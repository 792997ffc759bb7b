//! Exchange of real and imaginary parts of nets, for netlists that are not written as expressions.

use super::nets;
use crate::formula::Direction;
use crate::parts;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::Builder;

/// [`parts::swap::asks_for_inverse`].
pub fn is_inverse(m: &mut Module, direction: Direction, bit: u32, [start, word]: [Net; 2]) -> Net {
    asks_for_inverse(m, direction, bit, start, Some(word))
}

/// [`parts::swap::asks_for_inverse`].
pub fn asks_for_inverse(m: &mut Module, direction: Direction, bit: u32, start: Net, config: Option<Net>) -> Net {
    let asks = |m: &Builder| {
        let config = config.map(|net| m.sig(net));
        parts::swap::asks_for_inverse(direction, bit, m.sig(start), config).net()
    };
    Builder::over(m, asks)
}

/// [`parts::swap::swapped`].
pub fn swapped(m: &mut Module, data: &[Net], swap: Net) -> Vec<Net> {
    Builder::over(m, |m| nets(parts::swap::swapped(&m.sigs(data.iter().copied()), m.sig(swap))))
}
