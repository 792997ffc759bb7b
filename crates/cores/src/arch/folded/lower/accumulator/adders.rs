//! Sums of products.

use super::elements::doubled_signed;
use super::instructions::Operands;
use super::ring::Ring;
use crate::lower::operators::OperatorSet;
use crate::lower::sign::add_signed;
use crate::rtl::{Module, Net};

/// Sums of products.
pub struct Adders<'a> {
    /// Operators of the multipliers.
    pub set: &'a OperatorSet,
    /// Guard bits of the program with the fewest ones, which elements do not have in the ring.
    pub guard_bits: u32,
    /// High with the first product of a sum.
    pub begins: Net,
}

impl Adders<'_> {
    /// Returns a word between operators.
    pub fn internal(&self, m: &mut Module, part: Net) -> Net {
        let part = doubled_signed(m, part, self.guard_bits);
        m.resize_signed(part, self.set.bits())
    }

    /// Adds up the products of an instruction, in both parts. `from`: what sums begin with.
    pub fn sums(&self, m: &mut Module, name: &str, (operands, ring): (&Operands, &Ring), from: [Net; 2]) -> [Net; 2] {
        let [first, second] = operands.pair.map(|distance| ring.read(m, distance));
        let subtracts = m.delay(operands.subtracts, 1);
        let factor = m.delay(operands.factor, 2);
        [0, 1].map(|part| {
            let [a, b] = [first, second].map(|word| m.sign_extend(word[part], ring.bits + 1));
            let value = add_signed(m, a, b, subtracts);
            let value = m.register(value, None);
            let value = self.internal(m, value);
            let product = self.product(m, name, [value, factor]);
            self.sum(m, (name, part), product, from[part])
        })
    }

    /// Multiplies a word by a factor.
    pub fn product(&self, m: &mut Module, name: &str, [value, factor]: [Net; 2]) -> Net {
        m.operate(format!("{name}_product"), self.set.multiplier(), vec![vec![value], vec![factor]])[0]
    }

    /// Adds up the products of a part. `from`: what the sum begins with.
    pub fn sum(&self, m: &mut Module, (name, part): (&str, usize), product: Net, from: Net) -> Net {
        let sum = m.state(self.set.bits(), None);
        m.name(sum, format!("{name}_{}", ["re", "im"][part]));
        let before = m.mux(self.begins, from, sum);
        let next = m.add(product, before);
        m.drive(sum, next);
        sum
    }
}
