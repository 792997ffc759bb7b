//! The planner's estimate of a design, for a comparison with the result of synthesis.

use super::{Target, TARGETS};
use crate::blocks::constant_multipliers::stage_dsp_on;
use crate::design::Design;
use crate::error::{counted, figure};
use crate::format::Format;
use crate::pipeline::Stage;
use crate::rtl::operators::MultiplierStyle;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// Inputs of the LUTs that the planner's prices count.
const PRICED_INPUTS: u32 = 6;

/// Estimate before synthesis.
#[derive(Serialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// LUTs of six inputs. `None` for a target whose LUTs are others, and of a chain of stages that several sizes share and of a matrix
    /// product, because the planner has no cost model for them.
    pub lut: Option<usize>,
    /// DSP blocks.
    pub dsp: usize,
}

impl Estimate {
    /// Returns the estimate of the chosen plan.
    pub fn of(design: &Design, target: &Target) -> Self {
        let blocks = |stage: &Stage| match (design.config.format, stage.arithmetic.fixed()) {
            (_, Some(fixed)) => stage_dsp_on(stage, &fixed, target),
            (Format::Float(float), None) => stage.units().multipliers * target.blocks(float.fraction + 1),
            (Format::Fixed(_), None) => 0,
        };
        let blocks = match design.config.multiplier {
            MultiplierStyle::Dsp if design.architecture.product().is_some() => {
                design.units().multipliers * product_blocks(design, target)
            }
            MultiplierStyle::Dsp => match design.architecture.multiplier_bits() {
                Some([a, b]) => design.units().multipliers * target.tiles(a - 1, b - 1),
                None => {
                    let stages = design.architecture.stages();
                    stages.into_iter().map(|(stage, copies)| copies * blocks(stage)).sum()
                }
            },
            MultiplierStyle::Lut | MultiplierStyle::Gates => 0,
        };
        Estimate { lut: design.luts.filter(|_| target.technology.lut_inputs == PRICED_INPUTS), dsp: blocks }
    }
}

impl Display for Estimate {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        if let Some(lut) = self.lut {
            write!(f, "{} {}, ", figure(lut), if lut == 1 { "LUT" } else { "LUTs" })?;
        }
        write!(f, "{} of {}, before synthesis", counted(self.dsp, "DSP block"), TARGETS[0].title)
    }
}

/// Counts the DSP blocks of a multiplier of a matrix product.
fn product_blocks(design: &Design, target: &Target) -> usize {
    let Some(product) = design.architecture.product() else { return 0 };
    let coefficient = product.coefficient_bits;
    match (design.config.format, product.step_cycles) {
        (Format::Float(float), None) => target.blocks(float.fraction + 1),
        (Format::Float(float), Some(_)) => target.tiles(float.fraction + 1, coefficient - float.exponent),
        (Format::Fixed(fixed), None) => target.tiles(fixed.bits() - 1, coefficient - 1),
        // What is multiplied is a sum.
        (Format::Fixed(fixed), Some(_)) => target.tiles(product.sum_bits.unwrap_or(fixed.bits()) - 1, coefficient - 1),
    }
}
