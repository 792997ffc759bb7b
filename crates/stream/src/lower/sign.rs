//! Signs of words.

use crate::operators::add_carry;
use crate::rtl::{Module, Net};

/// Flips the sign bit of a word when `flip` is high.
pub fn with_sign(m: &mut Module, word: Net, flip: Net) -> Net {
    if m.constant_value(flip) == Some(0) {
        return word;
    }
    let bits = m.width(word);
    let (magnitude, sign) = (m.slice(word, 0, bits - 1), m.bit(word, bits - 1));
    let sign = m.xor(sign, flip);
    m.concat(&[magnitude, sign])
}

/// Extends a fixed-point word to `bits` bits, and negates it when `negative` is high.
pub fn complement(m: &mut Module, word: Net, bits: u32, negative: Net) -> Net {
    complement_in(m, word, bits, negative, 0)
}

/// Extends and negates a fixed-point word as [`complement`] does, in `cycles` clock cycles. Registers stand before the carry.
pub fn complement_in(m: &mut Module, word: Net, bits: u32, negative: Net, cycles: usize) -> Net {
    let (wide, flips) = (m.sign_extend(word, bits), m.repeat(negative, bits));
    let flipped = m.xor(wide, flips);
    let [flipped, negative] = [flipped, negative].map(|net| m.delay(net, cycles as u32));
    let carry = m.extend(negative, bits);
    m.add(flipped, carry)
}

/// Adds a word to a word of as many bits, or subtracts it when `negative` is high, in one addition.
pub fn add_signed(m: &mut Module, a: Net, b: Net, negative: Net) -> Net {
    let flips = m.repeat(negative, m.width(b));
    let flipped = m.xor(b, flips);
    add_carry(m, a, flipped, negative)
}
