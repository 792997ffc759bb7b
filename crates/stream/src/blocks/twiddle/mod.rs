//! Twiddle factors as a separate block.

mod model;

use crate::blocks::frames::BlockModel;
use crate::blocks::kind::{BlockKind, NetlistContext};
use crate::format::Numbers;
use crate::pipeline::Twiddle;
use crate::rtl::Module;
use crate::schedule::OperatorCosts;
use std::sync::Arc;

impl BlockKind for Twiddle {
    fn luts(&self, bits: u32, costs: &OperatorCosts) -> usize {
        self.stage.luts(bits, costs)
    }

    fn netlist(&self, name: &str, context: &NetlistContext) -> Module {
        self.stage.netlist(name, context)
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>) -> Option<Arc<dyn BlockModel + 'a>> {
        Some(model::twiddle_model(self, numbers))
    }
}
