//! Words of coefficients.

use crate::exact::Complex;
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
        /// Bits behind the binary point, which may be negative.
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

    /// Returns the value of a part.
    pub fn decode(self, word: u64) -> f64 {
        match self {
            CoefficientFormat::Float(float) => Format::Float(float).to_f64(word),
            CoefficientFormat::Fixed { bits, fraction } => number(word, bits) as f64 * 0.5f64.powi(fraction),
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
