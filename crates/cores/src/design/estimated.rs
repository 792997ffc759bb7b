//! Cores that are weighed against each other by their area.

use crate::planner::Cost;
use crate::schedule::ScheduleModel;

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
    pub(super) fn new(core: C, operators: &Cost, other_luts: usize, model: &ScheduleModel) -> Self {
        let (luts, blocks) = (operators.luts + other_luts, operators.blocks);
        Estimated { core, luts, blocks, area: luts + blocks * model.costs.luts_per_dsp }
    }

    /// Returns the estimate of what is made of the core.
    pub(super) fn map<D>(self, change: impl FnOnce(C) -> D) -> Estimated<D> {
        let Estimated { core, luts, blocks, area } = self;
        Estimated { core: change(core), luts, blocks, area }
    }
}
