//! Points of a pencil that mirror another one.

use super::digits::resized;
use super::walk::{number_digits, Point};
use crate::array::plan::Plan;
use crate::rtl::{address_bits, Module, Net};

impl Point {
    /// Returns the point 0 of the same pencil of a round.
    pub fn first(&self, m: &mut Module, round: usize) -> Point {
        let zero = |m: &mut Module, net: Net| m.constant(m.width(net), 0);
        let mut within = self.within;
        within[round] = zero(m, within[round]);
        Point { block: self.block.map(|digit| zero(m, digit)), within }
    }

    /// Returns the point of the pencil of a round that is as far from the last one as this one is from the first one.
    pub fn opposite(&self, m: &mut Module, plan: &Plan, round: usize) -> Point {
        let [low, fast, slow] = number_digits(plan, round, self.within[round], self.block).map(|(digit, radix)| {
            let last = m.constant(m.width(digit), radix as u128 - 1);
            m.sub(last, digit)
        });
        let mut within = self.within;
        within[round] = low;
        Point { block: [slow, fast], within }
    }

    /// Returns the point of the pencil of a round that mirrors this one, which is not the first one.
    pub fn mirrored(&self, m: &mut Module, plan: &Plan, round: usize) -> Point {
        let from = |m: &mut Module, most: usize, net: Net| {
            let bits = address_bits(most + 1).max(m.width(net));
            let (most, wide) = (m.constant(bits, most as u128), m.extend(net, bits));
            let rest = m.sub(most, wide);
            resized(m, rest, m.width(net))
        };
        // The lowest digits that are 0 stay, the next one is taken from its radix, and others are taken from their largest values.
        let mut stays = m.constant(1, 1);
        let [low, fast, slow] = number_digits(plan, round, self.within[round], self.block).map(|(digit, radix)| {
            if radix == 1 {
                return digit;
            }
            let (whole, less) = (from(m, radix, digit), from(m, radix - 1, digit));
            let rest = m.mux(stays, whole, less);
            let is_zero = m.eq_const(digit, 0);
            stays = m.and(stays, is_zero);
            m.mux(stays, digit, rest)
        });
        let mut within = self.within;
        within[round] = low;
        Point { block: [slow, fast], within }
    }
}
