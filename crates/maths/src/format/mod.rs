//! Number formats: names, limits, encoding, and the *value semantics* of each operator.
//!
//! A floating-point value is its bit pattern in the low bits of a `u64`: sign, biased exponent, fraction, as IEEE
//! 754 lays them out. What an operator returns is defined here, by integer arithmetic on exact values
//! (`soft`), and nowhere else; the slice operations (`host`) compute equal results faster. The
//! netlists of operators are a third implementation and share no code with this module, so
//! that the tests can compare them.
//!
//! Fixed point (`fixed`) is two's complement. The results of its operators depend on the stage of a transform;
//! The stages of a pipeline in fixed point define them with the roundings of this module.
//!
//! # Rules of floating point
//!
//! - A factor of a product may be of another format than the product ([`Float::coefficient`]).
//! - Every operator rounds once, to nearest, ties to even. Overflow gives infinity.
//! - Infinities propagate. `inf - inf` and `0 * inf` are NaN. Every NaN result is the one canonical NaN:
//!   sign 0, exponent all ones, only the top bit of the fraction set.
//! - `neg` flips the sign bit of anything, `sub(a, b)` is `add(a, neg(b))`. An exact cancellation is +0,
//!   and (-0) + (-0) is -0.
//! - Without subnormals (the default) a subnormal operand is read as the zero of its sign, and a result
//!   is the zero of its sign when its magnitude, *rounded to the precision with an unbounded exponent*,
//!   is below the smallest normal number. This is detection "after rounding" in the words of IEEE 754-2019,
//!   section 7.5, followed by a flush.
//! - With subnormals, gradual underflow as in IEEE 754.

mod arithmetic;
mod constant;
mod error;
mod fixed;
mod float;
mod host;
mod lengths;
mod limits;
mod numbers;
mod parts;
mod soft;

pub use error::FormatError;
pub use fixed::{number, word, Fixed, Overflow, Rounding};
pub use float::Float;
pub use limits::{EXPONENTS, FRACTIONS, WORDS};
pub use numbers::Numbers;
pub use parts::{bf16_parts, BF16, MAX_PARTS};

use float::NAMED;

/// A number format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Floating point.
    Float(Float),
    /// Fixed point.
    Fixed(Fixed),
}

impl Format {
    /// Reads `fp16`, `bf16`, `fp32`, `fp64`, `e<exponent bits>m<fraction bits>`, `fixed<bits>` or
    /// `q<integer bits>.<fraction bits>`. `subnormals` applies to floating point only.
    ///
    /// ```
    /// use fftgen_maths::format::Format;
    /// assert_eq!(Format::parse("e8m23", false).unwrap().name(), "fp32");
    /// assert_eq!(Format::parse("q1.15", false).unwrap().name(), "fixed16");
    /// assert!(Format::parse("fp23", false).unwrap_err().to_string().contains("fp32"));
    /// ```
    pub fn parse(text: &str, subnormals: bool) -> Result<Format, FormatError> {
        if let Some(fixed) = Fixed::parse(text) {
            return fixed.map(Format::Fixed);
        }
        let named = NAMED.iter().find(|(name, ..)| *name == text).map(|&(_, e, f)| (e, f));
        let (exponent, fraction) = match named.or_else(|| parse_widths(text)) {
            Some(widths) => widths,
            None => return Err(FormatError::unknown(text, NAMED.map(|(name, ..)| name))),
        };
        Float::new(exponent, fraction, subnormals).map(Format::Float)
    }

    /// Returns the canonical name, which [`Format::parse`] accepts.
    pub fn name(&self) -> String {
        match self {
            Format::Float(f) => f.name(),
            Format::Fixed(f) => f.name(),
        }
    }

    /// Returns the default format of coefficients. In fixed point each stage has its own.
    pub fn coefficient(&self) -> Format {
        match self {
            Format::Float(f) => Format::Float(f.coefficient()),
            Format::Fixed(_) => *self,
        }
    }

    /// Returns the bits of one real number.
    pub fn bits(&self) -> u32 {
        match self {
            Format::Float(f) => f.bits(),
            Format::Fixed(f) => f.bits(),
        }
    }

    /// Returns the bits after the binary point: of a number in fixed point, or of a significand.
    pub fn fraction(&self) -> u32 {
        match self {
            Format::Float(f) => f.fraction,
            Format::Fixed(f) => f.fraction,
        }
    }

    /// Returns the word nearest to a value. Fixed point saturates.
    pub fn from_f64(&self, value: f64) -> u64 {
        match self {
            Format::Float(f) => soft::convert(soft::HOST, *f, value.to_bits()),
            Format::Fixed(f) => f.from_f64(value),
        }
    }

    /// Returns the value of a word. It is exact except for fixed point of more than 53 bits.
    pub fn to_f64(&self, a: u64) -> f64 {
        match self {
            Format::Float(f) => f64::from_bits(soft::convert(*f, soft::HOST, a)),
            Format::Fixed(f) => f.to_f64(a),
        }
    }
}

/// Reads the widths in `e<exponent>m<fraction>`, whose range [`Float::new`] checks.
fn parse_widths(text: &str) -> Option<(u32, u32)> {
    let (exponent, fraction) = text.strip_prefix('e')?.split_once('m')?;
    let number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?;
    Some((number(exponent)?, number(fraction)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_canonical_and_read_back() {
        for (text, name, bits) in [
            ("fp32", "fp32", 32),
            ("e8m7", "bf16", 16),
            ("e6m9", "e6m9", 16),
            ("e11m52", "fp64", 64),
            ("q1.15", "fixed16", 16),
            ("q4.12", "q4.12", 16),
        ] {
            let format = Format::parse(text, true).unwrap();
            assert_eq!((format.name().as_str(), format.bits()), (name, bits));
            assert_eq!(Format::parse(name, true).unwrap(), format);
        }
    }

    #[test]
    fn errors_name_the_value_the_reason_and_the_fix() {
        let message = |text| Format::parse(text, false).unwrap_err().to_string();
        assert_eq!(
            message("bf61"),
            "unknown number format \"bf61\"; did you mean bf16? Formats: fp16, bf16, fp32, fp64, e<exponent \
             bits>m<fraction bits> as in e6m9, fixed<bits> as in fixed16, or q<integer bits>.<fraction bits> as in \
             q4.12"
        );
        assert_eq!(message("e12m3"), "e12m3: an exponent of 12 bits is out of range; it may have 3 to 11");
        assert_eq!(message("e5m53"), "e5m53: a fraction of 53 bits is out of range; it may have 2 to 52");
        assert_eq!(message("fixed3"), "q1.2: a word of 3 bits is out of range; it may have 4 to 64");
        assert_eq!(
            message("q0.16"),
            "q0.16: the sign takes an integer bit, so there is at least one; for example q1.16"
        );
        for odd in ["fixed0", "fixed", "fixed-3", "fixed99999999999", "q.", "q1.", "q4294967295.4294967295"] {
            assert!(!message(odd).is_empty());
        }
        assert!(message("e99999999999m3").starts_with("unknown"));
        assert!(message("").starts_with("unknown number format \"\";"));
    }

    #[test]
    fn conversion_rounds_once_and_is_exact_back() {
        let fp16 = Format::parse("fp16", false).unwrap();
        assert_eq!(fp16.from_f64(1.0), 0x3c00);
        assert_eq!(fp16.from_f64(-65520.0), 0xfc00); // ties to even: past the largest
        assert_eq!(fp16.from_f64(6.1e-5), 0x0000); // below the smallest normal
        assert_eq!(fp16.from_f64(f64::NAN), Float::new(5, 10, false).unwrap().nan());
        assert_eq!(fp16.to_f64(0x3555), 0.333251953125);
        assert_eq!(Format::parse("fp16", true).unwrap().to_f64(1), 2f64.powi(-24));
    }

    #[test]
    fn both_roundings_of_integers_are_equal() {
        let mut rng = crate::rng::Rng::new(5);
        for (exponent, fraction) in [(8, 23), (5, 10), (8, 7), (10, 24), (3, 2), (11, 52)] {
            let f = Float::new(exponent, fraction, false).unwrap();
            for _ in 0..20_000 {
                let value = rng.word() as i64 >> (12 + rng.word() % 50);
                let power = (rng.word() % (8 << exponent >> 2)) as i32 - (4 << exponent >> 2);
                assert_eq!(f.nearest_to(value, power), f.nearest(value.into(), power), "{value} 2^{power} in {f:?}");
            }
        }
    }
}
