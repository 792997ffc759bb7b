//! Normalisation of a sum or difference of significands.

use super::order::Aligned;
use super::pack::{Forced, Rest, Unpacked};
use super::shift::{leading_zeros, minimum, normalise};
use super::signed_difference;
use crate::format::Float;
use fftgen_hdl::dsl::*;

record! {
    /// Result before the last selection of its fraction, which the LUT of the rounding addition makes.
    pub(super) struct Normal {
        /// Exponent field less `bump`.
        exponent,
        /// Increment of the exponent that the rounding addition adds.
        bump,
        /// Whether the leading bit is at the top of the word, and not next to it.
        wide,
        /// Whether the result is zero, by underflow or exactly.
        zero,
        /// Bits below the fraction.
        rest: Rest<'m>,
        /// Fraction if not `wide`, and fraction if `wide`.
        fractions: [Sig<'m>; 2],
    }
}

impl<'m> Normal<'m> {
    /// The result with its sign, which an infinity or a NaN may replace.
    pub fn unpacked(self, sign: Sig<'m>, infinite: Sig<'m>, nan: Sig<'m>) -> Unpacked<'m> {
        let Normal { exponent, bump, wide, zero, rest, fractions: [narrow, one_down] } = self;
        let fraction = wide.mux(one_down, narrow).named("fraction");
        Unpacked { sign, exponent, bump, fraction, rest: Some(rest), forced: Forced { zero, infinite, nan } }
    }
}

/// Result of an addition of significands.
pub(super) struct Path<'m> {
    pub normal: Normal<'m>,
    /// Whether finite operands give infinity.
    pub over: Sig<'m>,
    /// Whether the value is exactly zero.
    pub vanished: Sig<'m>,
}

/// Splits a word with its leading bit at the top into the fraction and the bits below it.
fn split<'m>(f: Float, word: Sig<'m>) -> (Sig<'m>, Rest<'m>) {
    let base = word.width() - 1 - f.fraction;
    let rest = Rest { half: word.bit(base - 1), sticky: word.any_below(base - 1) };
    (word.bits(base, f.fraction), rest)
}

/// Splits a word with its leading bit at the top if `wide`, else next to it. Returns the fractions for both positions,
/// the one for `wide` last, and the bits below.
///
/// The round bit for `wide` is the last bit of the other fraction.
fn split_either<'m>(f: Float, word: Sig<'m>, wide: Sig<'m>) -> ([Sig<'m>; 2], Rest<'m>) {
    let base = word.width() - 1 - f.fraction;
    let [narrow, one_down] = [base - 1, base].map(|low| word.bits(low, f.fraction));
    let half_below = word.bit(base - 2);
    let low = word.any_below(base - 2);
    let next = wide & half_below;
    let half = wide.mux(narrow.bit(0), half_below);
    ([narrow, one_down], Rest { half, sticky: low | next })
}

/// Whether an exponent field less the leading bit is at least 2^E - 2, from where a carry gives infinity.
fn is_last<'m>(f: Float, exponent: Sig<'m>) -> Sig<'m> {
    exponent.bits(1, f.exponent - 1).all()
}

impl<'m> Path<'m> {
    /// Normalises a sum of magnitudes whose top bit is the carry.
    #[hdl]
    pub fn sum(f: Float, word: Sig<'m>, aligned: &Aligned<'m>) -> Self {
        let m = word.builder();
        m.section("Normalisation of the sum");
        let carry = word.top();
        let (fractions, rest) = split_either(f, word, carry);
        let is_last = is_last(f, aligned.exponent);
        // The sum of subnormals may be normal.
        let (bump, zero) = if f.subnormals {
            let subnormal = !aligned.exponent.any();
            (carry | subnormal & word.bit(word.width() - 2), m.low())
        } else {
            (carry, aligned.empty)
        };
        let over = is_last & carry;
        let normal = Normal { exponent: aligned.exponent, bump, wide: carry, zero, rest, fractions };
        Path { normal, over, vanished: zero }
    }

    /// Normalises a word whose leading bit may have any position: a difference, or if `carry` a sum or difference whose
    /// top bit is the carry.
    pub fn anywhere(f: Float, word: Sig<'m>, aligned: &Aligned<'m>, carry: bool) -> Self {
        word.builder().section("Normalisation");
        match (f.subnormals, carry) {
            (true, true) => Path::gradual(f, word, aligned),
            (true, false) => Path::gradual(f, word.extend(word.width() + 1), aligned),
            (false, _) => Path::flush(f, word, aligned, carry),
        }
    }

    /// Normalises without subnormals. The word shifts left until its leading bit is at the top, even if the exponent
    /// underflows.
    #[hdl]
    fn flush(f: Float, word: Sig<'m>, aligned: &Aligned<'m>, carry: bool) -> Self {
        let m = word.builder();
        // A shift by more than one bit happens only if the exponents differ by less than two. Below the significand, at
        // most the highest bit is then set.
        let (normal, halves) = normalise(word, 2, if carry { 4 } else { 2 });
        let amount = m.cat([m.constant(1, (!carry).into()), halves]);
        let exponent = signed_difference(aligned.exponent, amount);
        let wide = normal.top();
        let vanished = !(wide | normal.bit(normal.width() - 2));
        let (fractions, rest) = split_either(f, normal, wide);

        let negative = exponent.top();
        // A result never rounds up to the smallest normal number, because a sum that small is exact.
        let bits = aligned.exponent.width().max(amount.width());
        let is_least = aligned.exponent.extend(bits).is(amount.extend(bits));
        let under = negative | is_least & !wide;
        let zero = under | vanished;
        let field = exponent.bits(0, f.exponent);
        let normal = Normal { exponent: field, bump: wide, wide, zero, rest, fractions };
        Path { normal, over: normal.overflow(f, negative, carry), vanished }
    }

    /// Normalises with subnormals. The word shifts left no further than the smallest exponent allows.
    #[hdl]
    fn gradual(f: Float, word: Sig<'m>, aligned: &Aligned<'m>) -> Self {
        let (zeros, some) = leading_zeros(word);
        let amount = minimum(zeros, aligned.weight);
        let normal = word << amount.bits(0, zeros.width());
        let exponent = signed_difference(aligned.weight, amount);
        let (fraction, rest) = split(f, normal);
        let vanished = !some;
        let field = exponent.bits(0, f.exponent);
        let (bump, wide) = (normal.top(), word.builder().high());
        let normal = Normal { exponent: field, bump, wide, zero: vanished, rest, fractions: [fraction; 2] };
        Path { normal, over: normal.overflow(f, exponent.top(), true), vanished }
    }
}

impl<'m> Normal<'m> {
    /// Whether the exponent is too large, which only a carry makes possible.
    fn overflow(self, f: Float, negative: Sig<'m>, carry: bool) -> Sig<'m> {
        if !carry {
            return negative.builder().low();
        }
        let reaches_last = is_last(f, self.exponent) & !negative;
        (reaches_last & self.bump).named("overflows")
    }
}
