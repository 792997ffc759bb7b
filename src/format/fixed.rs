//! Fixed point: two's complement words with a binary point, and how values are brought into a word.

use super::error::FormatError;
use super::limits::WORDS;
use crate::choice::Choice;
use crate::exact::Real;

/// A two's complement number of `integer + fraction` bits, one of [`WORDS`], in units of 2^-fraction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixed {
    /// Bits ahead of the binary point, the sign among them: at least 1.
    pub integer: u32,
    /// Bits behind it.
    pub fraction: u32,
}

/// How bits are dropped at the low end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub enum Rounding {
    /// To the nearest number, ties to the even one: no bias.
    #[default]
    Convergent,
    /// To the nearest number, ties upwards.
    HalfUp,
    /// Downwards.
    Truncate,
    /// Of the two numbers next to one that is none, to the odd one: no bias, and nothing is carried.
    Odd,
}

/// All rules but the one that only datapaths use inside.
impl Choice for Rounding {
    const WORDS: &'static [(&'static str, Self)] =
        &[("convergent", Rounding::Convergent), ("half-up", Rounding::HalfUp), ("truncate", Rounding::Truncate)];
}

/// What becomes of a number that is too large for its word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub enum Overflow {
    /// The nearest number that there is.
    #[default]
    Saturate,
    /// The low bits.
    Wrap,
}

impl Choice for Overflow {
    const WORDS: &'static [(&'static str, Self)] = &[("saturate", Overflow::Saturate), ("wrap", Overflow::Wrap)];
}

impl Fixed {
    /// A format within the limits.
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

    /// Reads `fixed<bits>`, a fraction with a sign, or `q<integer bits>.<fraction bits>`; `None` for other words.
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

    /// Bits of a word.
    pub fn bits(self) -> u32 {
        self.integer + self.fraction
    }

    /// `fixed16` for q1.15 and so on, else the `q4.12` form.
    pub fn name(self) -> String {
        match self.integer {
            1 => format!("fixed{}", self.bits()),
            integer => format!("q{integer}.{}", self.fraction),
        }
    }

    /// The nearest word, ties to even; the last one where there is none so large. What is no number counts as zero.
    pub fn from_f64(self, value: f64) -> u64 {
        // A power of two is exact, and a conversion stops at the ends of the range.
        let units = (value * 2f64.powi(self.fraction as i32)).round_ties_even() as i128;
        word(Overflow::Saturate.fit(units, self.bits()).0, self.bits())
    }

    /// The value; of words beyond 53 bits the nearest double.
    pub fn to_f64(self, a: u64) -> f64 {
        number(a, self.bits()) as f64 * 0.5f64.powi(self.fraction as i32)
    }

    /// The word nearest to an exact constant.
    pub fn encode(self, value: &Real) -> u64 {
        word(Overflow::Saturate.fit(value.units(self.fraction as i32), self.bits()).0, self.bits())
    }
}

impl Rounding {
    /// The rule in words.
    pub fn words(self) -> &'static str {
        match self {
            Rounding::Convergent => "rounded to nearest even",
            Rounding::HalfUp => "rounded half upwards",
            Rounding::Truncate => "rounded downwards",
            Rounding::Odd => "rounded to odd",
        }
    }

    /// `value / 2^bits` as an integer.
    ///
    /// ```
    /// use fftgen::format::Rounding;
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
    /// What becomes of values that are too large, in a word.
    pub fn words(self) -> &'static str {
        match self {
            Overflow::Saturate => "saturated",
            Overflow::Wrap => "wrapped",
        }
    }

    /// `value` as a number of `bits` bits, and whether it did not fit.
    ///
    /// ```
    /// use fftgen::format::Overflow;
    /// assert_eq!(Overflow::Saturate.fit(8, 4), (7, true));
    /// assert_eq!(Overflow::Wrap.fit(8, 4), (-8, true));
    /// assert_eq!(Overflow::Wrap.fit(-8, 4), (-8, false));
    /// ```
    pub fn fit(self, value: i128, bits: u32) -> (i128, bool) {
        let end = 1i128 << (bits - 1);
        let kept = value.clamp(-end, end - 1);
        match self {
            _ if kept == value => (value, false),
            Overflow::Saturate => (kept, true),
            Overflow::Wrap => (value << (128 - bits) >> (128 - bits), true),
        }
    }
}

/// The low bits of a number, as they stand in a word.
pub fn word(number: i128, bits: u32) -> u64 {
    number as u64 & (u64::MAX >> (64 - bits))
}

/// The number that a word of so many bits stands for.
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
        for (value, wanted) in cases.into_iter().chain([(f64::NAN, 0), (f64::INFINITY, 7), (f64::NEG_INFINITY, 8)]) {
            assert_eq!(q.from_f64(value), wanted, "{value}");
        }
        assert_eq!((0..16).map(|a| q.from_f64(q.to_f64(a))).collect::<Vec<_>>(), (0..16).collect::<Vec<_>>());
        let long = Fixed::new(1, 63).unwrap();
        assert_eq!([1.0, -1.0, 0.5].map(|x| long.from_f64(x)), [u64::MAX >> 1, 1 << 63, 1 << 62]);
        assert_eq!(long.to_f64(1 << 63), -1.0);
    }

    /// Against a definition by distances.
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
