//! Cores that are weighed against each other by their area.

use crate::planner::Cost;
use crate::schedule::ScheduleModel;

/// Worth of a block RAM in LUTs. It weighs a second memory against a slower core of one: streaming cores have more
/// memory still, which counts nothing.
pub const LUTS_PER_BLOCK_RAM: usize = 100;

/// Bits of a block RAM.
pub const BLOCK_RAM_BITS: usize = 36_864;

/// A core with the estimate of its area.
pub struct Estimated<C> {
    /// Parts of the core.
    pub core: C,
    /// LUTs of the core, without the ports.
    pub luts: usize,
    /// Number of DSP blocks.
    pub blocks: usize,
    /// LUTs, including the worth of the DSP blocks.
    pub area: usize,
}

impl<C> Estimated<C> {
    /// Estimates a core by the cost of its operators and the LUTs of all else.
    pub fn new(core: C, operators: &Cost, other_luts: usize, model: &ScheduleModel) -> Self {
        let (luts, blocks) = (operators.luts + other_luts, operators.blocks);
        Estimated { core, luts, blocks, area: luts + blocks * model.costs.luts_per_dsp }
    }

    /// Returns the estimate of what is made of the core.
    pub fn map<D>(self, change: impl FnOnce(C) -> D) -> Estimated<D> {
        let Estimated { core, luts, blocks, area } = self;
        Estimated { core: change(core), luts, blocks, area }
    }
}
