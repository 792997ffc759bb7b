//! Numbers as digits of mixed radices, so that each digit is an index of its own.

use crate::rtl::{address_bits, Module, Net};

/// A number of several digits, the fastest one first.
#[derive(Clone)]
pub(super) struct Digits {
    radices: Vec<usize>,
    /// Digits. That of radix 1 is a constant.
    pub nets: Vec<Net>,
}

impl Digits {
    /// Adds a constant.
    pub fn constant(m: &mut Module, radices: &[usize], value: usize) -> Self {
        let mut rest = value;
        let digit = |radix: &usize| {
            let digit = rest % radix;
            rest /= radix;
            m.constant(address_bits(*radix), digit as u128)
        };
        Digits { nets: radices.iter().map(digit).collect(), radices: radices.to_vec() }
    }

    /// Returns the number of bits of a number without its digits of radix 1, or 1 if there are no others.
    pub fn bits(radices: &[usize]) -> u32 {
        radices.iter().filter(|radix| **radix > 1).map(|radix| address_bits(*radix)).sum::<u32>().max(1)
    }

    /// Returns the digits in one word.
    pub fn packed(&self, m: &mut Module) -> Net {
        let changing = self.nets.iter().zip(&self.radices).filter(|(_, radix)| **radix > 1);
        let parts: Vec<Net> = changing.map(|(net, _)| *net).collect();
        match parts.is_empty() {
            true => m.constant(1, 0),
            false => m.concat(&parts),
        }
    }

    /// Returns the number whose digits are in a word.
    pub fn unpacked(m: &mut Module, radices: &[usize], word: Net) -> Self {
        let mut low = 0;
        let mut digit = |radix: &usize| {
            if *radix == 1 {
                return m.constant(1, 0);
            }
            let bits = address_bits(*radix);
            low += bits;
            m.slice(word, low - bits, bits)
        };
        Digits { nets: radices.iter().map(&mut digit).collect(), radices: radices.to_vec() }
    }

    /// Adds registers of a number, which begin at 0, and returns it with the word of its registers.
    pub fn state(m: &mut Module, radices: &[usize]) -> (Self, Net) {
        let word = m.state(Self::bits(radices), Some(0));
        (Self::unpacked(m, radices, word), word)
    }

    /// Returns the next number, with a bit that says whether this one is the last. The first number follows it.
    pub fn next(&self, m: &mut Module) -> (Self, Net) {
        let mut carry = m.constant(1, 1);
        let mut nets = Vec::new();
        for (&digit, &radix) in self.nets.iter().zip(&self.radices) {
            if radix == 1 {
                nets.push(digit);
                continue;
            }
            let bits = m.width(digit);
            let is_last = m.eq_const(digit, radix as u128 - 1);
            let (zero, one) = (m.constant(bits, 0), m.constant(bits, 1));
            let more = m.add(digit, one);
            let next = m.mux(is_last, zero, more);
            nets.push(m.mux(carry, next, digit));
            carry = m.and(carry, is_last);
        }
        (Digits { nets, radices: self.radices.clone() }, carry)
    }

    /// Returns whether digits with their radices are all the largest ones.
    pub fn is_last(m: &mut Module, digits: &[(Net, usize)]) -> Net {
        let always = m.constant(1, 1);
        digits.iter().fold(always, |all, (digit, radix)| {
            let is_last = m.eq_const(*digit, *radix as u128 - 1);
            m.and(all, is_last)
        })
    }

    /// Selects one of two numbers.
    pub fn mux(m: &mut Module, select: Net, then: &Self, other: &Self) -> Self {
        let nets = then.nets.iter().zip(&other.nets).map(|(&then, &other)| m.mux(select, then, other)).collect();
        Digits { nets, radices: then.radices.clone() }
    }
}

/// Adds the address of digits with their radices, the fastest one first, in a memory of some words.
pub(super) fn address(m: &mut Module, digits: &[(Net, usize)], words: usize) -> Net {
    let bits = address_bits(words);
    let digits: Vec<(Net, usize)> = digits.iter().copied().filter(|(_, radix)| *radix > 1).collect();
    let Some(((last, _), faster)) = digits.split_last() else { return m.constant(bits, 0) };
    if faster.iter().all(|(_, radix)| radix.is_power_of_two()) {
        let parts: Vec<Net> = faster.iter().map(|(net, _)| *net).chain([*last]).collect();
        let all = m.concat(&parts);
        return resized(m, all, bits);
    }
    let (mut weight, mut sum) = (1usize, m.constant(bits, 0));
    for (net, radix) in digits {
        let product = scaled(m, net, weight, bits);
        sum = m.add(sum, product);
        weight *= radix;
    }
    sum
}

/// Multiplies a number by a constant.
pub(super) fn scaled(m: &mut Module, net: Net, factor: usize, bits: u32) -> Net {
    let factor = m.constant(address_bits(factor + 1), factor as u128);
    let product = m.mul(net, factor);
    resized(m, product, bits)
}

/// Extends a number by zeros, or cuts off its high bits.
pub(super) fn resized(m: &mut Module, net: Net, bits: u32) -> Net {
    match m.width(net) < bits {
        true => m.extend(net, bits),
        false => m.slice(net, 0, bits),
    }
}
