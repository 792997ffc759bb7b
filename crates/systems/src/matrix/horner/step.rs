//! Words of a step of Horner's rule.

use crate::design::Config;
use crate::error::Error;
use crate::format::Fixed;
use crate::matrix::sums::{shift, FixedSums};
use crate::operators::fixed::OutputRounding;
use crate::rtl::Net;

/// Bits after the last place of a result by which the roundings of all steps are finer.
const GUARD_BITS: u32 = 2;

/// Bits of a sum beyond those of points and of their number: points with both parts at full scale are larger than 1.
const DIAGONAL_BITS: u32 = 1;

/// Most bits of the word before a rounding.
const MAX_BITS: u32 = Net::MAX_WIDTH - 2;

/// Returns the bits of the number of points, rounded up.
pub(super) fn bits_of(points: usize) -> u32 {
    points.next_power_of_two().ilog2()
}

/// A step of Horner's rule in fixed point: the exact product of the sum and the factor, and the point, rounded once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixedStep {
    /// Words of the sums between steps, and their rounding to results.
    pub sums: FixedSums,
    /// Bits of a sum after the last place of a point.
    pub guard_bits: u32,
    /// Bits of a factor after the binary point.
    pub factor_fraction: u32,
}

impl FixedStep {
    /// Chooses the words for frames of `points` points and factors of the given bits and fraction.
    pub(super) fn new(
        config: &Config,
        fixed: Fixed,
        points: usize,
        [factor_bits, factor_fraction]: [u32; 2],
    ) -> Result<Self, Error> {
        let growth = bits_of(points);
        let shift = shift(config, points as f64)?;
        let guard_bits = (GUARD_BITS + growth).saturating_sub(shift);
        let step = FixedStep {
            sums: FixedSums {
                data_bits: fixed.bits(),
                coefficient_bits: factor_bits,
                sum_bits: (fixed.bits() + growth + DIAGONAL_BITS + guard_bits).max(guard_bits + shift + 2),
                dropped_bits: guard_bits + shift,
                shift,
                rounding: config.arithmetic.rounding.unwrap_or_default(),
                overflow: config.arithmetic.overflow.unwrap_or_default(),
            },
            guard_bits,
            factor_fraction,
        };
        match step.exact_bits() {
            ..=MAX_BITS => Ok(step),
            bits => Err(Error::Unsupported(format!(
                "precision {}: a step of Horner's rule for {points} points has {bits} bits before its rounding, and \
                 at most {MAX_BITS} work; \
                 take shorter words or --twiddle-bits",
                fixed.name()
            ))),
        }
    }

    /// Returns the bits of a part of the product of a sum and a factor.
    pub fn product_bits(&self) -> u32 {
        self.sums.sum_bits + self.sums.coefficient_bits + 1
    }

    /// Returns the bits of the exact word before the rounding of a step.
    pub fn exact_bits(&self) -> u32 {
        self.product_bits() + 1
    }

    /// Returns the left shift in bits of a point in the exact word.
    pub fn point_shift(&self) -> u32 {
        self.factor_fraction + self.guard_bits
    }

    /// Returns the rounding of a step.
    pub fn rounding(&self) -> OutputRounding {
        OutputRounding {
            internal_bits: self.exact_bits(),
            shift_field_bits: 0,
            dropped_bits: self.factor_fraction,
            output: self.sums.sum_bits,
            rounding: self.sums.rounding,
            overflow: Some(self.sums.overflow),
            signed: false,
        }
    }

    /// Rounds the exact word of a step. Returns the sum, and whether it was too large for its word.
    pub fn round(&self, exact: i128) -> (i128, bool) {
        self.sums.overflow.fit(self.sums.rounding.drop(exact, self.factor_fraction), self.sums.sum_bits)
    }
}
