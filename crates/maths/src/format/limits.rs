//! Limits of number formats, in bits.

use std::ops::RangeInclusive;

/// Exponent widths of floating-point formats.
pub const EXPONENTS: RangeInclusive<u32> = 3..=11;
/// Fraction widths of floating-point formats.
pub const FRACTIONS: RangeInclusive<u32> = 2..=52;
/// Word widths of fixed-point formats.
pub const WORDS: RangeInclusive<u32> = 4..=64;
