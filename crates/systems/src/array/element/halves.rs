//! Halves of a memory that suit exchanges along both axes of a torus, of which one follows the other.
//!
//! In an exchange an element sends, in one clock cycle, a word to the element at distance d above and one to that at
//! distance d below, which have the same number along the other axis, or two words to the opposite element; and it
//! takes words likewise. In whichever axis that is, both words have to be in different halves. So each distance d
//! above, of p elements, has a rank, the parity of which tells whether it is d or p - d: that is d itself where p is
//! odd, and twice d modulo p/2, and 1 more from p/2 on, where p is even. A point is in the half of the parity of the
//! sum of its ranks along both axes. Words for the opposite element go in pairs of neighbouring ranks along the other
//! axis.

use super::digits::address;
use fftgen_hdl::dsl::*;

/// The rank of a distance above, of some elements.
#[hdl]
pub(super) fn rank(places: usize, distance: Sig) -> Sig {
    let bits = distance.width();
    if places % 2 == 1 || bits == 1 {
        return distance;
    }
    let is_near = distance.lt(places / 2);
    let rest = is_near.mux(distance, distance - places / 2).bits(0, bits - 1);
    distance.builder().cat([!is_near, rest])
}

/// The parity of the half that has the points of some ranks.
pub(super) fn parity<'m>([row, column]: [Sig<'m>; 2]) -> Sig<'m> {
    row.bit(0) ^ column.bit(0)
}

/// Whether a half has the points of some ranks.
pub(super) fn has<'m>(half: usize, ranks: [Sig<'m>; 2]) -> Sig<'m> {
    match half {
        0 => !parity(ranks),
        _ => parity(ranks),
    }
}

/// The number of the block of some ranks in its half.
pub(super) fn place<'m>(places: usize, [row, column]: [Sig<'m>; 2]) -> Sig<'m> {
    let number = address(&[(column, places), (row, places)], places * places);
    number.bits(1, number.width() - 1)
}
