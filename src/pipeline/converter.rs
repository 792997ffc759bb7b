//! From the words of a block with an exponent to floating point.
//!
//! # Rules
//!
//! A word times 2^(exponent + `shift`), exactly, is rounded once: to nearest even, to infinity where it is too large and
//! to zero where it is too small. Zeros of words are positive. Every point of a frame that is no number becomes NaN.

use crate::format::Float;

/// The end of a core that computes floating point in blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Converter {
    pub float: Float,
    pub lanes: usize,
    /// Bits of a component that comes in.
    pub input: u32,
    /// By how many factors of two a result is more than the block says: an inverse transform is so much less.
    pub shift: i32,
}

impl Converter {
    /// Cycles to negate a word, to shift it until its leading bit is at the top, and to round it.
    pub fn latency(&self) -> usize {
        5
    }

    /// Bits of the word, with zeros below it where a significand and what rounds it have more.
    pub fn bits(&self) -> u32 {
        self.input.max(self.float.fraction + 3)
    }

    /// Exponent field of a word with its leading bit at the top, for a block of exponent 0.
    pub fn field(&self) -> i32 {
        self.float.bias() + self.shift + self.input as i32 - 1
    }

    /// Estimate of the lookup tables.
    pub fn luts(&self) -> usize {
        let bits = self.bits() as usize;
        2 * self.lanes * (bits * (2 + (bits.ilog2() as usize + 1).div_ceil(2)) + 2 * self.float.bits() as usize)
    }
}
