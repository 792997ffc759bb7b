//! A binary floating-point format: limits, name, and the fields of its values.

use super::error::FormatError;
use super::limits::{EXPONENTS, FRACTIONS};

/// Bits by which the fraction of a coefficient is longer than that of a value, and the longest that it becomes for this:
/// a significand of 17 bits and a sign are what the narrower port of a DSP block takes.
const LONGER: u32 = 4;
const LONGEST: u32 = 16;

/// Formats with a name of their own: name, exponent width, fraction width.
pub(super) const NAMED: [(&str, u32, u32); 4] = [("fp16", 5, 10), ("bf16", 8, 7), ("fp32", 8, 23), ("fp64", 11, 52)];

/// A binary floating-point format with an implicit leading bit, infinities and NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Float {
    /// Exponent width in bits, one of [`EXPONENTS`].
    pub exponent: u32,
    /// Fraction width in bits, one of [`FRACTIONS`].
    pub fraction: u32,
    /// Gradual underflow; otherwise flush to zero.
    pub subnormals: bool,
}

impl Float {
    /// A format within the limits.
    pub fn new(exponent: u32, fraction: u32, subnormals: bool) -> Result<Float, FormatError> {
        if !EXPONENTS.contains(&exponent) {
            return Err(FormatError::Exponent { exponent, fraction });
        }
        if !FRACTIONS.contains(&fraction) {
            return Err(FormatError::Fraction { exponent, fraction });
        }
        Ok(Float { exponent, fraction, subnormals })
    }

    /// The format of the constants that values are multiplied by. Where a DSP block has room for it, their fraction is
    /// longer, so that their rounding adds next to nothing to that of the products.
    ///
    /// ```
    /// use fftgen::format::Float;
    /// assert_eq!(Float::new(8, 7, false)?.coefficient().fraction, 11);
    /// assert_eq!(Float::new(8, 23, false)?.coefficient().fraction, 23);
    /// # Ok::<(), fftgen::format::FormatError>(())
    /// ```
    pub fn coefficient(self) -> Float {
        let longer = (self.fraction + LONGER).min(LONGEST);
        Float { fraction: self.fraction.max(longer), ..self }
    }

    /// Bits of a value.
    pub fn bits(self) -> u32 {
        1 + self.exponent + self.fraction
    }

    /// The biased exponent of 1.0.
    pub fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Exponent field of infinity and NaN.
    pub fn exponent_max(self) -> u64 {
        (1 << self.exponent) - 1
    }

    /// The sign bit.
    pub fn sign_mask(self) -> u64 {
        1 << (self.exponent + self.fraction)
    }

    /// Infinity: all exponent bits.
    pub fn infinity(self) -> u64 {
        self.exponent_max() << self.fraction
    }

    /// The canonical NaN.
    pub fn nan(self) -> u64 {
        self.infinity() | 1 << (self.fraction - 1)
    }

    /// Whether `a` is a NaN, canonical or not.
    pub fn is_nan(self, a: u64) -> bool {
        a & (self.sign_mask() - 1) > self.infinity()
    }

    /// `fp32` for e8m23 and so on, else the `e6m9` form.
    pub fn name(self) -> String {
        let known = NAMED.iter().find(|&&(_, e, f)| (e, f) == (self.exponent, self.fraction));
        known.map_or_else(|| format!("e{}m{}", self.exponent, self.fraction), |(name, ..)| name.to_string())
    }

    /// Flips the sign, of a NaN too.
    pub fn neg(self, a: u64) -> u64 {
        a ^ self.sign_mask()
    }

    /// Significand with its sign and exponent field of a number, where a subnormal one counts as zero: the value is the
    /// significand times 2^(field - bias - fraction).
    pub fn fields(self, a: u64) -> (i64, u64) {
        let (fraction, field) = (a & ((1 << self.fraction) - 1), a >> self.fraction & self.exponent_max());
        let significand = if field == 0 { 0 } else { (1 << self.fraction | fraction) as i64 };
        (if a & self.sign_mask() == 0 { significand } else { -significand }, field)
    }
}
