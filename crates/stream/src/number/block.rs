//! Block floating point: the words of a frame have a common exponent.
//!
//! Stages do not scale words. Normalizers fill the words of a frame before the first stage, where words have grown by
//! more than the maximum, and at the end. Floating-point numbers can be computed in this way too: they are converted to
//! words with a common exponent, and results are converted back.

use super::fixed::widths::{defers, Limits, Widths};
use super::fixed::FrameBounds;
use super::fixed::{assign_widths, fixed_description, fixed_title, wait_for_registers};
use super::float::{float_description, float_scale, float_title};
use super::options::{FixedOptions, Scale};
use super::sizes::bits_of_size;
use super::traits::NumberSystem;
use crate::error::Error;
use crate::format::{Fixed, Float, Format, Rounding, WORDS};
use crate::formula::{Diag, Direction};
use crate::pipeline::arithmetic::FixedStage;
use crate::pipeline::{Block, Codec, Converter, Layout, Normalizer, Pipeline};

/// Bits of coefficients for floating-point numbers in words of at most this length: the longer factor of a DSP block of
/// UltraScale+. A product with words of 35 bits takes two blocks.
const COEFFICIENT_BITS: u32 = 27;

/// Default of the maximum growth of words between two normalizers, in bits. A normalizer costs the latency and the
/// memory of nearly a frame, and longer words cost hardly anything. Up to 8192 points there is no normalizer between
/// stages, and up to 65536 points there is one.
const BFP_MAX_GROWTH: u32 = 14;

/// Block floating point.
#[derive(Clone, Debug)]
pub(super) struct BlockFloating {
    /// Format of the words after a normalizer.
    fixed: Fixed,
    /// Format at the ports, if it is floating point.
    float: Option<Float>,
    options: FixedOptions,
}

impl BlockFloating {
    /// Returns the system of words at the ports, with an exponent for each frame beside them.
    pub fn new(fixed: Fixed, options: &FixedOptions) -> Self {
        BlockFloating { fixed, float: None, options: FixedOptions { scale: Some(Scale::None), ..options.clone() } }
    }

    /// Returns the system of floating-point numbers that are computed in words of `bits` bits.
    pub fn from_floats(float: Float, bits: u32, options: &FixedOptions) -> Self {
        let coefficient = (bits <= COEFFICIENT_BITS).then_some(COEFFICIENT_BITS);
        let words = Self::new(Fixed { integer: 1, fraction: bits.saturating_sub(1) }, options);
        let options = FixedOptions { twiddle_bits: options.twiddle_bits.or(coefficient), ..words.options };
        BlockFloating { float: Some(float), options, ..words }
    }

    /// Inserts normalizers. `input_bits[stage]` is the length of the words that a normalizer before the stage takes,
    /// or `None` if there is none. The last item stands for the end of the pipeline.
    fn normalize(&self, pipeline: &mut Pipeline, input_bits: Vec<Option<u32>>) {
        let (bits, rounding) = (self.fixed.bits(), self.options.rounding.unwrap_or_default());
        let normalizer = |hop: Hop, input: u32| match self.float.filter(|_| hop.stage == 0) {
            Some(float) => Normalizer::for_floats(&hop.from, hop.passing, float, bits, rounding),
            None => Normalizer::new(&hop.from, hop.passing, [input, bits], rounding),
        };
        let hops = hops(pipeline).into_iter().zip(input_bits).rev();
        let found: Vec<(usize, Normalizer)> =
            hops.filter_map(|(hop, input)| Some((hop.block, normalizer(hop, input?)))).collect();
        found.into_iter().for_each(|(at, normalizer)| pipeline.blocks.insert(at, Block::Normalizer(normalizer)));
    }
}

impl NumberSystem for BlockFloating {
    fn format(&self) -> Format {
        Format::Fixed(self.fixed)
    }

    fn coefficient_bits(&self) -> u32 {
        self.options.twiddle_bits(self.fixed.bits())
    }

    fn max_growth(&self) -> u32 {
        self.options.max_growth.unwrap_or(BFP_MAX_GROWTH)
    }

    fn rounding(&self) -> Rounding {
        self.options.rounding.unwrap_or_default()
    }

    fn has_frame_exponents(&self) -> bool {
        self.float.is_none()
    }

    fn residual_scale(&self, elements: usize, samples: usize, inverse: bool) -> Option<Diag> {
        Scale::Size.level(elements, samples).filter(|_| self.float.is_some() && inverse)
    }

    fn assign(&self, pipeline: &mut Pipeline) -> Result<(), Error> {
        let (bits, growth) = (self.fixed.bits(), self.max_growth());
        let limits = Limits { max: Some(*WORDS.end()), exact: None };
        let stages: Vec<&Block> = pipeline.blocks.iter().filter(|block| block.stage().is_some()).collect();
        let widths = Widths::new(pipeline.transform_samples(), self.fixed, &self.options, stages.len())?;
        let mut widths = widths.limited(limits).for_frame(FrameBounds::new(pipeline, bits));
        // Bits of the words that a normalizer takes, before each stage and after the last one.
        let mut normalized = vec![None; stages.len() + 1];
        normalized[0] = Some(bits);
        let (mut ahead, mut assigned): (Vec<Widths>, Vec<FixedStage>) = (vec![], vec![]);
        while let Some(stage) = stages.get(ahead.len()).and_then(|block| block.stage()) {
            ahead.push(widths.clone());
            let fixed = widths.stage(assigned.len(), stage, defers(&stages, assigned.len()))?;
            let has_grown = fixed.output_bits > bits + growth || widths.has_lost_bits();
            match has_grown.then(|| best_normalizer_stage(pipeline, &ahead, growth)).flatten() {
                // Assigns the stages from there on again, with short words.
                Some(stage) => {
                    normalized[stage] = Some(ahead[stage].bits);
                    widths = ahead[stage].normalized(bits);
                    ahead.truncate(stage);
                    assigned.truncate(stage);
                }
                None => assigned.push(fixed),
            }
        }
        drop(ahead);
        let last = widths.bits;
        if self.float.is_none() {
            normalized[assigned.len()] = Some(last);
        }
        assign_widths(pipeline, assigned);
        wait_for_registers(pipeline, &self.options.stage);
        self.normalize(pipeline, normalized);
        if let Some(float) = self.float {
            let is_inverse = pipeline.spec.direction == Direction::Inverse;
            let shift = if is_inverse { -bits_of_size(pipeline.transform_samples()) } else { 0 };
            let converter = Converter { float, lanes: pipeline.spec.width, input: last, shift };
            pipeline.blocks.push(Block::Codec(Codec::Convert(converter)));
        }
        Ok(())
    }

    fn scale(&self, pipeline: &Pipeline) -> String {
        match self.float {
            Some(_) => float_scale(pipeline),
            None => "1/2^exponent".into(),
        }
    }

    fn title(&self) -> String {
        match self.float {
            Some(float) => format!("{}, computed in blocks of {} bits", float_title(float), self.fixed.bits()),
            None => {
                let rounding = self.options.rounding.unwrap_or_default();
                fixed_title(self.fixed, rounding.words(), "an exponent for each frame")
            }
        }
    }

    fn description(&self) -> String {
        match self.float {
            Some(float) => format!(
                "{}; computed in words of {} bits with an exponent for each frame, so that errors are relative to the \
                 largest \
                 component of the frame, and a frame with an infinity or a NaN becomes NaN in all points",
                float_description(float),
                self.fixed.bits()
            ),
            None => fixed_description(self.fixed, &self.options, "with an exponent for each frame"),
        }
    }
}

/// A connection of one stage to the next, through a permuter if there is one.
struct Hop {
    /// Number of the stage after the connection.
    stage: usize,
    /// Number of the block after the connection.
    block: usize,
    /// Layout before the stage.
    from: Layout,
    /// Latency of the permuter in cycles, and number of lanes after it.
    passing: [usize; 2],
}

/// Lists the connections to all stages and to the output.
fn hops(pipeline: &Pipeline) -> Vec<Hop> {
    let stages = pipeline.blocks.iter().enumerate().filter(|(_, block)| block.stage().is_some());
    let ends = stages.map(|(number, _)| number).chain([pipeline.blocks.len()]);
    let hop = |(stage, block): (usize, usize)| {
        let passing = match block.checked_sub(1).map(|before| &pipeline.blocks[before]) {
            Some(Block::Permuter(permuter)) => [permuter.latency, permuter.outputs.len()],
            _ => [0, pipeline.layout_ahead(block).lanes],
        };
        Hop { stage, block, from: pipeline.layout_ahead(block), passing }
    };
    ends.enumerate().map(hop).collect()
}

/// Returns the stage before which the next normalizer is best. It is one of the stages since the last normalizer,
/// after which words have grown. The number of further normalizers decides, and then the number of words that the
/// normalizer stores.
fn best_normalizer_stage(pipeline: &Pipeline, ahead: &[Widths], growth: u32) -> Option<usize> {
    let hops = hops(pipeline);
    let cost = |stage: usize| {
        let left = ahead[stage].growth_left(pipeline.transform_samples());
        let further = (left / f64::from(growth.max(1))).ceil().max(1.0) as usize;
        let hop = &hops[stage];
        let words = Normalizer::new(&hop.from, hop.passing, [1; 2], Rounding::default()).words();
        (further, words, std::cmp::Reverse(stage))
    };
    let short = ahead.iter().rposition(Widths::is_short)?;
    (short + 1..ahead.len()).min_by_key(|&stage| cost(stage))
}
