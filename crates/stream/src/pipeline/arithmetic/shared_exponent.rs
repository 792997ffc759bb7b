//! Shared-exponent complex words: complex numbers whose real and imaginary parts have one exponent.
//!
//! # Rules
//!
//! - A word is two integers of [`SharedExponent::mantissa`] bits, re and im, and an exponent e of `exponent` bits: a
//!   bit less than the format's, or more where words become larger than the numbers at both ends. It stands for (re + i
//!   im)·4^e·2^(4 - bias - `aligned`). A word whose e is all ones is NaN.
//! - Exponents count powers of four, because shifts by even distances take half the LUTs of shifts by any distance
//!   (as in IBM's System/360, whose exponents count powers of sixteen).
//! - Two floating-point numbers, the larger of whose exponent fields is M, become a word with e = ⌊(M - 1)/2⌋, or e = 0
//!   where M is 0. A subnormal number is zero, and infinity and NaN make a word that is NaN.
//! - A step aligns all words of a transform to one exponent: the largest of all e + u, where u is the number of shifts
//!   by two bits after which both parts of a word fit `aligned` bits. All of the words are NaN if one of them is, or if
//!   that exponent is all ones or more. Every word is shifted right by two bits for each unit by which its exponent is
//!   less, and by [`SharedExponent::max_shift`] bits at most.
//! - Bits that are shifted out are rounded to odd: a number between two integers becomes the odd one of them. The
//!   result is exact if the bits are zero, and the error has no preferred sign (Boldo and Melquiond, IEEE Trans.
//!   Computers 57(4), 2008).
//! - A step computes in fixed point by the rules of [`crate::pipeline::FixedStage`], and all its results have that
//!   exponent. Words are longer than `aligned` by the fewest bits of [`SharedExponent::GROWTHS`] with which the results
//!   of every step fit. If none suffices, all results of the step are halved and rounded to odd. The power of two by
//!   which the core has to multiply for that, `shift`, is known when the core is built.
//! - A word at the output becomes two numbers of the format, each rounded once: to nearest even, to infinity where it
//!   is too large and to zero where it is too small. Zeros are positive. NaN becomes NaN in both parts.

use crate::format::{number, word, Float};
use std::ops::RangeInclusive;

/// Encoding of pairs of floating-point numbers as words with one exponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SharedExponent {
    /// Format of the numbers at the ports of the core.
    pub float: Float,
    /// Bits of an aligned part, sign included.
    pub aligned: u32,
    /// Bits by which a part of a word is longer than an aligned part: one of [`SharedExponent::GROWTHS`] where a step
    /// aligns words again.
    pub growth: u32,
    /// Bits of the exponent of a word: [`SharedExponent::least_exponent`] or [`SharedExponent::long_exponent`].
    pub exponent: u32,
    /// Words of a beat at both ends of the core.
    pub lanes: usize,
    /// Power of two by which a result exceeds the value of its word. It is negative for an inverse transform with
    /// division.
    pub shift: i32,
    /// Clock cycles of alignment and decoding, in halves of those on UltraScale+.
    pub halves: usize,
}

/// Encoding of the words that a step aligns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum InputEncoding {
    /// Floating-point numbers from the input of the core, which the alignment also encodes.
    Float,
    /// Words directly after their encoding, of which no part is longer than an aligned part.
    UnitRangeWord,
    /// Any words.
    #[default]
    Word,
}

/// The parts of a word.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Parts {
    /// Real and imaginary part.
    pub mantissas: [i64; 2],
    /// Exponent e.
    pub exponent: u64,
}

impl SharedExponent {
    /// Returns the name of the encoding by the bits of an aligned part, as in `cfp28`.
    pub fn name(&self) -> String {
        format!("cfp{}", self.aligned)
    }

    /// Choices of `growth` in bits: at least the one bit of a sum, and at most the four bits that two shifts take off.
    pub const GROWTHS: RangeInclusive<u32> = 1..=4;

    /// Returns the bits of the exponent of words that are no larger than the numbers of a format.
    pub fn least_exponent(float: Float) -> u32 {
        float.exponent - 1
    }

    /// Returns the bits of the exponent of words that may exceed the numbers of a format by 32 bits, as sums do that
    /// are divided, or whose factors are small.
    pub fn long_exponent(float: Float) -> u32 {
        float.exponent.max(5)
    }

    /// Bits of a part of a word.
    pub fn mantissa(&self) -> u32 {
        self.aligned + self.growth
    }

    /// Largest right shift in bits: the least 2·(2^n - 1) that leaves two bits of a part or fewer.
    pub fn max_shift(&self) -> u32 {
        2 * (self.mantissa().div_ceil(2).next_power_of_two() - 1)
    }

    /// Bits of the exponent that are stored with the real and with the imaginary part.
    pub fn exponent_bits(&self) -> [u32; 2] {
        [self.exponent.div_ceil(2), self.exponent / 2]
    }

    /// Bits of a stored component: a part of the word, with its bits of the exponent above.
    pub fn bits(&self) -> u32 {
        self.mantissa() + self.exponent_bits()[0]
    }

    /// Bits of a component at the input of a step.
    pub fn input_bits(&self, encoding: InputEncoding) -> u32 {
        match encoding {
            InputEncoding::Float => self.float.bits(),
            _ => self.bits(),
        }
    }

    /// Exponent of NaN.
    fn nan_exponent(&self) -> u64 {
        (1 << self.exponent) - 1
    }

    /// Exponent field of a number of the format whose leading bit is the top bit of a part, in a word of exponent 0.
    pub fn field(&self) -> i32 {
        3 + self.growth as i32 + self.shift
    }

    /// Splits a stored word into its parts.
    #[inline(always)]
    pub fn split(&self, [re, im]: [u64; 2]) -> Parts {
        let mantissa = self.mantissa();
        let mantissas = [re, im].map(|part| number(part & ((1 << mantissa) - 1), mantissa));
        Parts { mantissas, exponent: self.exponent([re, im]) }
    }

    /// Returns the exponent that is stored above the parts of a word.
    #[inline(always)]
    fn exponent(&self, [re, im]: [u64; 2]) -> u64 {
        let (mantissa, [low, _]) = (self.mantissa(), self.exponent_bits());
        re >> mantissa | (im >> mantissa) << low
    }

    /// Returns the bits of an exponent above the real and above the imaginary part.
    #[inline(always)]
    pub fn fields(&self, exponent: u64) -> [u64; 2] {
        let [low, _] = self.exponent_bits();
        [exponent & ((1 << low) - 1), exponent >> low].map(|bits| bits << self.mantissa())
    }

    /// Joins the parts of a word to a stored word.
    #[inline(always)]
    pub fn join(&self, Parts { mantissas, exponent }: Parts) -> [u64; 2] {
        let fields = self.fields(exponent);
        [0, 1].map(|part| word(mantissas[part].into(), self.mantissa()) | fields[part])
    }

    /// Encodes two numbers of the format as a word.
    #[inline(always)]
    pub fn encode(&self, numbers: [u64; 2]) -> Parts {
        let fields = numbers.map(|number| self.float.fields(number));
        let exponent = fields[0].1.max(fields[1].1).saturating_sub(1) / 2;
        if exponent == self.float.exponent_max() >> 1 {
            return Parts { mantissas: [0; 2], exponent: self.nan_exponent() };
        }
        // Left shift of a significand whose exponent field is 2 e + 2.
        let guard = i64::from(self.aligned) - 2 - i64::from(self.float.fraction);
        let part = |(significand, field): (i64, u64)| match 2 * exponent as i64 + 2 - field as i64 - guard {
            by @ 0.. => round_to_odd(significand, by as u64),
            negative => significand << -negative,
        };
        Parts { mantissas: fields.map(part), exponent }
    }

    /// Decodes a word as two numbers of the format.
    pub fn decode(&self, word: Parts) -> [u64; 2] {
        self.decode_by(word, |part, power| self.float.nearest_to(part, power))
    }

    /// Whether [`Self::decode_by_host`] serves all words.
    pub fn has_decode_by_host(&self) -> bool {
        self.float.has_nearest_by_host(&(self.power(0)..=self.power(self.nan_exponent())))
    }

    /// Decodes a word as [`Self::decode`] does, where [`Self::has_decode_by_host`] holds.
    #[inline(always)]
    pub fn decode_by_host(&self, word: Parts) -> [u64; 2] {
        self.decode_by(word, |part, power| self.float.nearest_by_host(part, power))
    }

    #[inline(always)]
    fn decode_by(&self, word: Parts, nearest: impl Fn(i64, i32) -> u64) -> [u64; 2] {
        let power = self.power(word.exponent);
        // As a closure over both parts it would not be compiled for the processor of the caller.
        let [re, im] = word.mantissas;
        let numbers = [nearest(re, power), nearest(im, power)];
        if word.exponent == self.nan_exponent() {
            return [self.float.nan(); 2];
        }
        numbers
    }

    /// Returns the power of two by which the parts of a word are multiplied.
    #[inline(always)]
    fn power(&self, exponent: u64) -> i32 {
        2 * exponent as i32 + 4 - self.float.bias() - self.aligned as i32 + self.shift
    }

    /// Aligns words to one exponent, and returns it.
    pub fn align(&self, words: &mut [Parts]) -> u64 {
        let max = words.iter().map(|word| self.normalized_exponent(word)).max().unwrap_or(0);
        for word in words {
            let by = self.distance(max, word.exponent);
            word.mantissas = word.mantissas.map(|part| round_to_odd(part, by));
        }
        self.clamp_exponent(max)
    }

    /// Returns the right shift in bits from a word's own exponent to exponent `to`, which is not less.
    #[inline(always)]
    fn distance(&self, to: u64, own: u64) -> u64 {
        (2 * (to - own)).min(self.max_shift().into())
    }

    /// Returns the least exponent at which both parts of a word fit `aligned` bits.
    fn normalized_exponent(&self, word: &Parts) -> u64 {
        // Bits that differ from the sign in one of the parts.
        let different = word.mantissas.map(|part| (part ^ (part >> 63)) as u64).into_iter().fold(0, |a, b| a | b);
        let beyond = |bits: u32| u64::from(different >> bits != 0);
        word.exponent + beyond(self.aligned - 1) + beyond(self.aligned + 1)
    }

    /// Replaces an exponent that is too large by that of NaN.
    #[inline(always)]
    fn clamp_exponent(&self, exponent: u64) -> u64 {
        exponent.min(self.nan_exponent())
    }

    /// Raises `exponents[i]` to the least exponent at which both parts of word i fit `aligned` bits, if that is larger.
    #[inline(always)]
    pub fn raise_exponents(&self, [re, im]: [&[u64]; 2], exponents: &mut [u64]) {
        let lengths = (1 << (self.mantissa() - 1)) - 1;
        for ((exponent, &re), &im) in exponents.iter_mut().zip(re).zip(im) {
            // Bits of a part that differ from the bit below, so that its length shows without its sign.
            let changes = ((re ^ re >> 1) | (im ^ im >> 1)) & lengths;
            let raised = |own: u64, bits: u32| if changes >= 1 << bits { own + 1 } else { own };
            let fitting = raised(raised(self.exponent([re, im]), self.aligned - 1), self.aligned + 1);
            *exponent = (*exponent).max(fitting);
        }
    }

    /// Aligns word i to `exponents[i]` and writes its parts, which fit `aligned` bits, as numbers that `part` makes of
    /// them.
    #[inline(always)]
    pub fn align_to<W>(
        &self,
        [re, im]: [&[u64]; 2],
        exponents: &[u64],
        [out_re, out_im]: [&mut [W]; 2],
        part: impl Fn(i64) -> W,
    ) {
        let above = 64 - self.mantissa();
        let words = re.iter().zip(im).zip(exponents);
        for (((&re, &im), &exponent), (out_re, out_im)) in words.zip(out_re.iter_mut().zip(out_im)) {
            let by = self.distance(exponent, self.exponent([re, im]));
            // A part with its sign in bit 63 is shifted right by `above` more bits.
            let down = (u64::from(above) + by).min(63);
            [*out_re, *out_im] = [re, im].map(|bits| part(round_to_odd((bits << above) as i64, down)));
        }
    }

    /// Writes the bits of exponents, or of NaN in place of those that are too large, above the real and above the
    /// imaginary parts of words.
    #[inline(always)]
    pub fn write_fields(&self, exponents: &[u64], [re, im]: [&mut [u64]; 2]) {
        for (exponent, (re, im)) in exponents.iter().zip(re.iter_mut().zip(im)) {
            [*re, *im] = self.fields(self.clamp_exponent(*exponent));
        }
    }
}

/// Computes n/2^by, rounded to odd.
#[inline(always)]
fn round_to_odd(n: i64, by: u64) -> i64 {
    let by = by.min(63);
    let below = n >> by;
    below | if below << by != n { 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fp32() -> SharedExponent {
        let float = Float { subnormals: false, ..Float::with_subnormals(8, 23) };
        SharedExponent { float, aligned: 27, growth: 1, exponent: 7, lanes: 1, shift: 0, halves: 2 }
    }

    #[test]
    fn numbers_come_back() {
        let shared = fp32();
        let bits = |x: f32| u64::from(x.to_bits());
        for [re, im] in [[1.5f32, -0.25], [3.0e-38, 0.0], [0.0, 0.0], [f32::MAX, -1.0e38], [-2.0, 3.0]] {
            let word = shared.join(shared.encode([bits(re), bits(im)]));
            assert_eq!(shared.decode(shared.split(word)), [bits(re), bits(im)]);
        }
        // The smaller part is rounded to the place of the larger one, to odd.
        let word = shared.encode([bits(2.0), bits(-1.0e-20)]);
        assert_eq!(word.mantissas, [1 << 25, -1]);
        let nan = shared.float.nan();
        assert_eq!(shared.decode(shared.encode([bits(f32::INFINITY), bits(1.0)])), [nan; 2]);
    }

    #[test]
    fn words_are_aligned_to_the_longest() {
        let shared = fp32();
        assert_eq!((shared.bits(), shared.mantissa()), (32, 28));
        let mut words =
            [Parts { mantissas: [1 << 26, 3], exponent: 7 }, Parts { mantissas: [-(1 << 26), -5], exponent: 8 }];
        assert_eq!(shared.align(&mut words), 8);
        assert_eq!(words.map(|word| word.mantissas), [[1 << 24, 1], [-(1 << 26), -5]]);
        let mut words = [Parts { mantissas: [1 << 26, 0], exponent: 126 }, Parts { mantissas: [-1, 1], exponent: 0 }];
        assert_eq!(shared.align(&mut words), 127);
        assert_eq!(words[1].mantissas, [-1, 1]);
        // An exponent of a bit more is that of a number.
        let (long, nan) = (SharedExponent { exponent: 8, ..shared }, shared.float.infinity());
        let mut words = [Parts { mantissas: [1 << 26, 0], exponent: 126 }];
        assert_eq!((long.align(&mut words), long.encode([nan, 0]).exponent), (127, 255));
    }
}
