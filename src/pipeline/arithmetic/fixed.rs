//! Fixed point in a stage: the widths of its words, and what its operators return.
//!
//! # Rules
//!
//! - An input of `input_bits` bits enters with `guard_bits` zeros behind it. Inside, every word has `internal_bits` bits, which hold
//!   any sum that the stage can come to: additions are exact.
//! - A coefficient is the nearest number of `coefficient_bits` bits, `coefficient_fraction` of them behind the binary point; ties to
//!   even. Those of a rotation by three products are sums of the rounded parts of the factor. A product is rounded once
//!   to the inner word, half upwards, which a DSP block does for nothing. So is a multiplication by 2^-k; one by 2^k is
//!   exact.
//! - An output is the inner word divided by 2^(`guard_bits` + `shift`), rounded once by the rule that is asked for and
//!   then brought into `output_bits` bits, saturated or wrapped. The widths are chosen so that this does nothing,
//!   but where the transform as it is asked for does not fit its output.
//! - Where frames choose the shift it is a number of `shift_field_bits` bits, each value of which is a shift: all else is alike in
//!   all frames, so that a frame has the bits of a stage whose `shift` is the one that it asks for.

use crate::exact::Real;
use crate::format::{Fixed, Overflow, Rounding};

/// Widths and rounding of a stage of fixed point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixedStage {
    /// Bits of a component that comes in; of a word that shares exponents, as it is aligned.
    pub input_bits: u32,
    /// Bits behind the input's last place.
    pub guard_bits: u32,
    /// Bits of a word between operators.
    pub internal_bits: u32,
    /// Bits of a coefficient.
    pub coefficient_bits: u32,
    /// Those of them behind the binary point.
    pub coefficient_fraction: u32,
    /// An output's last place stands for 2^shift of an input's. Where frames choose, the shift of one that nothing is
    /// said of.
    pub shift: i32,
    /// Bits of the shift where frames choose it; none where it is the same in all.
    pub shift_field_bits: u32,
    /// Bits of a component that goes out.
    pub output_bits: u32,
    pub rounding: Rounding,
    pub overflow: Overflow,
    /// Whether every output fits, whatever comes in.
    pub never_overflows: bool,
    /// Cycles that rounding the outputs takes: none where nothing is to be done.
    pub round_cycles: usize,
}

impl FixedStage {
    /// Returns the arithmetic of a stage that passes words of a format as they are: what is assumed of every stage until the
    /// number system has assigned its widths.
    pub fn unscaled(fixed: Fixed) -> Self {
        let bits = fixed.bits();
        FixedStage {
            input_bits: bits,
            guard_bits: 0,
            internal_bits: bits,
            coefficient_bits: bits,
            coefficient_fraction: bits.saturating_sub(1),
            shift: 0,
            shift_field_bits: 0,
            output_bits: bits,
            rounding: Rounding::default(),
            overflow: Overflow::default(),
            never_overflows: true,
            round_cycles: 0,
        }
    }

    /// Bits that are dropped at the output.
    pub fn dropped(&self) -> u32 {
        self.guard_bits.saturating_add_signed(self.shift)
    }

    /// The largest shift there is.
    pub fn most(&self) -> i32 {
        match self.shift_field_bits {
            0 => self.shift,
            bits => (1 << bits) - 1,
        }
    }

    /// The arithmetic of a frame that asks for a shift.
    pub fn shifted(self, shift: u32) -> Self {
        FixedStage { shift: shift as i32, ..self }
    }

    /// A coefficient, in units of 2^-point.
    pub fn encode(&self, value: &Real) -> i64 {
        FixedStage::coefficient(value, self.coefficient_fraction, self.coefficient_bits)
    }

    pub(super) fn coefficient(value: &Real, point: u32, bits: u32) -> i64 {
        Overflow::Saturate.fit(value.units(point as i32), bits).0 as i64
    }

    /// A product, or any other number of more places, rounded to the inner word.
    pub fn product(&self, a: i128, coefficient: i64) -> i128 {
        Rounding::HalfUp.drop(a * i128::from(coefficient), self.coefficient_fraction)
    }

    /// An inner word times 2^k.
    pub fn scaled(a: i128, k: i32) -> i128 {
        match k {
            0.. => a << k,
            _ => Rounding::HalfUp.drop(a, k.unsigned_abs().min(127)),
        }
    }

    /// What goes out of an inner word, and whether it did not fit.
    pub fn leave(&self, a: i128) -> (i128, bool) {
        self.overflow.fit(self.rounding.drop(a, self.dropped()), self.output_bits)
    }
}
