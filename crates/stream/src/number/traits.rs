//! The interface of a number system.

use super::costs::costs;
use super::options::TYPICAL_INTERNAL_BITS;
use super::sizes::bits_of_size;
use crate::error::Error;
use crate::format::{Format, Rounding};
use crate::formula::Diag;
use crate::operators::MultiplierStyle;
use crate::operators::{depths, fixed_depths, Depths, PipelineDepths};
use crate::pipeline::Pipeline;
use crate::rtl::retime::Profile;
use crate::rtl::technology::Technology;
use crate::schedule::{OperatorCosts, Rotation};
use std::fmt;

/// Representation of numbers between the ports of a core.
pub trait NumberSystem: fmt::Debug + Send + Sync {
    /// Returns the format of operators.
    fn format(&self) -> Format;

    /// Returns the bits of a coefficient.
    fn coefficient_bits(&self) -> u32;

    /// Returns the maximum growth of words, in bits.
    fn max_growth(&self) -> u32 {
        0
    }

    /// Returns the costs of operators, in LUTs and DSP blocks.
    fn costs(&self, multiplier: MultiplierStyle) -> OperatorCosts {
        costs(&self.format(), multiplier, self.coefficient_bits())
    }

    /// Returns the clock cycles of a sum, where they are not those of other words of a technology.
    fn cycles_of_sums(&self, _: Profile, _: &Technology) -> Option<u32> {
        None
    }

    /// Returns the pipeline depths of operators in clock cycles, for a transform of `size` points.
    fn depths(
        &self,
        size: usize,
        pipeline: PipelineDepths,
        multiplier: MultiplierStyle,
        technology: &'static Technology,
    ) -> Depths {
        let add = pipeline.add.or_else(|| self.cycles_of_sums(pipeline.profile, technology));
        let pipeline = PipelineDepths { add, ..pipeline };
        match self.format() {
            Format::Float(float) => depths(float, pipeline, multiplier, technology),
            Format::Fixed(format) => {
                let growth = bits_of_size(size).unsigned_abs().min(self.max_growth());
                fixed_depths(
                    format.bits() + TYPICAL_INTERNAL_BITS + growth,
                    self.coefficient_bits(),
                    pipeline,
                    multiplier,
                    technology,
                )
            }
        }
    }

    /// Returns the rounding of integers at the end of a stage.
    fn rounding(&self) -> Rounding {
        Rounding::default()
    }

    /// Returns the algorithm of complex products. Integers have three products, because an addition costs less than the
    /// DSP block that it saves.
    fn rotation(&self) -> Rotation {
        match self.format() {
            Format::Float(_) => Rotation::Four,
            Format::Fixed(_) => Rotation::Three,
        }
    }

    /// Whether the words of a frame have a common exponent, which is an output beside them.
    fn has_frame_exponents(&self) -> bool {
        false
    }

    /// Whether each stage aligns the words of its transforms. Sums are then cheap, and short stages are best.
    fn aligns_words(&self) -> bool {
        false
    }

    /// Returns by how many powers of two less words are divided before the steps of an inverse transform than the
    /// transform asks for, where words have exponents of their own that are those of numbers at the ports. `None` where
    /// words are not divided before the steps. `small_products`: whether steps have products that are far smaller than
    /// their results.
    fn halvings_left(&self, _small_products: bool) -> Option<u32> {
        None
    }

    /// Returns the system for transforms within others, whose words may become larger than the numbers at both ends.
    /// `None` if this one has no words with exponents of their own.
    fn for_large_words(&self) -> Option<Box<dyn NumberSystem>> {
        None
    }

    /// Returns the scale that remains beside the shifts of stages, for each of `elements` elements of a transform of
    /// `samples` samples. `None` if shifts make the whole scale.
    fn residual_scale(&self, elements: usize, samples: usize, inverse: bool) -> Option<Diag>;

    /// Assigns the arithmetic of every block, and inserts the blocks that the system needs. Returns an error if words
    /// become too long, or if the system does not support a block.
    fn assign(&self, pipeline: &mut Pipeline) -> Result<(), Error>;

    /// Returns the scale of a pipeline of this system, as text.
    fn scale(&self, pipeline: &Pipeline) -> String;

    /// Names the format and its rules in a few words, for the terminal.
    fn title(&self) -> String;

    /// Describes the format and its rules in a sentence, for the documents of a core.
    fn description(&self) -> String;
}
