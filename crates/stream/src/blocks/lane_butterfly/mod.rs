//! Lane butterflies: transforms of two neighbouring lanes as one operator.

mod netlist;

use crate::blocks::frames::BlockModel;
use crate::blocks::kernel::{lanes, stage_luts, stage_model};
use crate::blocks::kind::{BlockKind, NetlistContext};
use crate::format::Numbers;
use crate::pipeline::LaneButterfly;
use crate::rtl::Module;
use crate::schedule::OperatorCosts;
use std::sync::Arc;

impl BlockKind for LaneButterfly {
    fn luts(&self, _: u32, costs: &OperatorCosts) -> usize {
        stage_luts(&self.stage, lanes(&self.stage), costs)
    }

    fn netlist(&self, name: &str, context: &NetlistContext) -> Module {
        netlist::lane_butterfly(name, self, context.operators, context.interval())
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>) -> Option<Arc<dyn BlockModel + 'a>> {
        Some(stage_model(&self.stage, numbers))
    }
}
