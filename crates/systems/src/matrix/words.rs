//! Words of coefficients.

use crate::exact::{Complex, Real};
use crate::format::{number, word, Float, Format, FRACTIONS};

/// The format of a part of a coefficient.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoefficientFormat {
    /// Floating point.
    Float(Float),
    /// Two's complement words, in units of 2^-fraction.
    Fixed {
        /// Bits of a word.
        bits: u32,
        /// Bits after the binary point, which may be negative.
        fraction: i32,
    },
}

impl CoefficientFormat {
    /// Returns the bits of a part.
    pub fn bits(self) -> u32 {
        match self {
            CoefficientFormat::Float(float) => float.bits(),
            CoefficientFormat::Fixed { bits, .. } => bits,
        }
    }

    /// Returns the number that a pair of words stands for.
    pub fn value(self, parts: [u64; 2]) -> Complex {
        let [re, im] = parts.map(|part| match self {
            CoefficientFormat::Float(float) => Real::from_f64(Format::Float(float).to_f64(part)),
            CoefficientFormat::Fixed { bits, fraction } => Real::from(i128::from(number(part, bits))).scaled(-fraction),
        });
        Complex { re, im }
    }

    /// Returns the format with a longer fraction, up to the limits of words.
    pub fn longer(self, bits: u32) -> Self {
        match self {
            CoefficientFormat::Float(float) => {
                CoefficientFormat::Float(Float { fraction: (float.fraction + bits).min(*FRACTIONS.end()), ..float })
            }
            CoefficientFormat::Fixed { bits: own, fraction } => {
                let all = (own + bits).min(u64::BITS);
                CoefficientFormat::Fixed { bits: all, fraction: fraction + (all - own) as i32 }
            }
        }
    }

    /// Rounds a coefficient once.
    pub fn encode(self, value: &Complex) -> [u64; 2] {
        [&value.re, &value.im].map(|part| match self {
            CoefficientFormat::Float(float) => part.round(float.exponent, float.fraction, float.subnormals),
            CoefficientFormat::Fixed { bits, fraction } => {
                let limit = 1i128 << (bits - 1);
                word(part.units(fraction).clamp(-limit, limit - 1), bits)
            }
        })
    }
}
