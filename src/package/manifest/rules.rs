//! The number format and its rules.

use super::stages::{normalizers, stages, NormalizerRules, StageRules};
use crate::choice::Choice;
use crate::design::Design;
use crate::format::{Fixed, Format, Rounding};
use crate::formula::{is_smooth, Direction};
use crate::number::{Datapath, Scale};
use crate::pipeline::{Pipeline, Stage};
use schemars::JsonSchema;
use serde::Serialize;

/// The number format and its rules.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Rules {
    Float(FloatRules),
    Fixed(FixedRules),
}

impl Rules {
    pub(crate) fn new(design: &Design) -> Self {
        match design.config.format {
            Format::Float(float) => Rules::Float(FloatRules {
                exponent: float.exponent,
                fraction: float.fraction,
                coefficient_fraction: float.coefficient().fraction,
                rounding: "nearest-even",
                subnormals: if float.subnormals { "full" } else { "flush" },
                safe_range: safe_range(design),
                nan: format!("0x{:0digits$x}", float.nan(), digits = float.bits().div_ceil(4) as usize),
                datapath: design.config.datapath.and_then(|datapath| DatapathRules::new(design, datapath)),
            }),
            Format::Fixed(fixed) => Rules::Fixed(FixedRules::new(design, fixed)),
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub struct FloatRules {
    pub exponent: u32,
    pub fraction: u32,
    /// Fraction bits of the constants that values are multiplied by.
    pub coefficient_fraction: u32,
    pub rounding: &'static str,
    pub subnormals: &'static str,
    /// NaN that all operators return.
    pub nan: String,
    /// What has to be at most half of the largest number, so that nothing overflows on the way: the `parts` of inputs
    /// and results, eight times these (`eightfold-parts`), the results of all `operations` of a chain, or the `sums` of
    /// the magnitudes of a frame, of a matrix product those of the products of a result.
    pub safe_range: &'static str,
    /// Datapath, if it is not in the format itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub datapath: Option<DatapathRules>,
}

/// Returns the word for the range in which no word of floating point overflows on the way, as far as words exceed
/// results: sums of a matrix product and of a convolution, and those of an inverse transform that is divided after its
/// steps, at least in part.
fn safe_range(design: &Design) -> &'static str {
    let (config, spec) = (&design.config, &design.pipeline().spec);
    let is_in_format = config.datapath.is_none_or(Datapath::is_in_format);
    let left = if config.direction() == Direction::Forward { 0 } else { spec.halvings_left() };
    match design.architecture.product() {
        Some(_) => "sums",
        None if design.architecture.chain().is_some() => "operations",
        None if !is_in_format => "parts",
        None if !is_smooth(config.points()) || spec.halvings == 0 && left > 0 => "sums",
        None if left > 0 => "eightfold-parts",
        None => "parts",
    }
}

/// Datapath of words of `bits` bits, which are rounded once to the format at the output.
#[derive(Serialize, JsonSchema)]
pub struct DatapathRules {
    pub bits: u32,
    /// Bits by which words between steps are longer than the input of a step, if both parts of a number share an
    /// exponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub growth_bits: Option<u32>,
    /// Unit that has an exponent: `frame` or `number`. The numbers of a frame become words by its largest exponent
    /// field. Both parts of a complex number share an exponent, and each step aligns the numbers of a transform.
    pub exponent: &'static str,
    /// Effect of an infinity or a NaN: on the whole frame, or on all results that depend on it.
    pub not_finite: &'static str,
    /// Rounding within the datapath.
    pub rounding: &'static str,
    pub twiddle_bits: u32,
    pub normalizers: Vec<NormalizerRules>,
    pub stages: Vec<StageRules>,
}

impl DatapathRules {
    fn new(design: &Design, datapath: Datapath) -> Option<Self> {
        let (pipeline, number) = (design.pipeline(), design.config.number());
        let (bits, exponent, not_finite) = match datapath {
            Datapath::Float | Datapath::Longer(_) => return None,
            Datapath::Block(bits) => (bits, "frame", "nan-frame"),
            Datapath::Shared(bits) => (bits, "number", "nan"),
        };
        Some(DatapathRules {
            bits,
            growth_bits: pipeline.shared().map(|shared| shared.growth),
            exponent,
            not_finite,
            rounding: rounding(number.rounding()),
            twiddle_bits: number.coefficient_bits(),
            normalizers: normalizers(pipeline),
            stages: stages(pipeline),
        })
    }
}

/// Rules of two's complement words. The sign is one of the integer bits.
#[derive(Serialize, JsonSchema)]
pub struct FixedRules {
    pub integer: u32,
    pub fraction: u32,
    /// Integer bits of the output. There are none where it is floating point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_integer: Option<u32>,
    /// Rounding at the end of a stage.
    pub rounding: &'static str,
    pub overflow: &'static str,
    /// Inputs for which no result is too large for its word: `any`, those in the `unit-circle`, or `small` ones. How
    /// small depends on the shifts and the data.
    pub safe_inputs: &'static str,
    pub twiddle_bits: u32,
    /// Rules of the exponents, in block floating point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<BlockRules>,
    /// Rules of the stages, from input to output.
    pub stages: Vec<StageRules>,
}

impl FixedRules {
    fn new(design: &Design, fixed: Fixed) -> Self {
        let arithmetic = &design.config.arithmetic;
        FixedRules {
            integer: fixed.integer,
            fraction: fixed.fraction,
            output_integer: match (design.output_format(), design.architecture.chain()) {
                (Format::Fixed(output), Some(_)) => Some(output.integer),
                (Format::Float(_), Some(_)) => None,
                (output, None) => Some(output.bits().saturating_sub(fixed.fraction)),
            },
            rounding: rounding(arithmetic.rounding.unwrap_or_default()),
            overflow: match design.config.has_block_exponents() {
                true => "none",
                false => arithmetic.overflow.unwrap_or_default().word(),
            },
            safe_inputs: match arithmetic.scale() {
                _ if never_overflows(design) => "any",
                Scale::Stage | Scale::Size => "unit-circle",
                _ => "small",
            },
            twiddle_bits: arithmetic.twiddle_bits(fixed.bits()),
            block: BlockRules::new(design.pipeline()),
            stages: stages(design.pipeline()),
        }
    }
}

/// Whether no input has a result that is too large for its word.
fn never_overflows(design: &Design) -> bool {
    match design.architecture.product() {
        // The gain of the matrix is at most half of the range.
        Some(_) => design.config.arithmetic.scale() == Scale::Spare,
        None => {
            let fits = |stage: &Stage| stage.arithmetic.fixed().is_none_or(|fixed| fixed.never_overflows);
            design.pipeline().stages().all(fits)
        }
    }
}

/// Rules of block floating point. A result is its word times 2^exponent; integer words are in units of the input's last
/// place. Each frame has one exponent, a two's complement number of `exponent_bits` bits.
#[derive(Serialize, JsonSchema)]
pub struct BlockRules {
    pub exponent_bits: u32,
    pub least_exponent: i32,
    pub greatest_exponent: i32,
    /// Rules of the normalizers, from input to output.
    pub normalizers: Vec<NormalizerRules>,
}

impl BlockRules {
    fn new(pipeline: &Pipeline) -> Option<Self> {
        let (range, exponent_bits) = pipeline.exponents().zip(pipeline.exponent_bits())?;
        let (least_exponent, greatest_exponent) = range.into_inner();
        Some(BlockRules { exponent_bits, least_exponent, greatest_exponent, normalizers: normalizers(pipeline) })
    }
}

/// Returns the word of a rounding rule. Datapaths have a rule that users cannot choose.
fn rounding(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Odd => "odd",
        rounding => rounding.word(),
    }
}
