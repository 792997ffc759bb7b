//! Complex floating point: numbers whose real and imaginary parts share an exponent.
//!
//! # Rules
//!
//! - A word is two integers of [`SharedExponent::mantissa`] bits, re and im, and an exponent e of a bit less than the format's. It
//!   stands for (re + i im)·4^e·2^(4 - bias - `aligned`). Where e is all ones it is no number.
//! - Exponents count fours, so that words are shifted by even amounts, which takes half the lookup tables of any amounts
//!   (as in IBM's System/360, whose exponents count sixteens).
//! - Two floating-point numbers, the larger of whose exponent fields is M, become a word with e = ⌊(M - 1)/2⌋, or zero
//!   where M is. A subnormal number is zero, and infinity and NaN make a word that is no number.
//! - A step takes all words of a transform at one exponent: the largest of all e + u, with u the fours by which a part of
//!   the word is longer than `aligned` bits. None of the words is a number if one of them is not, or if that exponent is all ones or
//!   more. Every word is shifted right by two bits for each by which its exponent is less, or by [`SharedExponent::farthest`] bits where that
//!   is less.
//! - What is shifted out rounds to odd: a number between two integers becomes the odd one of them. So nothing is lost where
//!   nothing is shifted out, and what is lost has no preferred sign (Boldo and Melquiond, IEEE Trans. Computers 57(4), 2008).
//! - A step computes in fixed point, as [`crate::pipeline::FixedStage`] says, and all its results have that exponent. Words are
//!   longer than `aligned` by the fewest bits of [`SharedExponent::GROWTHS`] with which the results of every step fit. Where none
//!   suffices results are halved, all of the step's alike, rounded to odd; what the core multiplies by 2^shift for that is
//!   known when it is built.
//! - A word goes out as two numbers of the format, each rounded once: to nearest even, to infinity where it is too large
//!   and to zero where it is too small. Zeros are positive. What is no number goes out as NaN, in both parts.

use crate::format::{number, word, Float};
use crate::rtl::operators::comparisons;
use std::ops::RangeInclusive;

/// Numbers of a floating-point format as words that share exponents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SharedExponent {
    pub float: Float,
    /// Bits of a part, its sign among them, as steps take them.
    pub aligned: u32,
    /// Bits that a part of a word may be longer than that: [`SharedExponent::GROWTHS`].
    pub growth: u32,
    /// Words of a beat at both ends of the core.
    pub lanes: usize,
    /// By how many factors of two a result is more than its word says: an inverse transform is so much less.
    pub shift: i32,
}

/// What a step brings to one exponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum InputEncoding {
    /// Floating-point numbers as they come in: what makes words of them aligns them as well.
    Float,
    /// Words that were made of numbers just before: no part is too long.
    UnitRangeWord,
    #[default]
    Word,
}

/// A word in its parts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Parts {
    pub mantissas: [i64; 2],
    pub exponent: u64,
}

impl SharedExponent {
    /// Returns the name of the encoding by the bits of an aligned part, as in `cfp28`.
    pub fn name(&self) -> String {
        format!("cfp{}", self.aligned)
    }

    /// Cycles to make two numbers of a word.
    pub const LEAVING: usize = 3;

    /// Bits that words may be longer than a step takes: from that of a sum to those that two fours take off.
    pub const GROWTHS: RangeInclusive<u32> = 1..=4;

    /// Cycles to bring so many words to one exponent that come in one beat: one to look at words, or to shift the last digit of
    /// numbers, one for two comparisons of exponents, and one to shift.
    pub fn aligning(source: InputEncoding, words: usize) -> usize {
        let of = |exponents: usize| 2 + comparisons(exponents).div_ceil(2);
        match (source, words) {
            (InputEncoding::Float, 0 | 1) => 2,
            (InputEncoding::Float, _) => of(2 * words),
            (_, 0..=2) => words.max(1),
            _ => of(words),
        }
    }

    /// Cycles to shift a word by the exponent of one of so many transforms, which is known: a choice takes time.
    pub fn placing(source: InputEncoding, transforms: usize) -> usize {
        match (source, transforms) {
            (InputEncoding::Float, _) | (_, 2..) => 2,
            _ => 1,
        }
    }

    /// Cycles from the last word of a transform until the largest exponent of all is known, on so many lanes: to look at the
    /// word, and to compare.
    pub fn gathering(source: InputEncoding, lanes: usize) -> usize {
        Self::looking(source) + Self::comparing(source, lanes) + 1
    }

    /// Those until it is known which exponent a word brings; that of a number is there.
    pub fn looking(source: InputEncoding) -> usize {
        usize::from(source != InputEncoding::Float)
    }

    /// Exponents that are compared at once, each with each.
    pub const TOGETHER: usize = 3;

    /// Those in which the exponents of a beat are compared, until there are two left. Each part of a number has its own.
    pub fn comparing(source: InputEncoding, lanes: usize) -> usize {
        let exponents = if source == InputEncoding::Float { 2 * lanes } else { lanes };
        let left = |count: &usize| Some(count.div_ceil(Self::TOGETHER)).filter(|_| *count > 2);
        std::iter::successors(Some(exponents), left).skip(1).count()
    }

    /// Steps of four ways in which a word is shifted as far as it may be, a lookup table for each bit of a part.
    fn shifts(&self) -> usize {
        (self.farthest() / 2 + 1).ilog2().div_ceil(2) as usize
    }

    /// Estimate of the lookup tables that bring so many words to one exponent: for each bit of a part those of the shift, of numbers
    /// three of four ways, with what is lost and the sign; and those of the exponents, each of which is compared with a few
    /// others.
    pub fn aligning_luts(&self, source: InputEncoding, words: usize) -> usize {
        let (parts, bits, exponent) = (2 * words, self.aligned as usize, self.float.exponent as usize);
        match (source, words) {
            (InputEncoding::Float, _) => parts * (bits * 11 / 2 + 2 * exponent),
            (_, 1) => bits * 5 / 2,
            _ => parts * bits * (2 * self.shifts() + 1) / 2 + words * 7 * exponent,
        }
    }

    /// The same where transforms take several beats, so many of them at once on so many lanes; without the words that wait.
    pub fn gathering_luts(&self, source: InputEncoding, lanes: usize, transforms: usize) -> usize {
        let (bits, exponent) = (self.aligned as usize, self.float.exponent as usize);
        let (each, compared) = match source {
            InputEncoding::Float => (2 * (bits * 11 / 2 + exponent), 2 * lanes),
            _ => (2 * bits * (self.shifts() + 2) + 2 * exponent, lanes),
        };
        lanes * each + transforms * (compared + 1) * 2 * exponent
    }

    /// The same of what makes words of the numbers of a beat.
    pub fn entering_luts(&self) -> usize {
        self.lanes * self.aligning_luts(InputEncoding::Float, 1)
    }

    /// The same of what makes numbers of its words.
    pub fn leaving_luts(&self) -> usize {
        self.lanes * 2 * self.mantissa() as usize * 6
    }

    /// Bits of a part of a word.
    pub fn mantissa(&self) -> u32 {
        self.aligned + self.growth
    }

    /// Most bits that a word is shifted by: fours that fill the binary digits of their number, the least that leave two bits of a
    /// part or fewer.
    pub fn farthest(&self) -> u32 {
        2 * (self.mantissa().div_ceil(2).next_power_of_two() - 1)
    }

    /// Bits of the exponent that go with the real and with the imaginary part.
    pub fn exponent_bits(&self) -> [u32; 2] {
        let all = self.float.exponent - 1;
        [all.div_ceil(2), all / 2]
    }

    /// Bits of a part, the lowest, with its bits of the exponent above.
    pub fn bits(&self) -> u32 {
        self.mantissa() + self.exponent_bits()[0]
    }

    /// Bits of what comes into a step.
    pub fn entering_bits(&self, source: InputEncoding) -> u32 {
        match source {
            InputEncoding::Float => self.float.bits(),
            _ => self.bits(),
        }
    }

    /// The exponent of what is no number.
    fn no_number(&self) -> u64 {
        self.float.exponent_max() >> 1
    }

    /// The exponent field of a number of the format whose leading bit is the top one of a part, for a word of exponent 0.
    pub fn field(&self) -> i32 {
        3 + self.growth as i32 + self.shift
    }

    /// The parts of a word.
    pub fn split(&self, [re, im]: [u64; 2]) -> Parts {
        let mantissa = self.mantissa();
        let mantissas = [re, im].map(|part| number(part & ((1 << mantissa) - 1), mantissa));
        Parts { mantissas, exponent: self.exponent([re, im]) }
    }

    /// The exponent that stands above the parts of a word.
    fn exponent(&self, [re, im]: [u64; 2]) -> u64 {
        let (mantissa, [low, _]) = (self.mantissa(), self.exponent_bits());
        re >> mantissa | (im >> mantissa) << low
    }

    /// An exponent as it stands above the real and above the imaginary part.
    pub fn fields(&self, exponent: u64) -> [u64; 2] {
        let [low, _] = self.exponent_bits();
        [exponent & ((1 << low) - 1), exponent >> low].map(|bits| bits << self.mantissa())
    }

    /// A word of its parts.
    pub fn join(&self, Parts { mantissas, exponent }: Parts) -> [u64; 2] {
        let fields = self.fields(exponent);
        [0, 1].map(|part| word(mantissas[part].into(), self.mantissa()) | fields[part])
    }

    /// Two numbers of the format as a word.
    pub fn enter(&self, numbers: [u64; 2]) -> Parts {
        let fields = numbers.map(|number| self.float.fields(number));
        let exponent = fields[0].1.max(fields[1].1).saturating_sub(1) / 2;
        if exponent == self.no_number() {
            return Parts { mantissas: [0; 2], exponent };
        }
        // Places that a significand moves up by where its field is 2 e + 2.
        let guard = i64::from(self.aligned) - 2 - i64::from(self.float.fraction);
        let part = |(significand, field): (i64, u64)| match 2 * exponent as i64 + 2 - field as i64 - guard {
            by @ 0.. => round_to_odd(significand, by as u64),
            up => significand << -up,
        };
        Parts { mantissas: fields.map(part), exponent }
    }

    /// A word as two numbers of the format.
    pub fn leave(&self, Parts { mantissas, exponent }: Parts) -> [u64; 2] {
        if exponent == self.no_number() {
            return [self.float.nan(); 2];
        }
        let power = 2 * exponent as i32 + 4 - self.float.bias() - self.aligned as i32 + self.shift;
        mantissas.map(|part| self.float.nearest_to(part, power))
    }

    /// Brings words to one exponent, and returns it.
    pub fn align(&self, words: &mut [Parts]) -> u64 {
        let most = words.iter().map(|word| self.needed(word)).max().unwrap_or(0);
        for word in words {
            let by = self.distance(most, word.exponent);
            word.mantissas = word.mantissas.map(|part| round_to_odd(part, by));
        }
        self.limited(most)
    }

    /// Bits that a word is shifted by to come to an exponent that is no less than its own.
    fn distance(&self, most: u64, own: u64) -> u64 {
        (2 * (most - own)).min(self.farthest().into())
    }

    /// The exponent at which a word has parts of `aligned` bits.
    fn needed(&self, word: &Parts) -> u64 {
        // Bits that differ from the sign, in whichever part has more of them.
        let different = word.mantissas.map(|part| (part ^ (part >> 63)) as u64).into_iter().fold(0, |a, b| a | b);
        let beyond = |bits: u32| u64::from(different >> bits != 0);
        word.exponent + beyond(self.aligned - 1) + beyond(self.aligned + 1)
    }

    /// An exponent, or that of what is no number.
    pub fn limited(&self, exponent: u64) -> u64 {
        exponent.min(self.no_number())
    }

    /// For words one after the other, raises the exponents of their transforms where they need more.
    pub fn raise(&self, [re, im]: [&[u64]; 2], most: &mut [u64]) {
        let lengths = (1 << (self.mantissa() - 1)) - 1;
        for ((most, &re), &im) in most.iter_mut().zip(re).zip(im) {
            // Each bit of a part that is not like the one below it, so that its length is seen without its sign.
            let changes = ((re ^ re >> 1) | (im ^ im >> 1)) & lengths;
            let beyond = |bits: u32| u64::from(changes >> bits != 0);
            *most = (*most).max(self.exponent([re, im]) + beyond(self.aligned - 1) + beyond(self.aligned + 1));
        }
    }

    /// The parts of words one after the other at these exponents, in `aligned` bits each.
    pub fn place(&self, [re, im]: [&[u64]; 2], most: &[u64], [out_re, out_im]: [&mut [u64]; 2]) {
        let (above, kept) = (64 - self.mantissa(), (1 << self.aligned) - 1);
        let words = re.iter().zip(im).zip(most);
        for (((&re, &im), &most), (out_re, out_im)) in words.zip(out_re.iter_mut().zip(out_im)) {
            let by = self.distance(most, self.exponent([re, im]));
            // With its sign at the top, a part goes down by as much more as stands below it.
            let down = (u64::from(above) + by).min(63);
            [*out_re, *out_im] = [re, im].map(|part| round_to_odd((part << above) as i64, down) as u64 & kept);
        }
    }
}

/// `n / 2^by`, to an odd integer where it is none.
fn round_to_odd(n: i64, by: u64) -> i64 {
    let by = by.min(63);
    let below = n >> by;
    below | i64::from(below << by != n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fp32() -> SharedExponent {
        let float = Float { exponent: 8, fraction: 23, subnormals: false };
        SharedExponent { float, aligned: 27, growth: 1, lanes: 1, shift: 0 }
    }

    #[test]
    fn numbers_come_back() {
        let shared = fp32();
        let bits = |x: f32| u64::from(x.to_bits());
        for [re, im] in [[1.5f32, -0.25], [3.0e-38, 0.0], [0.0, 0.0], [f32::MAX, -1.0e38], [-2.0, 3.0]] {
            let word = shared.join(shared.enter([bits(re), bits(im)]));
            assert_eq!(shared.leave(shared.split(word)), [bits(re), bits(im)]);
        }
        // The smaller part is rounded to the place of the larger one, to odd.
        let word = shared.enter([bits(2.0), bits(-1.0e-20)]);
        assert_eq!(word.mantissas, [1 << 25, -1]);
        let nan = shared.float.nan();
        assert_eq!(shared.leave(shared.enter([bits(f32::INFINITY), bits(1.0)])), [nan; 2]);
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
    }
}
