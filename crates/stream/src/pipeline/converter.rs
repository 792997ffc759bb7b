//! Conversion from block floating point to floating point.
//!
//! # Rules
//!
//! A word times 2^(exponent + `shift`), exactly, is rounded once: to nearest even, to infinity where it is too large
//! and to zero where it is too small. A word of zero becomes positive zero. Every point of a frame marked NaN becomes
//! NaN.

use crate::format::Float;

/// Converter at the output of a core that computes in block floating point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Converter {
    /// Format of the output.
    pub float: Float,
    /// Complex words in a beat.
    pub lanes: usize,
    /// Bits of a component at the input.
    pub input: u32,
    /// Power of two by which a result exceeds its word times 2^exponent. It is negative for an inverse transform with
    /// division.
    pub shift: i32,
}

impl Converter {
    /// Clock cycles to negate a word, to shift its leading bit to the top, and to round it.
    pub fn latency(&self) -> usize {
        5
    }

    /// Bits of the shifted word: those of the input, or those of a significand with its rounding bits if these are
    /// more.
    pub fn bits(&self) -> u32 {
        self.input.max(self.float.fraction + 3)
    }

    /// Exponent field of a word with its leading bit at the top, in a frame of exponent 0.
    pub fn field(&self) -> i32 {
        self.float.bias() + self.shift + self.input as i32 - 1
    }

    /// Estimate of the LUTs.
    pub fn luts(&self) -> usize {
        let bits = self.bits() as usize;
        2 * self.lanes * (bits * (2 + (bits.ilog2() as usize + 1).div_ceil(2)) + 2 * self.float.bits() as usize)
    }
}
