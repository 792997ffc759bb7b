//! Limits of number formats, in bits.

use std::ops::RangeInclusive;

/// Exponent widths a format may have.
pub const EXPONENTS: RangeInclusive<u32> = 3..=11;
/// Fraction widths a format may have.
pub const FRACTIONS: RangeInclusive<u32> = 2..=52;
/// Bits a fixed-point word may have.
pub const WORDS: RangeInclusive<u32> = 4..=64;
