//! What a kind of block states.

use super::frames::BlockModel;
use crate::format::Format;
use crate::lower::OperatorLibrary;
use crate::pipeline::Pipeline;
use crate::rtl::Module;
use crate::schedule::OperatorCosts;
use std::sync::Arc;

/// What the netlist of a block depends on beside the block.
#[derive(Clone, Copy)]
pub struct NetlistContext<'a> {
    pub pipeline: &'a Pipeline,
    pub operators: &'a OperatorLibrary,
    /// Bits of a component ahead of the block.
    pub bits: u32,
    /// Whether a frame may begin in the first clock cycle behind a reset.
    pub starts_after_reset: bool,
}

impl NetlistContext<'_> {
    /// Clock cycles between starts of frames, at the least.
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
    /// Estimate of the LUTs of the block, for components of `bits` bits ahead of it.
    fn luts(&self, bits: u32, costs: &OperatorCosts) -> usize;

    /// Builds the netlist, a module of this name.
    fn netlist(&self, name: &str, context: &NetlistContext) -> Module;

    /// Returns the bit-accurate model for words of a format at the ports of the core; none where the block leaves words as they are.
    fn model(&self, format: Format) -> Option<Arc<dyn BlockModel + '_>>;
}
