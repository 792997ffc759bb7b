//! Normalizers of block floating point.

mod model;
pub(super) mod netlist;

use crate::blocks::frames::BlockModel;
use crate::blocks::kind::{BlockKind, NetlistContext};
use crate::format::Format;
use crate::pipeline::Normalizer;
use crate::rtl::Module;
use crate::schedule::OperatorCosts;
use std::sync::Arc;

impl BlockKind for Normalizer {
    fn luts(&self, _: u32, _: &OperatorCosts) -> usize {
        self.luts()
    }

    fn netlist(&self, name: &str, context: &NetlistContext) -> Module {
        netlist::normalizer(name, self, context.operators, context.interval(), context.exponent_bits())
    }

    fn model(&self, _: Format) -> Option<Arc<dyn BlockModel + '_>> {
        Some(Arc::new(self))
    }
}
