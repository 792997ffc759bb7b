//! Fused butterflies: delay feedback of radix 2 as one operator.

mod netlist;

use crate::blocks::frames::BlockModel;
use crate::blocks::kernel::{stage_luts, stage_model, word_bits};
use crate::blocks::kind::{BlockKind, NetlistContext};
use crate::format::Numbers;
use crate::pipeline::Butterfly;
use crate::rtl::Module;
use crate::schedule::OperatorCosts;
use std::sync::Arc;

impl BlockKind for Butterfly {
    fn luts(&self, _: u32, costs: &OperatorCosts) -> usize {
        let stage = &self.stage;
        stage_luts(stage, stage.layout.lanes, costs) + self.buffer_luts(word_bits(stage))
    }

    fn netlist(&self, name: &str, context: &NetlistContext) -> Module {
        netlist::butterfly(name, self, context.operators, context.interval(), context.starts_after_reset)
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>) -> Option<Arc<dyn BlockModel + 'a>> {
        Some(stage_model(&self.stage, numbers))
    }
}
