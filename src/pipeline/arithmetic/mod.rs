//! How a stage computes: the encoding of its words, their widths, and what its operators return.

mod coefficients;
mod fixed;
mod shared_exponent;

pub use coefficients::Coefficients;
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
    /// Integers, behind the alignment of a transform's words to one exponent.
    SharedExponent { fixed: FixedStage, word: SharedExponent, input: InputEncoding },
}

impl From<Format> for StageArithmetic {
    /// The arithmetic of a format until a number system assigns another one.
    fn from(format: Format) -> Self {
        match format {
            Format::Float(float) => StageArithmetic::Float(float),
            Format::Fixed(fixed) => StageArithmetic::Fixed(FixedStage::unscaled(fixed)),
        }
    }
}

impl StageArithmetic {
    /// Widths and rounding, where operators compute with integers.
    pub fn fixed(&self) -> Option<FixedStage> {
        match self {
            StageArithmetic::Float(_) => None,
            StageArithmetic::Fixed(fixed) | StageArithmetic::SharedExponent { fixed, .. } => Some(*fixed),
        }
    }

    /// Widths and rounding, to be changed.
    pub fn fixed_mut(&mut self) -> Option<&mut FixedStage> {
        match self {
            StageArithmetic::Float(_) => None,
            StageArithmetic::Fixed(fixed) | StageArithmetic::SharedExponent { fixed, .. } => Some(fixed),
        }
    }

    /// The words and what makes them up, where their parts share an exponent.
    pub fn shared(&self) -> Option<(&SharedExponent, InputEncoding)> {
        match self {
            StageArithmetic::SharedExponent { word, input, .. } => Some((word, *input)),
            StageArithmetic::Float(_) | StageArithmetic::Fixed(_) => None,
        }
    }

    /// Bits of a component ahead of the stage.
    pub fn input_bits(&self) -> u32 {
        match self {
            StageArithmetic::Float(float) => float.bits(),
            StageArithmetic::Fixed(fixed) => fixed.input_bits,
            StageArithmetic::SharedExponent { word, input, .. } => word.entering_bits(*input),
        }
    }

    /// Bits of a component behind the stage.
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

    /// The word of a coefficient.
    pub fn encode(&self, value: &Real) -> u64 {
        match self {
            StageArithmetic::Float(float) => Format::Float(float.coefficient()).encode(value),
            StageArithmetic::Fixed(fixed) | StageArithmetic::SharedExponent { fixed, .. } => {
                word(fixed.encode(value).into(), fixed.coefficient_bits)
            }
        }
    }

    /// Whether a word has its sign as a bit of its own, which flips without an adder.
    pub fn has_sign_bit(&self) -> bool {
        matches!(self, StageArithmetic::Float(_))
    }

    /// Clock cycles that rounding the outputs takes.
    pub fn round_cycles(&self) -> usize {
        self.fixed().map_or(0, |fixed| fixed.round_cycles)
    }
}
