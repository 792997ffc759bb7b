//! Points of a pencil that mirror another one.

use super::walk::{number_digits, Point};
use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

impl<'m> Point<'m> {
    /// The point 0 of the same pencil of a round.
    pub fn first(self, round: usize) -> Self {
        let zero = |digit: Sig<'m>| digit.number(0);
        self.with_number(round, [zero(self.within[round]), zero(self.block[1]), zero(self.block[0])])
    }

    /// The point of the pencil of a round that is as far from the last one as this one is from the first one.
    pub fn opposite(self, plan: &Plan, round: usize) -> Self {
        let digits = number_digits(plan, round, self.within[round], self.block);
        self.with_number(round, digits.map(|(digit, radix)| digit.taken_from(radix - 1)))
    }

    /// The point of the pencil of a round that mirrors this one, which is not the first one.
    pub fn mirrored(self, plan: &Plan, round: usize) -> Self {
        let from = |most: usize, digit: Sig<'m>| {
            let bits = address_bits(most + 1).max(digit.width());
            digit.extend(bits).taken_from(most).resize(digit.width())
        };
        // The lowest digits that are 0 stay, the next one is taken from its radix, and others are taken from their
        // largest values.
        let mut stays = self.block[0].builder().high();
        let digits = number_digits(plan, round, self.within[round], self.block).map(|(digit, radix)| {
            if radix == 1 {
                return digit;
            }
            let rest = stays.mux(from(radix, digit), from(radix - 1, digit));
            stays = stays & digit.is(0);
            stays.mux(digit, rest)
        });
        self.with_number(round, digits)
    }

    /// The point whose number along the pencil of a round has some digits, the fastest one first.
    pub fn with_number(self, round: usize, [low, fast, slow]: [Sig<'m>; 3]) -> Self {
        let mut within = self.within;
        within[round] = low;
        Point { block: [slow, fast], within }
    }
}
