//! Shared-exponent complex: floating-point numbers computed in complex words whose parts share an exponent.

use super::costs::costs;
use super::fixed::wait_for_registers;
use super::fixed::widths::{Limits, Measured, Widths};
use super::float::{float_description, float_scale, float_title};
use super::options::{FixedOptions, Scale};
use super::sizes::bits_of_size;
use super::traits::NumberSystem;
use crate::error::Error;
use crate::format::{Fixed, Float, Format, Rounding};
use crate::formula::{Diag, Direction};
use crate::operators::MultiplierStyle;
use crate::pipeline::arithmetic::{FixedStage, InputEncoding, QuantizedCoefficients, SharedExponent, StageArithmetic};
use crate::pipeline::{Block, Codec, Pipeline, Stage};
use crate::rtl::retime::Profile;
use crate::rtl::technology::Technology;
use crate::schedule::OperatorCosts;
use rayon::prelude::*;

/// Bits of both factors of a DSP block of UltraScale+.
const DSP_FACTOR_BITS: [u32; 2] = [18, 27];

/// Maximum number of bits of a multiplied word beyond those of an aligned part.
const MAX_EXTRA_BITS: u32 = 2;

/// Maximum shift of a stage whose words have the maximum length, in bits. Errors grow with it.
const MAX_SHIFT: i32 = 2;

/// Complex words of two aligned parts with a common exponent.
#[derive(Clone, Debug)]
pub(super) struct SharedExponents {
    float: Float,
    /// Format of an aligned part.
    aligned: Fixed,
    options: FixedOptions,
    /// Whether words become larger than the numbers at both ends in transforms of either direction.
    exceeds_ports: bool,
}

impl SharedExponents {
    /// Returns the system of parts of `bits` bits.
    pub fn new(float: Float, bits: u32, options: &FixedOptions) -> Self {
        let [shorter, longer] = DSP_FACTOR_BITS;
        // A product takes one block if one of its factors fits the shorter input.
        let coefficient = if bits + MAX_EXTRA_BITS <= shorter { shorter } else { longer };
        let options = FixedOptions {
            scale: Some(Scale::None),
            twiddle_bits: options.twiddle_bits.or(Some(coefficient)),
            guard_bits: Some(0),
            rounding: Some(Rounding::Odd),
            ..options.clone()
        };
        SharedExponents {
            float,
            aligned: Fixed { integer: 1, fraction: bits.saturating_sub(1) },
            options,
            exceeds_ports: false,
        }
    }

    fn unsupported(&self, what: &str) -> Error {
        Error::Unsupported(format!("datapath cfp{}: {what}", self.aligned.bits()))
    }
}

/// Whether the words of a block can be aligned.
fn can_be_aligned(block: &Block) -> bool {
    match block {
        Block::Feedback(feedback) => feedback.rotates_last_only(),
        _ => true,
    }
}

impl NumberSystem for SharedExponents {
    fn format(&self) -> Format {
        Format::Fixed(self.aligned)
    }

    fn coefficient_bits(&self) -> u32 {
        self.options.twiddle_bits(self.aligned.bits())
    }

    /// Returns the costs of fixed-point operators, with the worth of a DSP block in floating point, because the words
    /// are compared with floating point.
    fn costs(&self, multiplier: MultiplierStyle) -> OperatorCosts {
        let luts_per_dsp = costs(&Format::Float(self.float), multiplier, 0).luts_per_dsp;
        OperatorCosts { luts_per_dsp, ..costs(&self.format(), multiplier, self.coefficient_bits()) }
    }

    fn cycles_of_sums(&self, profile: Profile, technology: &Technology) -> Option<u32> {
        profile.cycles(technology).map(|cycles| cycles.long_sum)
    }

    fn aligns_words(&self) -> bool {
        true
    }

    fn for_large_words(&self) -> Option<Box<dyn NumberSystem>> {
        Some(Box::new(SharedExponents { exceeds_ports: true, ..self.clone() }))
    }

    fn rounding(&self) -> Rounding {
        self.options.rounding.unwrap_or_default()
    }

    fn residual_scale(&self, elements: usize, samples: usize, inverse: bool) -> Option<Diag> {
        Scale::Size.level(elements, samples).filter(|_| inverse)
    }

    fn assign(&self, pipeline: &mut Pipeline) -> Result<(), Error> {
        if !pipeline.blocks.iter().all(can_be_aligned) {
            return Err(self.unsupported("it serves no such plan; leave --datapath out"));
        }
        let is_inverse = pipeline.spec.direction == Direction::Inverse;
        let shift = if is_inverse { -bits_of_size(pipeline.transform_samples()) } else { 0 };
        let bits = self.aligned.bits();
        let word = SharedExponent {
            float: self.float,
            aligned: bits,
            growth: 0,
            exponent: match self.exceeds_ports
                || pipeline.is_convolution()
                || pipeline.spec.direction != Direction::Forward
            {
                true => SharedExponent::long_exponent(self.float),
                false => SharedExponent::least_exponent(self.float),
            },
            lanes: pipeline.spec.width,
            shift,
            halves: self.options.stage.halves,
        };
        let stages: Vec<&Stage> = pipeline.stages().collect();
        let is_last = stages.len() == 1;
        // Words are aligned before every stage, so that all stages have equal input words.
        let begin = Widths::new(pipeline.transform_samples(), self.aligned, &self.options, stages.len())?;
        let measure = |stage: &&Stage| begin.measured(stage, QuantizedCoefficients::point(stage, begin.coefficient()));
        let measured: Vec<Measured> = stages.par_iter().map(measure).collect();
        let widths = |growth: u32| -> Result<Vec<FixedStage>, Error> {
            let begin = begin.clone().limited(Limits { max: Some(bits + growth), exact: Some(bits + growth) });
            let settled = |(stage, measured): (&&Stage, &Measured)| {
                let mut widths = begin.clone();
                let scaled = widths.scaled(0, stage, *measured, (false, is_last));
                widths.settle(stage, &scaled, is_last)
            };
            stages.iter().zip(&measured).map(settled).collect()
        };
        let mut halved = 0;
        for growth in SharedExponent::GROWTHS {
            let widths = widths(growth)?;
            halved = widths.iter().map(|fixed| fixed.shift).max().unwrap_or(0);
            if halved > if growth < *SharedExponent::GROWTHS.end() { 0 } else { MAX_SHIFT } {
                continue;
            }
            // The output compensates the shifts of the stages.
            let shifts: i32 = stages.iter().zip(&widths).map(|(stage, fixed)| stage.net_shift(fixed.shift)).sum();
            let ports = SharedExponent { growth, shift: shift + shifts, ..word };
            insert(pipeline, widths, SharedExponent { growth, ..word }, ports);
            wait_for_registers(pipeline, &self.options.stage);
            return Ok(());
        }
        Err(self.unsupported(&format!(
            "a step would halve words {halved} times, which loses too much; leave --datapath out, or ask for smaller \
             kernels by --radix"
        )))
    }

    fn scale(&self, pipeline: &Pipeline) -> String {
        float_scale(pipeline)
    }

    fn title(&self) -> String {
        let bits = self.aligned.bits();
        format!("{}, computed in complex words of {bits} bits with an exponent each", float_title(self.float))
    }

    fn description(&self) -> String {
        format!(
            "{}; computed in complex words of {} bits in each part with an exponent for both, so that errors are \
             relative to \
             the larger part of a number, and an infinity or a NaN becomes NaN in both parts of all points that it \
             reaches",
            float_description(self.float),
            self.aligned.bits()
        )
    }
}

/// Assigns widths and encodings to stages, and inserts the codecs between numbers and words. `ports` is the encoding
/// with the scale between a word at an end of the pipeline and its number.
fn insert(pipeline: &mut Pipeline, widths: Vec<FixedStage>, word: SharedExponent, ports: SharedExponent) {
    // The first stage reads numbers, unless it feeds words back.
    let feeds_back = pipeline.blocks.iter().find(|block| block.stage().is_some()).is_none_or(Block::has_feedback);
    let first = if feeds_back { InputEncoding::UnitRangeWord } else { InputEncoding::Float };
    let inputs = std::iter::once(first).chain(std::iter::repeat(InputEncoding::Word));
    for ((stage, fixed), input) in pipeline.stages_mut().zip(widths).zip(inputs) {
        stage.arithmetic = StageArithmetic::SharedExponent { fixed, word, input };
    }
    if feeds_back {
        pipeline.blocks.insert(0, Block::Codec(Codec::Enter(ports)));
    }
    pipeline.blocks.push(Block::Codec(Codec::Leave(ports)));
}
