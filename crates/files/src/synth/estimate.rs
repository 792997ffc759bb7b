//! The planner's estimate of a design, for a comparison with the result of synthesis.

use super::Target;
use crate::blocks::constant_multipliers::stage_dsp_on;
use crate::design::{Config, Design};
use crate::error::{counted, figure};
use crate::format::Format;
use crate::operators::MultiplierStyle;
use crate::pipeline::Stage;
use crate::rtl::Module;
use fftgen_hdl::protect::Protection;
use schemars::JsonSchema;
use serde::Serialize;

/// Inputs of the LUTs that the planner's prices count.
const PRICED_INPUTS: u32 = 6;

/// Estimate before synthesis.
#[derive(Serialize, JsonSchema, Clone, Copy, PartialEq, Default, Debug)]
pub struct Estimate {
    /// LUTs, by the planner's prices where it has them: on families whose LUTs have six inputs, but for chains, matrix
    /// products, stages that several sizes share, frames in external memory, arrays, and memories with check bits.
    /// Otherwise by a cover of the netlist. `None` for standard cells.
    pub lut: Option<usize>,
    /// DSP blocks.
    pub dsp: usize,
    /// Block RAMs, by the rule by which Yosys makes memories of these; half a block counts half. `None` for a target
    /// whose rule is not known.
    pub bram: Option<f64>,
}

impl Estimate {
    /// Returns the estimate of the chosen plan.
    pub fn of(design: &Design, target: &Target) -> Self {
        if design.architecture.chain().is_some() {
            return Self::of_netlist(target, &design.core);
        }
        let blocks = |stage: &Stage| match (design.config.format, stage.arithmetic.fixed()) {
            (_, Some(fixed)) => stage_dsp_on(stage, &fixed, target),
            (Format::Float(float), None) => stage.units().multipliers * target.blocks(float.fraction + 1),
            (Format::Fixed(_), None) => 0,
        };
        let blocks = match design.config.multiplier {
            MultiplierStyle::Dsp if design.architecture.product().is_some() => target.dsp_blocks(&design.core),
            MultiplierStyle::Dsp => match design.architecture.multiplier_bits() {
                Some([a, b]) => design.units().multipliers * target.tiles(a - 1, b - 1),
                None => {
                    let stages = design.architecture.stages();
                    stages.into_iter().map(|(stage, copies)| copies * blocks(stage)).sum()
                }
            },
            MultiplierStyle::Lut | MultiplierStyle::Gates => 0,
        };
        Estimate {
            // The planner knows nothing of check bits.
            lut: design
                .luts
                .filter(|_| target.technology.lut_inputs == PRICED_INPUTS)
                .filter(|_| design.config.protection == Protection::None)
                .or_else(|| target.luts(&design.core)),
            dsp: blocks,
            bram: target.block_rams(&design.core),
        }
    }

    /// Counts the DSP blocks and block RAMs of a netlist, where the planner has no estimate of LUTs.
    pub fn of_netlist(target: &Target, module: &Module) -> Self {
        Estimate { lut: target.luts(module), dsp: target.dsp_blocks(module), bram: target.block_rams(module) }
    }

    /// Writes the estimate, which is one for a target.
    ///
    /// ```
    /// use fftgen_files::synth::{Estimate, TARGETS};
    /// let estimate = Estimate { lut: None, dsp: 1, bram: Some(0.5) };
    /// assert_eq!(estimate.in_words(&TARGETS[0]), "1 DSP block, 0.5 block RAMs of AMD UltraScale+, before synthesis");
    /// ```
    pub fn in_words(&self, target: &Target) -> String {
        let lut = self.lut.map(|lut| format!("{} {}", figure(lut), if lut == 1 { "LUT" } else { "LUTs" }));
        let bram = self.bram.map(|bram| match bram {
            1.0 => "1 block RAM".into(),
            _ => format!("{bram} block RAMs"),
        });
        let all: Vec<String> = lut.into_iter().chain([counted(self.dsp, "DSP block")]).chain(bram).collect();
        format!("{} of {}, before synthesis", all.join(", "), target.title)
    }
}

/// Returns the clocks of routed cores like a streaming one, in words. `None` for other cores, for depths beside a
/// profile, and for a family of which none was routed.
pub fn routed_clocks(design: &Design) -> Option<String> {
    let Config { target, pipeline, .. } = design.config;
    let is_alike = !design.architecture.candidates().is_empty() && pipeline == pipeline.profile.into();
    let [slowest, fastest] = target.timing.filter(|_| is_alike)?.clocks(pipeline.profile)?;
    Some(format!(
        "{slowest} to {fastest} MHz, as other streaming cores of this --pipeline that were routed on {}",
        target.title
    ))
}
