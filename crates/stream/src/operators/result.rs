//! Normalisation of a sum or difference of significands.

use super::order::Aligned;
use super::pack::Rest;
use super::shift::{leading_zeros, minimum, normalise};
use crate::format::Float;
use crate::rtl::{Module, Net};

/// Result before the last selection of its fraction, which the LUT of the rounding addition makes.
pub(super) struct Path {
    /// Exponent field less `bump`.
    pub exponent: Net,
    /// Increment of the exponent that the rounding addition adds.
    pub bump: Net,
    /// Fraction if not `wide`, and fraction if `wide`.
    pub fractions: [Net; 2],
    /// Whether the leading bit is at the top of the word, and not next to it.
    pub wide: Net,
    /// Bits below the fraction.
    pub rest: Rest,
    /// Whether the result is zero, by underflow or exactly.
    pub zero: Net,
    /// Whether finite operands give infinity.
    pub over: Net,
    /// Whether the value is exactly zero.
    pub vanished: Net,
}

/// Splits a word with its leading bit at the top into the fraction and the bits below it.
fn split(m: &mut Module, f: Float, word: Net) -> (Net, Rest) {
    let base = m.width(word) - 1 - f.fraction;
    let fraction = m.slice(word, base, f.fraction);
    let (half, below) = (m.bit(word, base - 1), m.slice(word, 0, base - 1));
    let sticky = m.any(below);
    (fraction, Rest { half, sticky }.named(m))
}

/// Splits a word with its leading bit at the top if `wide`, else next to it. Returns the fractions for both positions,
/// the one for `wide` last, and the bits below.
///
/// The round bit for `wide` is the last bit of the other fraction.
fn split_either(m: &mut Module, f: Float, word: Net, wide: Net) -> ([Net; 2], Rest) {
    let base = m.width(word) - 1 - f.fraction;
    let (fraction, below) = (m.slice(word, base, f.fraction), m.slice(word, base - 1, f.fraction));
    let (half, half_below) = (m.bit(below, 0), m.bit(word, base - 2));
    let low = m.slice(word, 0, base - 2);
    let low = m.any(low);
    let next = m.and(wide, half_below);
    let rest = Rest { half: m.mux(wide, half, half_below), sticky: m.or(low, next) }.named(m);
    ([below, fraction], rest)
}

/// Computes whether an exponent field less the leading bit is at least 2^E - 2, from where a carry gives infinity.
fn last_exponent(m: &mut Module, f: Float, exponent: Net) -> Net {
    let high = m.slice(exponent, 1, f.exponent - 1);
    m.all(high)
}

impl Path {
    /// Normalises a sum of magnitudes whose top bit is the carry.
    pub fn sum(m: &mut Module, f: Float, word: Net, aligned: &Aligned) -> Path {
        let top = m.width(word) - 1;
        let carry = m.bit(word, top);
        let (fractions, rest) = split_either(m, f, word, carry);
        let last = last_exponent(m, f, aligned.exponent);
        // The sum of subnormals may be normal.
        let (bump, zero) = if f.subnormals {
            let normal = m.any(aligned.exponent);
            let subnormal = m.not(normal);
            let reached = m.bit(word, top - 1);
            let reached = m.and(subnormal, reached);
            (m.or(carry, reached), m.constant(1, 0))
        } else {
            (carry, aligned.empty)
        };
        let over = m.and(last, carry);
        Path { exponent: aligned.exponent, bump, fractions, wide: carry, rest, zero, over, vanished: zero }
    }

    /// Normalises a word whose leading bit may have any position: a difference, or if `carry` a sum or difference whose
    /// top bit is the carry.
    pub fn anywhere(m: &mut Module, f: Float, word: Net, aligned: &Aligned, carry: bool) -> Path {
        if f.subnormals {
            let word = if carry { word } else { m.extend(word, m.width(word) + 1) };
            Path::gradual(m, f, word, aligned)
        } else {
            Path::flush(m, f, word, aligned, carry)
        }
    }

    /// Normalises without subnormals. The word shifts left until its leading bit is at the top, even if the exponent
    /// underflows.
    fn flush(m: &mut Module, f: Float, word: Net, aligned: &Aligned, carry: bool) -> Path {
        // A shift by more than one bit happens only if the exponents differ by less than two. Below the significand, at
        // most the highest bit is then set.
        let (word, halves) = normalise(m, word, 2, if carry { 4 } else { 2 });
        let odd = m.constant(1, u128::from(!carry));
        let amount = m.concat(&[odd, halves]);
        let signed = difference(m, aligned.exponent, amount);
        m.name(signed, "exponent");
        let top = m.width(word) - 1;
        let (wide, next) = (m.bit(word, top), m.bit(word, top - 1));
        let leads = m.or(wide, next);
        let vanished = m.not(leads);
        m.name(vanished, "vanished");
        let (fractions, rest) = split_either(m, f, word, wide);

        let negative = m.bit(signed, m.width(signed) - 1);
        let exponent = m.slice(signed, 0, f.exponent);
        // A result never rounds up to the smallest normal number, because a sum that small is exact.
        let same = equal(m, aligned.exponent, amount);
        let narrow = m.not(wide);
        let none = m.and(same, narrow);
        let under = m.or(negative, none);
        let zero = m.or(under, vanished);
        let over = m.constant(1, 0);
        let path = Path { exponent, bump: wide, fractions, wide, rest, zero, over, vanished };
        path.with_overflow(m, f, negative, carry)
    }

    /// Normalises with subnormals. The word shifts left no further than the smallest exponent allows.
    fn gradual(m: &mut Module, f: Float, word: Net, aligned: &Aligned) -> Path {
        let (zeros, any) = leading_zeros(m, word);
        let amount = minimum(m, zeros, aligned.weight);
        let by = m.slice(amount, 0, m.width(zeros));
        let word = m.shl(word, by);
        m.name(word, "normal");
        let signed = difference(m, aligned.weight, amount);
        m.name(signed, "exponent");
        let leading = m.bit(word, m.width(word) - 1);
        let (fraction, rest) = split(m, f, word);
        let zero = m.not(any);
        let (wide, over) = (m.constant(1, 1), m.constant(1, 0));
        let exponent = m.slice(signed, 0, f.exponent);
        let negative = m.bit(signed, m.width(signed) - 1);
        let fractions = [fraction, fraction];
        let path = Path { exponent, bump: leading, fractions, wide, rest, zero, over, vanished: zero };
        path.with_overflow(m, f, negative, true)
    }

    /// Sets the condition for overflow, which only a carry makes possible.
    fn with_overflow(self, m: &mut Module, f: Float, negative: Net, carry: bool) -> Path {
        if !carry {
            return self;
        }
        let last = last_exponent(m, f, self.exponent);
        let positive = m.not(negative);
        let last = m.and(last, positive);
        let over = m.and(last, self.bump);
        m.name(over, "overflows");
        Path { over, ..self }
    }
}

/// Computes `a - b` with a sign bit.
fn difference(m: &mut Module, a: Net, b: Net) -> Net {
    let width = m.width(a).max(m.width(b)) + 1;
    let (a, b) = (m.extend(a, width), m.extend(b, width));
    m.sub(a, b)
}

/// Computes `a == b` for words of any widths.
fn equal(m: &mut Module, a: Net, b: Net) -> Net {
    let width = m.width(a).max(m.width(b));
    let (a, b) = (m.extend(a, width), m.extend(b, width));
    m.eq(a, b)
}
