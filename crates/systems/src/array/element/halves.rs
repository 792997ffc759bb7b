//! Halves of a memory that suit exchanges along both axes of a torus, of which one follows the other.
//!
//! In an exchange an element sends, in one clock cycle, a word to the element at distance d above and one to that at distance d below, which have the same
//! number along the other axis, or two words to the opposite element; and it takes words likewise. In whichever axis that is, both words have to be in
//! different halves. So each distance d above, of p elements, has a rank, the parity of which tells whether it is d or p - d: that is d itself where p is odd,
//! and twice d modulo p/2, and 1 more from p/2 on, where p is even. A point is in the half of the parity of the sum of its ranks along both axes. Words for
//! the opposite element go in pairs of neighbouring ranks along the other axis.

use super::digits::address;
use crate::rtl::{Module, Net};

/// Returns the rank of a distance above, of some elements.
pub(super) fn rank(m: &mut Module, places: usize, distance: Net) -> Net {
    let bits = m.width(distance);
    if places % 2 == 1 || bits == 1 {
        return distance;
    }
    let half = m.constant(bits, places as u128 / 2);
    let (is_near, rest) = (m.lt(distance, half), m.sub(distance, half));
    let (is_far, rest) = (m.not(is_near), m.mux(is_near, distance, rest));
    let rest = m.slice(rest, 0, bits - 1);
    m.concat(&[is_far, rest])
}

/// Returns the parity of the half that has the points of some ranks.
pub(super) fn parity(m: &mut Module, ranks: [Net; 2]) -> Net {
    let [row, column] = ranks.map(|rank| m.bit(rank, 0));
    m.xor(row, column)
}

/// Returns whether a half has the points of some ranks.
pub(super) fn has(m: &mut Module, half: usize, ranks: [Net; 2]) -> Net {
    let parity = parity(m, ranks);
    match half {
        0 => m.not(parity),
        _ => parity,
    }
}

/// Returns the number of the block of some ranks in its half.
pub(super) fn place(m: &mut Module, places: usize, [row, column]: [Net; 2]) -> Net {
    let number = address(m, &[(column, places), (row, places)], places * places);
    m.slice(number, 1, m.width(number) - 1)
}
