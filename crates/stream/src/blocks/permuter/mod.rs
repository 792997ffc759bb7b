//! Permuters: switch, memory, switch.

mod model;
mod netlist;

pub use netlist::permuter;

use crate::blocks::frames::BlockModel;
use crate::blocks::kind::{BlockKind, NetlistContext};
use crate::format::Numbers;
use crate::pipeline::Permuter;
use crate::rtl::Module;
use crate::schedule::OperatorCosts;
use std::sync::Arc;

impl BlockKind for Permuter {
    fn luts(&self, bits: u32, _: &OperatorCosts) -> usize {
        self.luts(bits)
    }

    fn netlist(&self, name: &str, context: &NetlistContext) -> Module {
        let shared = context.pipeline.shared().is_some();
        netlist::permuter(name, self, [context.bits as usize, context.interval()], shared, &context.operators.memories)
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>) -> Option<Arc<dyn BlockModel + 'a>> {
        model::permuter_model(self, numbers)
    }
}
