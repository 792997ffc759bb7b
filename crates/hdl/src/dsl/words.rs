//! Words in parts: with zeros below, cut in two, inverted as a whole.

use super::Sig;

impl<'m> Sig<'m> {
    /// The word with zeros below it.
    pub fn above_zeros(self, bits: u32) -> Self {
        match bits {
            0 => self,
            _ => self.m.cat([self.m.constant(bits, 0), self]),
        }
    }

    /// The lowest `bits` bits, and those above.
    pub fn split(self, bits: u32) -> (Self, Self) {
        (self.bits(0, bits), self.above(bits))
    }

    /// The word without its lowest `bits` bits.
    pub fn above(self, bits: u32) -> Self {
        self.bits(bits, self.width() - bits)
    }

    /// Whether any of the lowest `bits` bits is set.
    pub fn any_below(self, bits: u32) -> Self {
        match bits {
            0 => self.m.low(),
            _ => self.bits(0, bits).any(),
        }
    }

    /// Whether any bit is set above the lowest `bits` bits.
    pub fn any_above(self, bits: u32) -> Self {
        match self.width() - bits {
            0 => self.m.low(),
            _ => self.above(bits).any(),
        }
    }

    /// The word with all bits inverted where `flip` is high.
    pub fn invert_if(self, flip: Sig<'m>) -> Self {
        self ^ flip.repeat(self.width())
    }

    /// The word with its lowest bit set where `bit` is high.
    pub fn with_lowest(self, bit: Sig<'m>) -> Self {
        self.m.cat([self.bit(0) | bit, self.above(1)])
    }

    /// The sum of the word and a carry.
    pub fn plus_carry(self, carry: Sig<'m>) -> Self {
        self.number(0).add_carry(self, carry)
    }
}
