//! Changes of the number system at the ends of a core.

mod convert;
mod model;
pub mod netlist;

use crate::blocks::frames::BlockModel;
use crate::blocks::kind::{BlockKind, NetlistContext};
use crate::format::Numbers;
use crate::pipeline::Codec;
use crate::rtl::Module;
use crate::schedule::OperatorCosts;
use netlist::DecoderScale;
use std::sync::Arc;

impl BlockKind for Codec {
    fn luts(&self, _: u32, _: &OperatorCosts) -> usize {
        self.luts()
    }

    fn netlist(&self, name: &str, context: &NetlistContext) -> Module {
        let (operators, interval) = (context.operators, context.interval());
        match self {
            Codec::Enter(shared) => netlist::encoder(name, shared, operators, interval),
            Codec::Leave(shared) => netlist::decoder(name, shared, DecoderScale::OfCore, operators, interval),
            Codec::Convert(converter) => {
                let output = &context.pipeline.output;
                convert::converter(name, converter, output, operators, interval, context.exponent_bits())
            }
        }
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>) -> Option<Arc<dyn BlockModel + 'a>> {
        match numbers {
            Numbers::Words(_) => Some(model::codec_model(self)),
            Numbers::Residues(field) => model::exact_model(self, field),
        }
    }
}
