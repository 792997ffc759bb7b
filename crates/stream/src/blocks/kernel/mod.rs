//! Kernels: transforms whose elements come in one beat or in several, on scheduled operators.

mod aligned;
pub mod body;
pub mod constant_multipliers;
mod cost;
mod headroom;
pub mod model;
pub mod netlist;
mod placed_operators;
mod residues;
mod semantics;
pub mod shared_operators;
mod slots;

pub(super) use cost::{lanes, stage_luts, word_bits};
pub(super) use model::stage_model;

use super::frames::BlockModel;
use super::kind::{BlockKind, NetlistContext};
use crate::format::Numbers;
use crate::pipeline::Stage;
use crate::rtl::Module;
use crate::schedule::OperatorCosts;
use std::sync::Arc;

impl BlockKind for Stage {
    fn luts(&self, _: u32, costs: &OperatorCosts) -> usize {
        stage_luts(self, lanes(self), costs) + self.rotation_luts(word_bits(self))
    }

    fn netlist(&self, name: &str, context: &NetlistContext) -> Module {
        netlist::kernel(name, self, context.operators, context.interval())
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>) -> Option<Arc<dyn BlockModel + 'a>> {
        Some(stage_model(self, numbers))
    }
}
