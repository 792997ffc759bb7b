//! Numbers as digits of mixed radices, so that each digit is an index of its own.

use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// A number of several digits, the fastest one first.
#[derive(Clone)]
pub(super) struct Digits<'m> {
    radices: Vec<usize>,
    /// Digits. That of radix 1 is a constant.
    pub digits: Vec<Sig<'m>>,
}

impl<'m> Digits<'m> {
    /// A constant.
    pub fn constant(m: &'m Builder, radices: &[usize], value: usize) -> Self {
        let mut rest = value;
        let digit = |radix: &usize| {
            let digit = rest % radix;
            rest /= radix;
            m.constant(address_bits(*radix), digit as u128)
        };
        Digits { digits: radices.iter().map(digit).collect(), radices: radices.to_vec() }
    }

    /// Number of bits of a number without its digits of radix 1, or 1 if there are no others.
    pub fn bits(radices: &[usize]) -> u32 {
        radices.iter().filter(|radix| **radix > 1).map(|radix| address_bits(*radix)).sum::<u32>().max(1)
    }

    /// The digits in one word.
    pub fn packed(&self) -> Sig<'m> {
        let parts: Vec<Sig> = self.changing().map(|(digit, _)| digit).collect();
        match parts[..] {
            [] => self.digits[0].number(0),
            [first, ..] => first.builder().cat(parts),
        }
    }

    /// The number whose digits are in a word.
    pub fn unpacked(radices: &[usize], word: Sig<'m>) -> Self {
        let mut low = 0;
        let digit = |radix: &usize| {
            if *radix == 1 {
                return word.builder().low();
            }
            let bits = address_bits(*radix);
            low += bits;
            word.bits(low - bits, bits)
        };
        Digits { digits: radices.iter().map(digit).collect(), radices: radices.to_vec() }
    }

    /// A number in a register, which begins at 0. Returns it with its register.
    pub fn state(m: &'m Builder, radices: &[usize]) -> (Self, Reg<'m>) {
        let word = m.state(Self::bits(radices), 0);
        (Self::unpacked(radices, *word), word)
    }

    /// The next number, with a bit that says whether this one is the last. The first number follows it.
    pub fn next(&self) -> (Self, Sig<'m>) {
        let mut carry = self.digits[0].builder().high();
        let mut next = self.clone();
        for (digit, &radix) in next.digits.iter_mut().zip(&self.radices).filter(|(_, radix)| **radix > 1) {
            let is_last = digit.is(radix - 1);
            *digit = carry.mux(is_last.mux(0, *digit + 1), *digit);
            carry = carry & is_last;
        }
        (next, carry)
    }

    /// `condition ? then : other`.
    pub fn choose(condition: Sig<'m>, then: &Self, other: &Self) -> Self {
        let digits = Signals::choose(condition, then.digits.clone(), other.digits.clone());
        Digits { digits, radices: then.radices.clone() }
    }

    /// Digits of a radix above 1, with their radices.
    fn changing(&self) -> impl Iterator<Item = (Sig<'m>, usize)> + '_ {
        self.digits.iter().copied().zip(self.radices.iter().copied()).filter(|(_, radix)| *radix > 1)
    }
}

/// The address of digits with their radices, the fastest one first, in a memory of some words.
pub(super) fn address<'m>(digits: &[(Sig<'m>, usize)], words: usize) -> Sig<'m> {
    let (m, bits) = (digits[0].0.builder(), address_bits(words));
    let digits: Vec<(Sig, usize)> = digits.iter().copied().filter(|(_, radix)| *radix > 1).collect();
    let Some((_, faster)) = digits.split_last() else { return m.constant(bits, 0) };
    if faster.iter().all(|(_, radix)| radix.is_power_of_two()) {
        return m.cat(digits.iter().map(|(digit, _)| *digit)).resize(bits);
    }
    let weights = digits.iter().scan(1, |weight, (_, radix)| Some(std::mem::replace(weight, *weight * radix)));
    let parts = digits.iter().zip(weights).map(|((digit, _), weight)| scaled(*digit, weight, bits));
    parts.fold(m.constant(bits, 0), |sum, part| sum + part)
}

/// Multiplies a number by a constant.
pub(super) fn scaled(number: Sig, factor: usize, bits: u32) -> Sig {
    number.times(number.builder().constant(address_bits(factor + 1), factor as u128)).resize(bits)
}
