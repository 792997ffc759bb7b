//! From a sum or difference of significands to what is left to assemble.

use super::order::Aligned;
use super::pack::Rest;
use super::shift::{leading_zeros, minimum, normalise};
use crate::format::Float;
use crate::rtl::{Module, Net};

/// A result before the last choice of its fraction, which the table of the rounding addition makes.
pub(super) struct Path {
    /// Exponent field less `bump`.
    pub exponent: Net,
    pub bump: Net,
    /// The fraction if the leading bit is not at the top of the word, and if it is: if `wide`.
    pub fractions: [Net; 2],
    pub wide: Net,
    pub rest: Rest,
    /// The result is zero, for whatever reason; infinite, from finite operands.
    pub zero: Net,
    pub over: Net,
    /// The value is exactly zero.
    pub vanished: Net,
}

/// The fraction of a word with its leading bit at the top, and what is below it.
fn split(m: &mut Module, f: Float, word: Net) -> (Net, Rest) {
    let base = m.width(word) - 1 - f.fraction;
    let fraction = m.slice(word, base, f.fraction);
    let (half, below) = (m.bit(word, base - 1), m.slice(word, 0, base - 1));
    let sticky = m.any(below);
    (fraction, Rest { half, sticky }.named(m))
}

/// The same of a word with its leading bit at the top if `wide`, else next to it: two fractions.
///
/// Half a unit in the first place is the last bit of the fraction in the second.
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

/// Whether an exponent field less the leading bit has reached 2^E - 2, from where a carry alone moved it on.
fn last_exponent(m: &mut Module, f: Float, exponent: Net) -> Net {
    let high = m.slice(exponent, 1, f.exponent - 1);
    m.all(high)
}

impl Path {
    /// Of a sum of magnitudes, the carry at its top.
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

    /// Of a difference, or of a sum with the carry at its top if `carry`: what leads may be anywhere.
    pub fn anywhere(m: &mut Module, f: Float, word: Net, aligned: &Aligned, carry: bool) -> Path {
        if f.subnormals {
            let word = if carry { word } else { m.extend(word, m.width(word) + 1) };
            Path::gradual(m, f, word, aligned)
        } else {
            Path::flush(m, f, word, aligned, carry)
        }
    }

    /// Without subnormals: as far left as it goes, whatever the exponent becomes.
    fn flush(m: &mut Module, f: Float, word: Net, aligned: &Aligned, carry: bool) -> Path {
        // Past the place next to the significand's a shift happens only at a distance below two, and then guard
        // alone is set below.
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
        // Rounding up to the smallest normal number does not happen: a sum that small is exact.
        let same = equal(m, aligned.exponent, amount);
        let narrow = m.not(wide);
        let none = m.and(same, narrow);
        let under = m.or(negative, none);
        let zero = m.or(under, vanished);
        let over = m.constant(1, 0);
        let path = Path { exponent, bump: wide, fractions, wide, rest, zero, over, vanished };
        path.reaching(m, f, negative, carry)
    }

    /// With subnormals: no further left than the smallest exponent allows.
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
        path.reaching(m, f, negative, true)
    }

    /// With overflow, where a carry makes it possible.
    fn reaching(self, m: &mut Module, f: Float, negative: Net, carry: bool) -> Path {
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

/// `a - b` with a sign bit.
fn difference(m: &mut Module, a: Net, b: Net) -> Net {
    let width = m.width(a).max(m.width(b)) + 1;
    let (a, b) = (m.extend(a, width), m.extend(b, width));
    m.sub(a, b)
}

/// `a == b`, of whatever widths.
fn equal(m: &mut Module, a: Net, b: Net) -> Net {
    let width = m.width(a).max(m.width(b));
    let (a, b) = (m.extend(a, width), m.extend(b, width));
    m.eq(a, b)
}
