//! Fixed point in a stage: the widths of its words, and the results of its operators.
//!
//! # Rules
//!
//! - An input of `input_bits` bits is extended by `guard_bits` zeros after it. Within the stage, every word has
//!   `internal_bits` bits, which hold any sum of the stage. Additions are therefore exact.
//! - A coefficient is the nearest number of `coefficient_bits` bits, `coefficient_fraction` of them after the binary
//!   point; ties to even. The coefficients of a rotation by three products are sums of the rounded parts of the factor.
//!   A product is rounded once to the internal word, half upwards, which takes no logic beside the DSP block. A
//!   multiplication by 2^-k is rounded in the same way, and one by 2^k is exact.
//! - An output is the internal word divided by 2^(`guard_bits` + `shift`), rounded once by the rounding mode, and
//!   then saturated or wrapped to `output_bits` bits. The widths are chosen so that all values fit, unless the user's
//!   scaling makes the transform too large for its output.
//! - Where frames choose the shift, it is a number of `shift_field_bits` bits, and every value is a valid shift. A
//!   frame has the results of a stage whose fixed `shift` is the frame's.
//! - Where the headroom h of a frame's words decides, the shift of the frame is `shift` - min(h, 2^`pre_shift_bits` -
//!   1). h is the number of bits after the sign that equal it in every component of the frame at the input, in words of
//!   `output_bits` bits, which are no shorter. The frame's exponent grows by its shift.

use crate::exact::Real;
use crate::format::{Fixed, Overflow, Rounding};

/// Widths and rounding of a stage of fixed point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixedStage {
    /// Bits of a component at the input; for shared-exponent words, of an aligned part.
    pub input_bits: u32,
    /// Bits after the last place of the input.
    pub guard_bits: u32,
    /// Bits of a word between operators.
    pub internal_bits: u32,
    /// Bits of a coefficient.
    pub coefficient_bits: u32,
    /// Bits of a coefficient after the binary point.
    pub coefficient_fraction: u32,
    /// Power of two by which the last place of an output exceeds that of an input. Where frames choose the shift, it is
    /// the default.
    pub shift: i32,
    /// Bits of the shift where frames choose it, otherwise 0.
    pub shift_field_bits: u32,
    /// Bits of a number that is taken off the shift: the headroom of a frame, or that of a processor's step. Otherwise
    /// 0.
    pub pre_shift_bits: u32,
    /// Bits of a component at the output.
    pub output_bits: u32,
    /// Rounding mode of the outputs.
    pub rounding: Rounding,
    /// Saturation or wrapping of outputs that are too large.
    pub overflow: Overflow,
    /// Whether the outputs fit for all inputs.
    pub never_overflows: bool,
    /// Clock cycles of the output rounding: 0 if it is the identity.
    pub round_cycles: usize,
    /// Clock cycles that data wait for the words of long tables, which memories with a register after them hold, or for
    /// the flags of fused butterflies. `None` if tables are read before each frame.
    pub lead_cycles: Option<usize>,
}

impl FixedStage {
    /// Returns the arithmetic of a stage without growth, guard bits and rounding. Every stage has it until the number
    /// system has assigned widths.
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
            pre_shift_bits: 0,
            output_bits: bits,
            rounding: Rounding::default(),
            overflow: Overflow::default(),
            never_overflows: true,
            round_cycles: 0,
            lead_cycles: None,
        }
    }

    /// Bits that the output rounding drops.
    pub fn dropped_bits(&self) -> u32 {
        self.guard_bits.saturating_add_signed(self.shift)
    }

    /// Largest shift in bits.
    pub fn max_shift(&self) -> i32 {
        match self.shift_field_bits {
            0 => self.shift,
            bits => self.shift.max((1 << bits) - 1),
        }
    }

    /// Smallest shift in bits.
    pub fn min_shift(&self) -> i32 {
        match self.shift_field_bits {
            0 => self.shift - self.max_pre_shift() as i32,
            _ => 0,
        }
    }

    /// Largest number that is taken off the shift, in bits.
    pub fn max_pre_shift(&self) -> u32 {
        (1 << self.pre_shift_bits) - 1
    }

    /// Returns the arithmetic for frames with a given shift.
    pub fn shifted(self, shift: i32) -> Self {
        FixedStage { shift, ..self }
    }

    /// Rounds a coefficient, in units of its last place.
    pub fn encode(&self, value: &Real) -> i64 {
        FixedStage::coefficient(value, self.coefficient_fraction, self.coefficient_bits)
    }

    /// Rounds a coefficient to a word of `bits` bits, in units of 2^-point.
    pub(super) fn coefficient(value: &Real, point: u32, bits: u32) -> i64 {
        Self::fitted(value.units(point as i32), bits)
    }

    /// Saturates a coefficient in units of its last place to a word.
    pub(super) fn fitted(units: i128, bits: u32) -> i64 {
        Overflow::Saturate.fit(units, bits).0 as i64
    }

    /// Multiplies an internal word by a coefficient, and rounds the product to an internal word.
    pub fn product(&self, a: i128, coefficient: i64) -> i128 {
        Rounding::HalfUp.drop(a * i128::from(coefficient), self.coefficient_fraction)
    }

    /// Multiplies an internal word by 2^k.
    pub fn scaled(a: i128, k: i32) -> i128 {
        match k {
            0.. => a << k,
            _ => Rounding::HalfUp.drop(a, k.unsigned_abs().min(127)),
        }
    }

    /// Rounds an internal word to an output, and returns whether it did not fit.
    pub fn round_output(&self, a: i128) -> (i128, bool) {
        self.overflow.fit(self.rounding.drop(a, self.dropped_bits()), self.output_bits)
    }
}
