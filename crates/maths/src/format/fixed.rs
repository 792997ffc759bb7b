//! Fixed point: two's complement words with a binary point, and the rules for rounding and overflow.

use super::error::FormatError;
use super::limits::WORDS;
use crate::choice::Choice;
use crate::exact::Real;

/// A format of two's complement words of `integer + fraction` bits, within [`WORDS`], in units of 2^-fraction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixed {
    /// Bits before the binary point, including the sign; at least 1.
    pub integer: u32,
    /// Bits after the binary point.
    pub fraction: u32,
}

/// The rule by which low bits are dropped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub enum Rounding {
    /// Rounding to nearest, ties to even, which has no bias.
    #[default]
    Convergent,
    /// Rounding to nearest, ties upwards.
    HalfUp,
    /// Rounding downwards.
    Truncate,
    /// Rounding of inexact values to the odd one of both neighbours, which has no bias and takes no carry chain.
    Odd,
}

/// All rules but [`Rounding::Odd`], which only datapaths use internally.
impl Choice for Rounding {
    const WORDS: &'static [(&'static str, Self)] =
        &[("convergent", Rounding::Convergent), ("half-up", Rounding::HalfUp), ("truncate", Rounding::Truncate)];
}

/// The rule for a number that is too large for its word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub enum Overflow {
    /// Saturation to the largest or the smallest number of the word.
    #[default]
    Saturate,
    /// Wrapping: the low bits of the number.
    Wrap,
}

impl Choice for Overflow {
    const WORDS: &'static [(&'static str, Self)] = &[("saturate", Overflow::Saturate), ("wrap", Overflow::Wrap)];
}

impl Fixed {
    /// Creates a format if its widths are within the limits.
    pub fn new(integer: u32, fraction: u32) -> Result<Fixed, FormatError> {
        let bits = integer.saturating_add(fraction);
        if integer == 0 {
            return Err(FormatError::Sign { fraction });
        }
        match WORDS.contains(&bits) {
            true => Ok(Fixed { integer, fraction }),
            false => Err(FormatError::Word { integer, fraction, bits }),
        }
    }

    /// Reads `fixed<bits>`, which has one integer bit, or `q<integer bits>.<fraction bits>`. Returns `None` for other
    /// texts.
    pub(super) fn parse(text: &str) -> Option<Result<Fixed, FormatError>> {
        let number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<u32>().ok())?;
        if let Some(bits) = text.strip_prefix("fixed").and_then(number) {
            return Some(match bits {
                0 => Err(FormatError::Word { integer: 0, fraction: 0, bits }),
                _ => Fixed::new(1, bits - 1),
            });
        }
        let (integer, fraction) = text.strip_prefix('q')?.split_once('.')?;
        Some(Fixed::new(number(integer)?, number(fraction)?))
    }

    /// Returns the bits of a word.
    pub fn bits(self) -> u32 {
        self.integer + self.fraction
    }

    /// Returns `fixed<bits>` for a format with one integer bit, else `q<integer bits>.<fraction bits>`.
    pub fn name(self) -> String {
        match self.integer {
            1 => format!("fixed{}", self.bits()),
            integer => format!("q{integer}.{}", self.fraction),
        }
    }

    /// Returns the nearest word, ties to even, with saturation. NaN counts as zero.
    pub fn from_f64(self, value: f64) -> u64 {
        // A product with a power of two is exact, and the conversion saturates.
        let units = (value * 2f64.powi(self.fraction as i32)).round_ties_even() as i128;
        word(Overflow::Saturate.fit(units, self.bits()).0, self.bits())
    }

    /// Returns the value of a word, or for words beyond 53 bits the nearest double.
    pub fn to_f64(self, a: u64) -> f64 {
        number(a, self.bits()) as f64 * 0.5f64.powi(self.fraction as i32)
    }

    /// Returns the word nearest to an exact constant, with saturation.
    pub fn encode(self, value: &Real) -> u64 {
        word(Overflow::Saturate.fit(value.units(self.fraction as i32), self.bits()).0, self.bits())
    }
}

impl Rounding {
    /// Describes the rule in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Rounding::Convergent => "rounded to nearest even",
            Rounding::HalfUp => "rounded half upwards",
            Rounding::Truncate => "rounded downwards",
            Rounding::Odd => "rounded to odd",
        }
    }

    /// Returns `value / 2^bits`, rounded to an integer.
    ///
    /// ```
    /// use fftgen_maths::format::Rounding;
    /// let halves = [-3, -2, -1, 1, 2, 3];
    /// assert_eq!(halves.map(|x| Rounding::Convergent.drop(x, 1)), [-2, -1, 0, 0, 1, 2]);
    /// assert_eq!(halves.map(|x| Rounding::HalfUp.drop(x, 1)), [-1, -1, 0, 1, 1, 2]);
    /// assert_eq!(halves.map(|x| Rounding::Truncate.drop(x, 1)), [-2, -1, -1, 0, 1, 1]);
    /// assert_eq!(halves.map(|x| Rounding::Odd.drop(x, 1)), [-1, -1, -1, 1, 1, 1]);
    /// ```
    pub fn drop(self, value: i128, bits: u32) -> i128 {
        if bits == 0 {
            return value;
        }
        let (half, up) = (1 << (bits - 1), ((value >> (bits - 1)) + 1) >> 1);
        match self {
            Rounding::Truncate => value >> bits,
            Rounding::Odd => value >> bits | i128::from(value & (2 * half - 1) != 0),
            Rounding::HalfUp => up,
            Rounding::Convergent => up - i128::from(value & (2 * half - 1) == half && up & 1 == 1),
        }
    }
}

impl Overflow {
    /// Returns a word for what happens to values that are too large.
    pub fn words(self) -> &'static str {
        match self {
            Overflow::Saturate => "saturated",
            Overflow::Wrap => "wrapped",
        }
    }

    /// Returns `value` as a number of `bits` bits, and whether it overflowed.
    ///
    /// ```
    /// use fftgen_maths::format::Overflow;
    /// assert_eq!(Overflow::Saturate.fit(8, 4), (7, true));
    /// assert_eq!(Overflow::Wrap.fit(8, 4), (-8, true));
    /// assert_eq!(Overflow::Wrap.fit(-8, 4), (-8, false));
    /// ```
    pub fn fit(self, value: i128, bits: u32) -> (i128, bool) {
        let limit = 1i128 << (bits - 1);
        let clamped = value.clamp(-limit, limit - 1);
        match self {
            _ if clamped == value => (value, false),
            Overflow::Saturate => (clamped, true),
            Overflow::Wrap => (value << (128 - bits) >> (128 - bits), true),
        }
    }
}

/// Returns the word of a number: its `bits` low bits.
pub fn word(number: i128, bits: u32) -> u64 {
    number as u64 & (u64::MAX >> (64 - bits))
}

/// Returns the number that a word of `bits` bits represents.
pub fn number(word: u64, bits: u32) -> i64 {
    (word << (64 - bits)) as i64 >> (64 - bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversion_rounds_to_even_and_saturates() {
        let q = Fixed::new(2, 2).unwrap();
        let cases = [(0.125, 0), (0.375, 2), (-0.125, 0), (-0.375, 14), (1.75, 7), (9.0, 7), (-2.0, 8), (-9.0, 8)];
        for (value, expected) in cases.into_iter().chain([(f64::NAN, 0), (f64::INFINITY, 7), (f64::NEG_INFINITY, 8)]) {
            assert_eq!(q.from_f64(value), expected, "{value}");
        }
        assert_eq!((0..16).map(|a| q.from_f64(q.to_f64(a))).collect::<Vec<_>>(), (0..16).collect::<Vec<_>>());
        let long = Fixed::new(1, 63).unwrap();
        assert_eq!([1.0, -1.0, 0.5].map(|x| long.from_f64(x)), [u64::MAX >> 1, 1 << 63, 1 << 62]);
        assert_eq!(long.to_f64(1 << 63), -1.0);
    }

    /// Compares rounding with a definition by distances.
    #[test]
    fn rounding_goes_to_the_nearest() {
        for bits in 0..5u32 {
            let unit = 1i128 << bits;
            for value in -70..70i128 {
                let below = value.div_euclid(unit);
                let twice = 2 * value.rem_euclid(unit);
                let ups = [
                    (Rounding::Truncate, false),
                    (Rounding::HalfUp, bits > 0 && twice >= unit),
                    (Rounding::Convergent, twice > unit || bits > 0 && twice == unit && below & 1 == 1),
                ];
                for (rounding, up) in ups {
                    assert_eq!(rounding.drop(value, bits), below + i128::from(up), "{rounding:?} {value} {bits}");
                }
            }
        }
        assert_eq!(Rounding::Convergent.drop(i128::MAX, 120), 1 << 7);
    }
}
