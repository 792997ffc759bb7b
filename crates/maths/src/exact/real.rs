//! Real numbers of 160 bits, and their rounding into a number format.

use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::sync::Arc;

use super::origin::{Float, Number, Origin, Real};
use dashu_float::{ops::SquareRoot, Word};

/// Significand bits of every [`Real`]. With 53 bits in a double, the probability of a wrong rounding is about 2^-100.
const PRECISION: usize = 160;

impl PartialEq for Real {
    fn eq(&self, other: &Real) -> bool {
        self.0.value == other.0.value
    }
}

impl Real {
    /// Rounds a longer number to the precision of a [`Real`]. `origin`: the number that it stands for.
    pub(super) fn new(value: Float, origin: Origin) -> Real {
        Real::of(value.with_precision(PRECISION).value(), origin)
    }

    /// Takes a number of the precision of a [`Real`]. `origin`: the number that it stands for.
    fn of(value: Float, origin: Origin) -> Real {
        Real(Arc::new(Number { value, origin }))
    }

    /// Returns the value.
    pub(super) fn float(&self) -> &Float {
        &self.0.value
    }

    /// Returns 0.
    pub fn zero() -> Real {
        Real::from(0)
    }

    /// Returns 1.
    pub fn one() -> Real {
        Real::from(1)
    }

    /// Returns `numerator / denominator`; the denominator must not be zero.
    pub fn ratio(numerator: i128, denominator: i128) -> Real {
        &Real::from(numerator) / denominator
    }

    /// Returns the value of a finite double.
    ///
    /// ```
    /// use fftgen_maths::exact::Real;
    /// assert_eq!(Real::from_f64(-0.375), Real::ratio(-3, 8));
    /// ```
    pub fn from_f64(value: f64) -> Real {
        let (bits, fraction) = (value.to_bits(), value.to_bits() & ((1 << 52) - 1));
        let field = (bits >> 52 & 0x7ff) as i32;
        let significand = i128::from(if field == 0 { fraction } else { 1 << 52 | fraction });
        let magnitude = Real::from(significand).scaled(field.max(1) - 1075);
        if value < 0.0 {
            -&magnitude
        } else {
            magnitude
        }
    }

    /// Returns whether the number is 0.
    pub fn is_zero(&self) -> bool {
        self.float().repr().significand().is_zero()
    }

    /// Returns whether the number is 1 or -1.
    pub fn is_unit(&self) -> bool {
        self.log2_if_power_of_two().is_some_and(|(_, exponent)| exponent == 0)
    }

    /// Returns whether the number is less than 0.
    pub fn is_negative(&self) -> bool {
        !self.is_zero() && *self.float() < Float::ZERO
    }

    /// Returns the absolute value.
    pub fn abs(&self) -> Real {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// Rounds to the nearest multiple of 2^-136. A sum of roots that is algebraically dyadic (0, -1, 1/2) becomes
    /// exactly that number. Any other number of moderate size keeps more bits than any format has.
    pub fn snapped(&self) -> Real {
        Real::new(self.float().quantize(-136).value(), self.0.origin.clone())
    }

    /// Returns `(negative, e)` if the number is ±2^e.
    ///
    /// ```
    /// use fftgen_maths::exact::Real;
    /// assert_eq!(Real::ratio(-1, 4).log2_if_power_of_two(), Some((true, -2)));
    /// assert_eq!(Real::from(3).log2_if_power_of_two(), None);
    /// ```
    pub fn log2_if_power_of_two(&self) -> Option<(bool, i32)> {
        let (significand, exponent) = integer_parts(self.float())?;
        (significand.unsigned_abs() == 1).then_some((significand < 0, exponent as i32))
    }

    /// Multiplies by 2^exponent.
    pub fn scaled(&self, exponent: i32) -> Real {
        Real::of(self.float().clone() << exponent as isize, Origin::Scaled(self.clone(), exponent).exact(self))
    }

    /// Returns the nearest double, ties to even.
    pub fn to_f64(&self) -> f64 {
        let repr = self.float().repr();
        let (sign, words) = repr.significand().as_sign_words();
        let (low, high) = words.split_at(words.len().saturating_sub((u128::BITS / Word::BITS) as usize));
        let leading = high.iter().rev().fold(0u128, |leading, &word| leading << Word::BITS | u128::from(word));
        let sticky = u128::from(low.iter().any(|&word| word != 0));
        let exponent = repr.exponent() + low.len() as isize * Word::BITS as isize;
        // Far from the limits of its range, a double is a rounded integer times a power of two.
        match i32::try_from(exponent).ok().filter(|exponent| exponent.abs() < 800) {
            Some(exponent) => {
                let magnitude = (leading | sticky) as f64 * 2f64.powi(exponent);
                if bool::from(sign) {
                    -magnitude
                } else {
                    magnitude
                }
            }
            None => self.float().to_f64().value(),
        }
    }

    /// Returns the integer nearest to the number times 2^exponent, ties to even, saturated to the range of the result.
    ///
    /// ```
    /// use fftgen_maths::exact::Real;
    /// assert_eq!(Real::ratio(-1, 3).units(15), -10_923);
    /// assert_eq!(Real::ratio(5, 2).units(0), 2);
    /// ```
    pub fn units(&self, exponent: i32) -> i128 {
        if let Some(units) = self.quick_units(exponent) {
            return units;
        }
        let repr = self.float().repr();
        let (sign, words) = repr.significand().as_sign_words();
        let length = words.last().map_or(0, |last| words.len() as i64 * WORD_BITS - i64::from(last.leading_zeros()));
        let up = repr.exponent() as i64 + i64::from(exponent);
        let magnitude = match length + up {
            top if length == 0 || top < 0 => 0,
            top if top >= i64::from(i128::BITS) => u128::MAX,
            _ if up >= 0 => shifted(words, up),
            _ => {
                let (whole, half) = (shifted(words, up), shifted(words, up + 1) & 1 == 1);
                let is_even = whole & 1 == 0;
                whole + u128::from(half && !(is_even && low_bits_are_zero(words, -up - 1)))
            }
        };
        match (bool::from(sign), i128::try_from(magnitude)) {
            (false, units) => units.unwrap_or(i128::MAX),
            (true, units) => units.map_or(i128::MIN, |units| -units),
        }
    }

    /// Returns [`Self::units`] where double precision tells the nearest integer: it is not about as near as the next
    /// one. Tables have many numbers.
    fn quick_units(&self, exponent: i32) -> Option<i128> {
        let repr = self.float().repr();
        let (sign, words) = repr.significand().as_sign_words();
        let [.., low, high] = *words else { return None };
        let up = repr.exponent() as i64 + i64::from(exponent) + (words.len() as i64 - 1) * WORD_BITS;
        let power = |up: i64| f64::from_bits(((up + 1023) as u64) << 52);
        // The leading two words have more bits than a double, whose error is below two in 2^53.
        let magnitude = (high as f64 + low as f64 * power(-WORD_BITS)) * power(up);
        let to_half = (magnitude.fract() - 0.5).abs();
        let is_moderate = Word::BITS == u64::BITS && (-900..64).contains(&up) && magnitude < power(49);
        let is_sure = is_moderate && to_half > magnitude * power(-50);
        let units = magnitude.round() as i128;
        is_sure.then_some(if bool::from(sign) { -units } else { units })
    }

    /// Returns [`Self::units`] of the difference to another number. Tables of sums of factors have many.
    ///
    /// ```
    /// use fftgen_maths::exact::Real;
    /// let [a, b] = [Real::ratio(1, 3), Real::ratio(-1, 7)];
    /// assert_eq!(a.units_above(&b, 20), (&a - &b).units(20));
    /// ```
    pub fn units_above(&self, other: &Real, exponent: i32) -> i128 {
        // Rounded numbers differ by the nearest integer, unless that is about as near as the next one.
        let [own, others] = [self, other].map(|value| value.units(FINE_BITS));
        let is_moderate = [own, others].iter().all(|units| units.unsigned_abs() < 1 << 120);
        if let drop @ 3..FINE_BITS = FINE_BITS - exponent {
            let (difference, half) = (own - others, 1i128 << (drop - 1));
            if is_moderate && ((difference & (2 * half - 1)) - half).abs() > 2 {
                return (difference + half) >> drop;
            }
        }
        (self - other).units(exponent)
    }

    /// Returns the square root of a number that is not negative.
    pub fn sqrt(&self) -> Real {
        let root = self.float().sqrt();
        // A field has two roots of a square, of which this is the positive one.
        let origin = match &root * &root == *self.float() {
            true => Origin::Root(self.clone()).exact(self),
            false => Origin::Root(self.clone()),
        };
        Real::of(root, origin)
    }

    /// Rounds to the nearest value, ties to even, of the IEEE-like format with `exponent_bits` and `fraction_bits`,
    /// encoded as sign, exponent, fraction. Overflow gives infinity. With `subnormals`, underflow is gradual. Without
    /// them, the result is a zero of the number's sign whenever the number, rounded with unbounded exponent, is below
    /// the smallest normal number.
    ///
    /// ```
    /// use fftgen_maths::exact::Real;
    /// let tiny = Real::from(1).scaled(-15);
    /// assert_eq!(tiny.round(5, 10, true), 0x0200);
    /// assert_eq!((-&tiny).round(5, 10, false), 0x8000);
    /// assert_eq!(Real::from(70_000).round(5, 10, true), 0x7c00);
    /// ```
    pub fn round(&self, exponent_bits: u32, fraction_bits: u32, subnormals: bool) -> u64 {
        let sign = u64::from(self.is_negative()) << (exponent_bits + fraction_bits);
        sign | self.abs().round_magnitude(exponent_bits, fraction_bits, subnormals)
    }

    /// Rounds a number that is not negative as [`Real::round`] does.
    fn round_magnitude(&self, exponent_bits: u32, fraction_bits: u32, subnormals: bool) -> u64 {
        let bias = (1i64 << (exponent_bits - 1)) - 1;
        let unbounded = self.float().clone().with_precision(fraction_bits as usize + 1).value();
        let Some((significand, exponent)) = integer_parts(&unbounded) else { return 0 };
        let length = 64 - (significand as u64).leading_zeros();
        let top = exponent + i64::from(length) - 1;
        if top > bias {
            ((1 << exponent_bits) - 1) << fraction_bits
        } else if top > -bias {
            let hidden_one = (significand as u64) << (fraction_bits + 1 - length);
            (((top + bias - 1) as u64) << fraction_bits) + hidden_one
        } else if subnormals {
            let unit = 1 - bias - i64::from(fraction_bits);
            // A carry out of the fraction gives the smallest normal number, which is correct.
            let rounded = self.float().quantize(unit as isize).value();
            integer_parts(&rounded).map_or(0, |(units, exponent)| (units as u64) << (exponent - unit))
        } else {
            0
        }
    }
}

/// Bits of a word of a significand.
pub(super) const WORD_BITS: i64 = Word::BITS as i64;

/// Bits after the binary point of numbers whose difference is close to the exact one.
const FINE_BITS: i32 = 100;

/// Returns the low bits of a number of several words times 2^up, without its fraction.
fn shifted(words: &[Word], up: i64) -> u128 {
    let skipped = (-up).max(0) / WORD_BITS;
    let shift = |(at, word): (usize, &Word)| {
        let (up, word) = (at as i64 * WORD_BITS + up, u128::from(*word));
        if up < 0 {
            word >> -up
        } else {
            word.checked_shl(up as u32).unwrap_or(0)
        }
    };
    words.iter().enumerate().skip(skipped as usize).map(shift).fold(0, |all, part| all | part)
}

/// Whether the low `count` bits of a number of several words are zero.
fn low_bits_are_zero(words: &[Word], count: i64) -> bool {
    let zeros = words.iter().take_while(|word| **word == 0).count();
    words.get(zeros).is_none_or(|word| zeros as i64 * WORD_BITS + i64::from(word.trailing_zeros()) >= count)
}

/// Splits a number into an odd integer and the exponent of a power of two. Returns `None` for zero and for integers
/// beyond 127 bits.
fn integer_parts(value: &Float) -> Option<(i128, i64)> {
    let (significand, exponent) = value.repr().clone().into_parts();
    let significand = i128::try_from(significand).ok().filter(|s| *s != 0)?;
    let twos = significand.trailing_zeros();
    Some((significand >> twos, exponent as i64 + i64::from(twos)))
}

impl From<i128> for Real {
    fn from(value: i128) -> Real {
        Real::new(Float::from(value), Origin::Value)
    }
}

impl fmt::Debug for Real {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.to_f64())
    }
}

impl Add for &Real {
    type Output = Real;
    fn add(self, other: &Real) -> Real {
        Real::of(self.float() + other.float(), Origin::of([self, other], Origin::Sum))
    }
}

impl Sub for &Real {
    type Output = Real;
    fn sub(self, other: &Real) -> Real {
        Real::of(self.float() - other.float(), Origin::of([self, other], Origin::Difference))
    }
}

impl Mul for &Real {
    type Output = Real;
    fn mul(self, other: &Real) -> Real {
        Real::of(self.float() * other.float(), Origin::of([self, other], Origin::Product))
    }
}

/// Division by a nonzero number.
impl Div for &Real {
    type Output = Real;
    fn div(self, divisor: &Real) -> Real {
        Real::of(self.float() / divisor.float(), Origin::of([self, divisor], Origin::Quotient))
    }
}

/// Division by a nonzero integer.
impl Div<i128> for &Real {
    type Output = Real;
    fn div(self, divisor: i128) -> Real {
        self / &Real::from(divisor)
    }
}

/// Negation, which has no negative zero.
impl Neg for &Real {
    type Output = Real;
    fn neg(self) -> Real {
        if self.is_zero() {
            self.clone()
        } else {
            Real::of(-self.float().clone(), Origin::Negative(self.clone()).exact(self))
        }
    }
}
