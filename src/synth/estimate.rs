//! What the planner expects of a design, to stand beside what synthesis finds.

use super::Target;
use crate::design::Design;
use crate::format::Format;
use serde::Serialize;

/// Expected before synthesis.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    pub lut: usize,
    pub dsp: usize,
}

impl Estimate {
    /// Of the chosen plan.
    pub fn of(design: &Design, target: &Target) -> Self {
        let Format::Float(float) = design.config.format;
        let (_, multipliers) = design.program().operators();
        Estimate { lut: design.plans[0].cost.luts, dsp: multipliers * target.blocks(float.fraction + 1) }
    }
}
