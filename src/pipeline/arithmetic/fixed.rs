//! Fixed point in a stage: the widths of its words, and what its operators return.
//!
//! # Rules
//!
//! - An input of `input` bits enters with `guard` zeros behind it. Inside, every word has `inner` bits, which hold
//!   any sum that the stage can come to: additions are exact.
//! - A coefficient is the nearest number of `coefficient` bits, `point` of them behind the binary point; ties to
//!   even. Those of a rotation by three products are sums of the rounded parts of the factor. A product is rounded once
//!   to the inner word, half upwards, which a DSP block does for nothing. So is a multiplication by 2^-k; one by 2^k is
//!   exact.
//! - An output is the inner word divided by 2^(`guard` + `shift`), rounded once by the rule that is asked for and
//!   then brought into `output` bits, saturated or wrapped. The widths are chosen so that this does nothing,
//!   but where the transform as it is asked for does not fit its output.
//! - Where frames choose the shift it is a number of `choice` bits, each value of which is a shift: all else is alike in
//!   all frames, so that a frame has the bits of a stage whose `shift` is the one that it asks for.

use crate::exact::Real;
use crate::format::{Fixed, Overflow, Rounding};

/// Widths and rounding of a stage of fixed point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixedStage {
    /// Bits of a component that comes in; of a word that shares exponents, as it is aligned.
    pub input: u32,
    /// Bits behind the input's last place.
    pub guard: u32,
    /// Bits of a word between operators.
    pub inner: u32,
    /// Bits of a coefficient.
    pub coefficient: u32,
    /// Those of them behind the binary point.
    pub point: u32,
    /// An output's last place stands for 2^shift of an input's. Where frames choose, the shift of one that nothing is
    /// said of.
    pub shift: i32,
    /// Bits of the shift where frames choose it; none where it is the same in all.
    pub choice: u32,
    /// Bits of a component that goes out.
    pub output: u32,
    pub rounding: Rounding,
    pub overflow: Overflow,
    /// Whether every output fits, whatever comes in.
    pub fits: bool,
    /// Cycles that rounding the outputs takes: none where nothing is to be done.
    pub cycles: usize,
}

impl FixedStage {
    /// Returns the arithmetic of a stage that passes words of a format as they are: what is assumed of every stage until the
    /// number system has assigned its widths.
    pub fn unscaled(fixed: Fixed) -> Self {
        let bits = fixed.bits();
        FixedStage {
            input: bits,
            guard: 0,
            inner: bits,
            coefficient: bits,
            point: bits.saturating_sub(1),
            shift: 0,
            choice: 0,
            output: bits,
            rounding: Rounding::default(),
            overflow: Overflow::default(),
            fits: true,
            cycles: 0,
        }
    }

    /// Bits that are dropped at the output.
    pub fn dropped(&self) -> u32 {
        self.guard.saturating_add_signed(self.shift)
    }

    /// The largest shift there is.
    pub fn most(&self) -> i32 {
        match self.choice {
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
        FixedStage::coefficient(value, self.point, self.coefficient)
    }

    pub(super) fn coefficient(value: &Real, point: u32, bits: u32) -> i64 {
        Overflow::Saturate.fit(value.units(point as i32), bits).0 as i64
    }

    /// A product, or any other number of more places, rounded to the inner word.
    pub fn product(&self, a: i128, coefficient: i64) -> i128 {
        Rounding::HalfUp.drop(a * i128::from(coefficient), self.point)
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
        self.overflow.fit(self.rounding.drop(a, self.dropped()), self.output)
    }
}
