//! What a number system says of itself, and does to a pipeline.

use super::costs::costs;
use super::options::TYPICAL_INTERNAL_BITS;
use super::sizes::bits_of_size;
use crate::error::Error;
use crate::format::{Format, Rounding};
use crate::formula::Diag;
use crate::pipeline::Pipeline;
use crate::rtl::operators::MultiplierStyle;
use crate::rtl::retime::{depths, fixed_depths, Depths, PipelineDepths};
use crate::schedule::{OperatorCosts, Rotation};
use std::fmt;

/// How numbers are represented between the ports of a core.
pub trait NumberSystem: fmt::Debug + Send + Sync {
    /// The format that operators compute in.
    fn format(&self) -> Format;

    /// Bits of a coefficient.
    fn coefficient_bits(&self) -> u32;

    /// Bits by which words grow on their way, at the most.
    fn max_growth(&self) -> u32 {
        0
    }

    /// Costs of its operators, in LUTs and DSP blocks.
    fn costs(&self, multiplier: MultiplierStyle) -> OperatorCosts {
        costs(&self.format(), multiplier, self.coefficient_bits())
    }

    /// Depths of its operators in clock cycles, for a transform of `size` points.
    fn depths(&self, size: usize, pipeline: PipelineDepths, multiplier: MultiplierStyle) -> Depths {
        match self.format() {
            Format::Float(float) => depths(float, pipeline, multiplier),
            Format::Fixed(format) => {
                let growth = bits_of_size(size).unsigned_abs().min(self.max_growth());
                fixed_depths(
                    format.bits() + TYPICAL_INTERNAL_BITS + growth,
                    self.coefficient_bits(),
                    pipeline,
                    multiplier,
                )
            }
        }
    }

    /// Rounding of integers at the end of a stage.
    fn rounding(&self) -> Rounding {
        Rounding::default()
    }

    /// How complex numbers are multiplied. With integers an addition costs less than the DSP block that it saves.
    fn rotation(&self) -> Rotation {
        match self.format() {
            Format::Float(_) => Rotation::Four,
            Format::Fixed(_) => Rotation::Three,
        }
    }

    /// Whether shifts are given for the stages of a plan, so that stages may not be inserted.
    fn has_shift_schedule(&self) -> bool {
        false
    }

    /// Whether each step aligns the words of its transforms, so that sums cost little and short steps are best.
    fn aligns_words(&self) -> bool {
        false
    }

    /// A factor for each of `elements` elements that the shifts of stages do not make, for a transform of `samples` samples; none
    /// where they make all.
    fn residual_scale(&self, elements: usize, samples: usize, inverse: bool) -> Option<Diag>;

    /// Assigns the arithmetic of every block, and inserts the blocks that the system needs. An error names the words that become
    /// too long, or the block that the system cannot compute.
    fn assign(&self, pipeline: &mut Pipeline) -> Result<(), Error>;

    /// The ratio that sums are multiplied by in a pipeline of this system, as text.
    fn scale(&self, pipeline: &Pipeline) -> String;

    /// The format and its rules in a few words, for the terminal.
    fn title(&self) -> String;

    /// The format and its rules in a sentence, for the documents of a core.
    fn description(&self) -> String;
}
