//! Arithmetic of the sums of products.

use super::coefficients::Coefficients;
use super::longer::format_of;
use super::words::CoefficientFormat;
use crate::design::Config;
use crate::error::Error;
use crate::format::{number, word, Fixed, Float, Format, Overflow, Rounding};
use crate::number::Scale;
use crate::operators::fixed::OutputRounding;

/// Tolerance of sums of magnitudes that are powers of two but for the rounding of the coefficients.
const TOLERANCE: f64 = 1.0 + 1.0 / (1 << 20) as f64;

/// Arithmetic of the sums of products.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sums {
    /// Operators of a floating-point format, each of which rounds once.
    Float(Float),
    /// Exact sums of two's complement words, which are rounded once.
    Fixed(FixedSums),
}

/// Exact sums of fixed-point products.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixedSums {
    /// Bits of a part of a sample.
    pub data_bits: u32,
    /// Bits of a part of a coefficient.
    pub coefficient_bits: u32,
    /// Bits of a part of a sum.
    pub sum_bits: u32,
    /// Bits dropped from a sum.
    pub dropped_bits: u32,
    /// Factor of the results, as a right shift in bits.
    pub shift: u32,
    /// Rule for the dropped bits.
    pub rounding: Rounding,
    /// Rule for results that are too large.
    pub overflow: Overflow,
}

impl Sums {
    /// Chooses the arithmetic for coefficients.
    pub fn new(config: &Config, coefficients: &Coefficients) -> Result<Self, Error> {
        match (format_of(config), coefficients.format) {
            (Format::Fixed(fixed), CoefficientFormat::Fixed { fraction, .. }) => {
                Ok(Sums::Fixed(FixedSums::new(config, fixed, coefficients, fraction)?))
            }
            (Format::Float(float), _) => Ok(Sums::Float(float)),
            (Format::Fixed(_), CoefficientFormat::Float(_)) => unreachable!("coefficients are of the kind of the data"),
        }
    }
}

impl FixedSums {
    fn new(config: &Config, fixed: Fixed, coefficients: &Coefficients, fraction: i32) -> Result<Self, Error> {
        let shift = shift(config, coefficients.max_gain)?;
        let dropped = i64::from(fraction) + i64::from(shift);
        let dropped_bits = u32::try_from(dropped).map_err(|_| {
            Error::Unsupported(format!(
                "scale {shift}: coefficients of this size have {fraction} bits after the binary point; shift by at \
                 least {}",
                -fraction
            ))
        })?;
        let needed = fixed.bits() + (u128::BITS - coefficients.max_row_units().leading_zeros());
        let sum_bits = needed.max(dropped_bits + 2);
        if sum_bits > crate::rtl::Net::MAX_WIDTH - 2 {
            return Err(Error::Unsupported(format!(
                "precision {}: exact sums have {sum_bits} bits, and at most {} work; take shorter words or \
                 --twiddle-bits",
                fixed.name(),
                crate::rtl::Net::MAX_WIDTH - 2
            )));
        }
        Ok(FixedSums {
            data_bits: fixed.bits(),
            coefficient_bits: coefficients.format.bits(),
            sum_bits,
            dropped_bits,
            shift,
            rounding: config.arithmetic.rounding.unwrap_or_default(),
            overflow: config.arithmetic.overflow.unwrap_or_default(),
        })
    }

    /// Returns the rounding of a sum to a result.
    pub fn rounding(&self) -> OutputRounding {
        OutputRounding {
            internal_bits: self.sum_bits,
            shift_field_bits: 0,
            dropped_bits: self.dropped_bits,
            output: self.data_bits,
            rounding: self.rounding,
            overflow: Some(self.overflow),
            signed: false,
        }
    }

    /// Rounds a sum. Returns the number of the result, and whether it is too large.
    pub fn fit(&self, sum: i128) -> (i128, bool) {
        self.overflow.fit(self.rounding.drop(sum, self.dropped_bits), self.data_bits)
    }

    /// Rounds a sum. Returns the word of the result, and whether it is too large.
    pub fn round(&self, sum: i128) -> (u64, bool) {
        let (value, overflows) = self.fit(sum);
        (word(value, self.data_bits), overflows)
    }

    /// Returns the real and the imaginary part of the exact product of a sample and a coefficient.
    pub fn product(&self, sample: [u64; 2], coefficient: [u64; 2]) -> [i128; 2] {
        self.product_of(sample.map(|part| number(part, self.data_bits).into()), coefficient)
    }

    /// Returns the parts of the exact product of a number, which may be longer than a word at a port, and a
    /// coefficient.
    pub fn product_of(&self, [re, im]: [i128; 2], coefficient: [u64; 2]) -> [i128; 2] {
        let [c, s] = coefficient.map(|part| i128::from(number(part, self.coefficient_bits)));
        [re * c - im * s, re * s + im * c]
    }
}

/// Returns the right shift of the results in bits.
pub(super) fn shift(config: &Config, max_gain: f64) -> Result<u32, Error> {
    let safe = (0..1024).find(|shift| max_gain <= 2f64.powi(*shift) * TOLERANCE).unwrap_or(0) as u32;
    match config.arithmetic.scale() {
        Scale::Stage => Ok(safe),
        Scale::Spare => Ok(safe + 1),
        Scale::Shifts(shifts) if shifts.len() == 1 => Ok(shifts[0]),
        Scale::None | Scale::Size | Scale::Root | Scale::Shifts(_) | Scale::Chosen => Err(Error::Unsupported(format!(
            "scale: sums are shifted once, as they become results; give --scale stage, --scale stage+1, or its shift \
             in bits, as in --scale {safe}"
        ))),
    }
}
