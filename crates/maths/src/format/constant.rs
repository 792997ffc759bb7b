//! Rounding of constants into a format.

use super::Format;
use crate::exact::Real;

impl Format {
    /// Returns the word of the format that is nearest to an exact constant.
    ///
    /// ```
    /// use fftgen_maths::{exact::Real, format::Format};
    /// let fp16 = Format::parse("fp16", false).unwrap();
    /// assert_eq!(fp16.encode(&Real::ratio(-1, 3)), 0xb555);
    /// ```
    pub fn encode(&self, value: &Real) -> u64 {
        match self {
            Format::Float(f) => value.round(f.exponent, f.fraction, f.subnormals),
            Format::Fixed(f) => f.encode(value),
        }
    }
}
