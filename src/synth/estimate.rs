//! What the planner expects of a design, to stand beside what synthesis finds.

use super::Target;
use crate::design::Design;
use crate::format::Format;
use crate::rtl::operators::Product;
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
        let blocks = match design.config.product {
            Product::Blocks => multipliers * target.blocks(float.fraction + 1),
            Product::Tables => 0,
        };
        Estimate { lut: design.plans[0].cost.luts, dsp: blocks }
    }
}
