//! Arithmetic of a stage: the encoding of its words, their widths, and the results of its operators.

mod alignment;
mod coefficients;
mod fixed;
mod shared_exponent;

pub use coefficients::QuantizedCoefficients;
pub use fixed::FixedStage;
pub use shared_exponent::{InputEncoding, Parts, SharedExponent};

use crate::exact::Real;
use crate::format::{word, Float, Format};

/// The arithmetic of one stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageArithmetic {
    /// Floating-point operators, each of which rounds once.
    Float(Float),
    /// Integers of the widths that the number system has assigned.
    Fixed(FixedStage),
    /// Integers, after the alignment of a transform's words to one exponent.
    SharedExponent {
        /// Widths and rounding of the integers.
        fixed: FixedStage,
        /// Encoding of the words after the stage.
        word: SharedExponent,
        /// Encoding of the words before the stage.
        input: InputEncoding,
    },
}

impl From<Format> for StageArithmetic {
    /// Returns the arithmetic of a format until a number system assigns another one.
    fn from(format: Format) -> Self {
        match format {
            Format::Float(float) => StageArithmetic::Float(float),
            Format::Fixed(fixed) => StageArithmetic::Fixed(FixedStage::unscaled(fixed)),
        }
    }
}

impl StageArithmetic {
    /// Returns widths and rounding, if operators compute with integers.
    pub fn fixed(&self) -> Option<FixedStage> {
        match self {
            StageArithmetic::Float(_) => None,
            StageArithmetic::Fixed(fixed) | StageArithmetic::SharedExponent { fixed, .. } => Some(*fixed),
        }
    }

    /// Returns widths and rounding for changes, if operators compute with integers.
    pub fn fixed_mut(&mut self) -> Option<&mut FixedStage> {
        match self {
            StageArithmetic::Float(_) => None,
            StageArithmetic::Fixed(fixed) | StageArithmetic::SharedExponent { fixed, .. } => Some(fixed),
        }
    }

    /// Gives words with an exponent parts that are longer than an aligned part by `growth` bits.
    pub fn set_growth(&mut self, growth: u32) {
        if let StageArithmetic::SharedExponent { fixed, word, .. } = self {
            fixed.output_bits = fixed.output_bits + growth - word.growth;
            word.growth = growth;
        }
    }

    /// Returns the encodings of shared-exponent words after and before the stage, if it computes with these.
    pub fn shared(&self) -> Option<(&SharedExponent, InputEncoding)> {
        match self {
            StageArithmetic::SharedExponent { word, input, .. } => Some((word, *input)),
            StageArithmetic::Float(_) | StageArithmetic::Fixed(_) => None,
        }
    }

    /// Bits of a component before the stage.
    pub fn input_bits(&self) -> u32 {
        match self {
            StageArithmetic::Float(float) => float.bits(),
            StageArithmetic::Fixed(fixed) => fixed.input_bits,
            StageArithmetic::SharedExponent { word, input, .. } => word.input_bits(*input),
        }
    }

    /// Bits of a component after the stage.
    pub fn output_bits(&self) -> u32 {
        match self {
            StageArithmetic::Float(float) => float.bits(),
            StageArithmetic::Fixed(fixed) => fixed.output_bits,
            StageArithmetic::SharedExponent { word, .. } => word.bits(),
        }
    }

    /// Bits of a word between operators.
    pub fn internal_bits(&self) -> u32 {
        self.fixed().map_or(self.output_bits(), |fixed| fixed.internal_bits)
    }

    /// Bits of a coefficient.
    pub fn coefficient_bits(&self) -> u32 {
        match self {
            StageArithmetic::Float(float) => float.coefficient().bits(),
            StageArithmetic::Fixed(fixed) | StageArithmetic::SharedExponent { fixed, .. } => fixed.coefficient_bits,
        }
    }

    /// Returns the word of a coefficient.
    pub fn encode(&self, value: &Real) -> u64 {
        match self {
            StageArithmetic::Float(float) => Format::Float(float.coefficient()).encode(value),
            StageArithmetic::Fixed(fixed) | StageArithmetic::SharedExponent { fixed, .. } => {
                word(fixed.encode(value).into(), fixed.coefficient_bits)
            }
        }
    }

    /// Whether a word has a separate sign bit, so that negation takes no adder.
    pub fn has_sign_bit(&self) -> bool {
        matches!(self, StageArithmetic::Float(_))
    }

    /// Clock cycles that rounding the outputs takes.
    pub fn round_cycles(&self) -> usize {
        self.fixed().map_or(0, |fixed| fixed.round_cycles)
    }
}
