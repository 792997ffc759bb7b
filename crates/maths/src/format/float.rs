//! Binary floating-point formats: widths, names, and the fields of a value.

use super::error::FormatError;
use super::limits::{EXPONENTS, FRACTIONS};

/// Bits by which the fraction of a coefficient is longer than that of a value, up to [`MAX_EXTENDED_FRACTION`].
const COEFFICIENT_EXTRA_BITS: u32 = 4;

/// Maximum fraction of an extended coefficient, in bits. The narrower port of a DSP block has 18 bits: a sign and a
/// significand of 17 bits.
const MAX_EXTENDED_FRACTION: u32 = 16;

/// Formats with their own names: name, exponent width in bits, fraction width in bits.
pub(super) const NAMED: [(&str, u32, u32); 4] = [("fp16", 5, 10), ("bf16", 8, 7), ("fp32", 8, 23), ("fp64", 11, 52)];

/// A binary floating-point format with an implicit leading bit, infinities and NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Float {
    /// Exponent width in bits, within [`EXPONENTS`].
    pub exponent: u32,
    /// Fraction width in bits, within [`FRACTIONS`].
    pub fraction: u32,
    /// Whether underflow is gradual; otherwise subnormal numbers are flushed to zero.
    pub subnormals: bool,
}

impl Float {
    /// Returns the format with subnormal numbers, of `exponent` exponent bits and `fraction` fraction bits.
    pub const fn with_subnormals(exponent: u32, fraction: u32) -> Self {
        Float { exponent, fraction, subnormals: true }
    }

    /// Creates a format if its widths are within the limits.
    pub fn new(exponent: u32, fraction: u32, subnormals: bool) -> Result<Float, FormatError> {
        if !EXPONENTS.contains(&exponent) {
            return Err(FormatError::Exponent { exponent, fraction });
        }
        if !FRACTIONS.contains(&fraction) {
            return Err(FormatError::Fraction { exponent, fraction });
        }
        Ok(Float { exponent, fraction, subnormals })
    }

    /// Returns the format of the coefficients that values are multiplied by. Where a DSP block has the bits, their
    /// fraction is longer than that of values, because their rounding errors are then small against those of the
    /// products.
    ///
    /// ```
    /// use fftgen_maths::format::Float;
    /// assert_eq!(Float::new(8, 7, false)?.coefficient().fraction, 11);
    /// assert_eq!(Float::new(8, 23, false)?.coefficient().fraction, 23);
    /// # Ok::<(), fftgen_maths::format::FormatError>(())
    /// ```
    pub fn coefficient(self) -> Float {
        let extended = (self.fraction + COEFFICIENT_EXTRA_BITS).min(MAX_EXTENDED_FRACTION);
        Float { fraction: self.fraction.max(extended), ..self }
    }

    /// Returns the bits of a value.
    pub fn bits(self) -> u32 {
        1 + self.exponent + self.fraction
    }

    /// Returns the exponent field of 1.0.
    pub fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Returns the exponent field of infinity and NaN.
    pub fn exponent_max(self) -> u64 {
        (1 << self.exponent) - 1
    }

    /// Returns the mask of the sign bit.
    pub fn sign_mask(self) -> u64 {
        1 << (self.exponent + self.fraction)
    }

    /// Returns positive infinity, whose exponent bits are all set.
    pub fn infinity(self) -> u64 {
        self.exponent_max() << self.fraction
    }

    /// Returns the canonical NaN.
    pub fn nan(self) -> u64 {
        self.infinity() | 1 << (self.fraction - 1)
    }

    /// Returns whether `a` is a NaN, canonical or not.
    pub fn is_nan(self, a: u64) -> bool {
        a & (self.sign_mask() - 1) > self.infinity()
    }

    /// Returns the name of the format, such as `fp32` for e8m23, or else `e<exponent bits>m<fraction bits>`.
    pub fn name(self) -> String {
        let named = NAMED.iter().find(|&&(_, e, f)| (e, f) == (self.exponent, self.fraction));
        named.map_or_else(|| format!("e{}m{}", self.exponent, self.fraction), |(name, ..)| name.to_string())
    }

    /// Inverts the sign, also of a NaN.
    pub fn neg(self, a: u64) -> u64 {
        a ^ self.sign_mask()
    }

    /// Returns the signed significand and the exponent field of a finite number, where subnormal numbers count as zero.
    /// The value is the significand times 2^(field - bias - fraction).
    #[inline(always)]
    pub fn fields(self, a: u64) -> (i64, u64) {
        let (fraction, field) = (a & ((1 << self.fraction) - 1), a >> self.fraction & self.exponent_max());
        let significand = if field == 0 { 0 } else { (1 << self.fraction | fraction) as i64 };
        (if a & self.sign_mask() == 0 { significand } else { -significand }, field)
    }
}
