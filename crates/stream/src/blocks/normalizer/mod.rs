//! Normalizers of block floating point.

mod model;
pub(super) mod netlist;

use crate::blocks::frames::BlockModel;
use crate::blocks::kind::{BlockKind, NetlistContext};
use crate::format::Numbers;
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

    fn model<'a>(&'a self, numbers: Numbers<'a>) -> Option<Arc<dyn BlockModel + 'a>> {
        match numbers {
            Numbers::Words(_) => Some(Arc::new(self)),
            Numbers::Residues(_) => None,
        }
    }
}
