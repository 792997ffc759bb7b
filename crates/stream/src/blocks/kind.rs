//! The interface of a kind of block.

use super::frames::BlockModel;
use crate::format::Numbers;
use crate::parts::OperatorLibrary;
use crate::pipeline::Pipeline;
use crate::rtl::Module;
use crate::schedule::OperatorCosts;
use std::sync::Arc;

/// Context of a block's netlist.
#[derive(Clone, Copy)]
pub struct NetlistContext<'a> {
    /// Pipeline of the block.
    pub pipeline: &'a Pipeline,
    /// Modules of the operators.
    pub operators: &'a OperatorLibrary,
    /// Bits of a component before the block.
    pub bits: u32,
    /// Whether a frame may begin in the first clock cycle after a reset.
    pub starts_after_reset: bool,
}

impl NetlistContext<'_> {
    /// Least distance of frame starts in clock cycles.
    pub fn interval(&self) -> usize {
        self.pipeline.interval
    }

    /// Bits of the exponent of a frame, in block floating point.
    pub fn exponent_bits(&self) -> u32 {
        self.pipeline.block_exponent_bits().unwrap_or(1)
    }
}

/// The cost, the netlist and the model of a kind of block.
pub trait BlockKind {
    /// Estimate of the LUTs of the block, for components of `bits` bits before it.
    fn luts(&self, bits: u32, costs: &OperatorCosts) -> usize;

    /// Builds the netlist as a module of a given name.
    fn netlist(&self, name: &str, context: &NetlistContext) -> Module;

    /// Returns the model, for words of a format at the ports of the core or for residues. `None` if the block changes
    /// no numbers.
    fn model<'a>(&'a self, numbers: Numbers<'a>) -> Option<Arc<dyn BlockModel + 'a>>;
}
