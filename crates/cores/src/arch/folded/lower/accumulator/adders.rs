//! Sums of products.

use super::elements::doubled_signed;
use super::instructions::Operands;
use super::ring::Ring;
use crate::parts::operators::OperatorSet;
use fftgen_hdl::dsl::*;

/// Sums of products.
pub struct Adders<'a, 'm> {
    /// Operators of the multipliers.
    pub set: &'a OperatorSet,
    /// Guard bits of the program with the fewest ones, which elements do not have in the ring.
    pub guard_bits: u32,
    /// High with the first product of a sum.
    pub begins: Sig<'m>,
}

impl<'m> Adders<'_, 'm> {
    /// Returns a word between operators.
    pub fn internal(&self, part: Sig<'m>) -> Sig<'m> {
        doubled_signed(part, self.guard_bits).resize_signed(self.set.bits())
    }

    /// Adds up the products of an instruction, in both parts. `from`: what sums begin with.
    pub fn sums(&self, name: &str, (operands, ring): (&Operands<'m>, &Ring<'m>), from: [Sig<'m>; 2]) -> [Sig<'m>; 2] {
        let [first, second] = operands.pair.map(|distance| ring.read(distance));
        let (subtracts, factor) = (operands.subtracts.later_as_it_is(1), operands.factor.later_as_it_is(2));
        [0, 1].map(|part| {
            let [a, b] = [first, second].map(|word| word[part].sign_extend(ring.bits + 1));
            let value = self.internal(a.add_signed(b, subtracts).register());
            self.sum((name, part), self.product(name, [value, factor]), from[part])
        })
    }

    /// Multiplies a word by a factor.
    pub fn product(&self, name: &str, operands: [Sig<'m>; 2]) -> Sig<'m> {
        self.begins.builder().operate(format!("{name}_product"), self.set.multiplier(), operands)[0]
    }

    /// Adds up the products of a part. `from`: what the sum begins with.
    pub fn sum(&self, (name, part): (&str, usize), product: Sig<'m>, from: Sig<'m>) -> Sig<'m> {
        let sum = self.begins.builder().reg(self.set.bits()).named(&format!("{name}_{}", ["re", "im"][part]));
        sum.next(product + self.begins.mux(from, sum));
        *sum
    }
}
