//! Delay feedback with scheduled operators.

mod netlist;

use crate::blocks::frames::BlockModel;
use crate::blocks::kernel::{lanes, stage_luts, stage_model, word_bits};
use crate::blocks::kind::{BlockKind, NetlistContext};
use crate::format::Numbers;
use crate::pipeline::Feedback;
use crate::rtl::Module;
use crate::schedule::OperatorCosts;
use std::sync::Arc;

impl BlockKind for Feedback {
    fn luts(&self, _: u32, costs: &OperatorCosts) -> usize {
        let stage = &self.stage;
        stage_luts(stage, lanes(stage), costs) + self.buffer_luts(word_bits(stage))
    }

    fn netlist(&self, name: &str, context: &NetlistContext) -> Module {
        netlist::feedback(name, self, context.operators, context.interval())
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>) -> Option<Arc<dyn BlockModel + 'a>> {
        Some(stage_model(&self.stage, numbers))
    }
}
