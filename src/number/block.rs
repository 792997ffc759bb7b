//! Block floating point: the words of a frame have one exponent in common.
//!
//! A transform is not scaled on the way. Normalizers fill the words of a frame ahead of it, where words have grown by more than they
//! may, and at its end. Floating-point numbers may be computed so as well: they become words of a block, and results become numbers.

use super::fixed::widths::{defers, Limits, Widths};
use super::fixed::{fixed_description, fixed_title, give};
use super::float::{float_description, float_scale, float_title};
use super::options::{FixedOptions, Scale};
use super::sizes::bits_of_size;
use super::traits::NumberSystem;
use crate::error::Error;
use crate::format::{Fixed, Float, Format, Rounding, WORDS};
use crate::formula::{Diag, Direction};
use crate::pipeline::arithmetic::FixedStage;
use crate::pipeline::{Block, Codec, Converter, Layout, Normalizer, Pipeline};

/// Bits of coefficients for floating-point numbers in words of at most as many bits: the longer factor of a DSP block of
/// UltraScale+. Words of 35 bits take two blocks.
const COEFFICIENT: u32 = 27;

/// Bits that words grow by between two normalizers at the most, unless it is given. A normalizer costs the latency and the memory of
/// nearly a frame, longer words hardly anything: up to 8192 points there is none on the way, and up to 65536 there is one.
const BFP_MAX_GROWTH: u32 = 14;

/// Block floating point.
#[derive(Clone, Debug)]
pub(super) struct BlockFloating {
    /// Words behind a normalizer.
    fixed: Fixed,
    /// What comes in and goes out, where that is floating point.
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
        let coefficient = (bits <= COEFFICIENT).then_some(COEFFICIENT);
        let words = Self::new(Fixed { integer: 1, fraction: bits.saturating_sub(1) }, options);
        let options = FixedOptions { twiddle_bits: options.twiddle_bits.or(coefficient), ..words.options };
        BlockFloating { float: Some(float), options, ..words }
    }

    /// Inserts normalizers ahead of the stages of these numbers, behind the last stage where the number is theirs, for words of these
    /// bits.
    fn normalize(&self, pipeline: &mut Pipeline, places: Vec<Option<u32>>) {
        let (bits, rounding) = (self.fixed.bits(), self.options.rounding.unwrap_or_default());
        let normalizer = |hop: Hop, input: u32| match self.float.filter(|_| hop.stage == 0) {
            Some(float) => Normalizer::for_floats(&hop.from, hop.passing, float, bits, rounding),
            None => Normalizer::new(&hop.from, hop.passing, [input, bits], rounding),
        };
        let hops = hops(pipeline).into_iter().zip(places).rev();
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

    fn residual_scale(&self, elements: usize, samples: usize, inverse: bool) -> Option<Diag> {
        Scale::Size.level(elements, samples).filter(|_| self.float.is_some() && inverse)
    }

    fn assign(&self, pipeline: &mut Pipeline) -> Result<(), Error> {
        let (bits, growth) = (self.fixed.bits(), self.max_growth());
        let limits = Limits { most: Some(*WORDS.end()), exact: None };
        let stages: Vec<&Block> = pipeline.blocks.iter().filter(|block| block.stage().is_some()).collect();
        let mut widths = Widths::new(pipeline.samples(), self.fixed, &self.options, stages.len())?.limited(limits);
        // Bits of the words that a normalizer takes, ahead of each stage and behind the last.
        let mut normalized = vec![None; stages.len() + 1];
        normalized[0] = Some(bits);
        let (mut ahead, mut assigned): (Vec<Widths>, Vec<FixedStage>) = (vec![], vec![]);
        while let Some(stage) = stages.get(ahead.len()).and_then(|block| block.stage()) {
            ahead.push(widths.clone());
            let fixed = widths.stage(assigned.len(), stage, defers(&stages, assigned.len()))?;
            let has_grown = fixed.output_bits > bits + growth || fixed.shift > 0;
            match has_grown.then(|| place(pipeline, &ahead, growth)).flatten() {
                // From there once more, with short words.
                Some(place) => {
                    normalized[place] = Some(ahead[place].bits);
                    widths = ahead[place].normalized(bits);
                    ahead.truncate(place);
                    assigned.truncate(place);
                }
                None => assigned.push(fixed),
            }
        }
        drop(ahead);
        let last = widths.bits;
        if self.float.is_none() {
            normalized[assigned.len()] = Some(last);
        }
        give(pipeline, assigned);
        self.normalize(pipeline, normalized);
        if let Some(float) = self.float {
            let is_inverse = pipeline.spec.direction == Direction::Inverse;
            let shift = if is_inverse { -bits_of_size(pipeline.samples()) } else { 0 };
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
                "{}; computed in words of {} bits with an exponent for each frame, so that errors are relative to the largest \
                 component of the frame, and a frame with an infinity or a NaN becomes NaN in all points",
                float_description(float),
                self.fixed.bits()
            ),
            None => fixed_description(self.fixed, &self.options, "with an exponent for each frame"),
        }
    }
}

/// A way from one stage to the next, through a permuter if there is one.
struct Hop {
    /// Number of the stage that it leads to, and of the block.
    stage: usize,
    block: usize,
    /// Where elements come from.
    from: Layout,
    /// Cycles of the permuter, and lanes behind it.
    passing: [usize; 2],
}

/// The ways to all stages and to the output.
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

/// Where the next normalizer stands best: ahead of one of the stages since the last, whose words have grown. One place
/// must not bring more normalizers with it than another, and then the less waits the better.
fn place(pipeline: &Pipeline, ahead: &[Widths], growth: u32) -> Option<usize> {
    let hops = hops(pipeline);
    let cost = |place: usize| {
        let left = ahead[place].growth_left(pipeline.samples());
        let more = (left / f64::from(growth.max(1))).ceil().max(1.0) as usize;
        let hop = &hops[place];
        let waiting = Normalizer::new(&hop.from, hop.passing, [1; 2], Rounding::default()).words();
        (more, waiting, std::cmp::Reverse(place))
    };
    let short = ahead.iter().rposition(Widths::is_short)?;
    (short + 1..ahead.len()).min_by_key(|&place| cost(place))
}
