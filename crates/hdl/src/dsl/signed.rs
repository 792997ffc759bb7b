//! Signs: words with a sign bit, numbers in two's complement, and sums with a carry.

use super::Sig;

impl<'m> Sig<'m> {
    /// The word, with the highest bit inverted where `flip` is high.
    pub fn flip_top(self, flip: Sig<'m>) -> Self {
        match flip.constant_value() {
            Some(0) => self,
            _ => self.m.cat([self.bits(0, self.width() - 1), self.top() ^ flip]),
        }
    }

    /// A two's complement number in `bits` bits, negated where `negative` is high.
    pub fn negate_if(self, negative: Sig<'m>, bits: u32) -> Self {
        self.negate_if_in(negative, bits, 0)
    }

    /// A number as [`Sig::negate_if`] makes it, in `cycles` clock cycles. Registers stand before the carry.
    pub fn negate_if_in(self, negative: Sig<'m>, bits: u32, cycles: u32) -> Self {
        let flipped = self.sign_extend(bits) ^ negative.repeat(bits);
        flipped.later_as_it_is(cycles) + negative.later_as_it_is(cycles).extend(bits)
    }

    /// 2^`bits` times a number, modulo the power of two that it is shorter than.
    pub fn doubled(self, bits: u32) -> Self {
        match bits {
            0 => self,
            _ => self.m.cat([self.m.constant(bits, 0), self.bits(0, self.width() - bits)]),
        }
    }

    /// `self + other + carry` modulo 2^width in one addition. A one below the first word and the carry below the second
    /// one produce the carry.
    pub fn add_carry(self, other: Sig<'m>, carry: Sig<'m>) -> Self {
        let m = self.m;
        (m.cat([m.constant(1, 1), self]) + m.cat([carry, other])).bits(1, self.width())
    }

    /// The sum of two words, or their difference where `negative` is high, in one addition.
    pub fn add_signed(self, other: Sig<'m>, negative: Sig<'m>) -> Self {
        self.add_carry(other ^ negative.repeat(other.width()), negative)
    }
}
