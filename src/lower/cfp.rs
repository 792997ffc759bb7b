//! Words whose parts share an exponent, as hardware: their operators, and both ends of a core.

use super::cache::ModuleCache;
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};
use crate::pipeline::{Block, Codec, Pipeline, Stage};
use crate::rtl::operators::cfp::{align, align_to, from_floats, from_floats_at, normalized_exponent, CfpLayout};
use crate::rtl::operators::to_float;
use crate::rtl::Module;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How the words are made up.
pub fn cfp_layout(shared: &SharedExponent) -> CfpLayout {
    CfpLayout { aligned: shared.aligned, mantissa: shared.mantissa(), exponent: shared.exponent_bits() }
}

/// Bits of a signed number that holds the exponent field of a part, wherever its leading bit is.
pub fn field_bits(shared: &SharedExponent) -> u32 {
    let most = 2i64.pow(shared.float.exponent) + i64::from(shared.field().abs()) + i64::from(shared.mantissa());
    (1..=32).find(|bits| most < 1 << (bits - 1)).unwrap_or(32)
}

/// Operators of words that share exponents.
#[derive(Default)]
pub struct CfpOperators {
    /// What brings so many words, or pairs of numbers, to one exponent.
    align: BTreeMap<(InputEncoding, usize), Arc<Module>>,
    /// The exponent of a word where it is aligned.
    field: Option<Arc<Module>>,
    /// By cycles, what brings a word, or a pair of numbers, to another exponent.
    place: BTreeMap<(InputEncoding, usize), Arc<Module>>,
    /// What makes a number of a part.
    leave: Option<Arc<Module>>,
}

impl CfpOperators {
    /// Those that a pipeline uses.
    pub fn new(known: &mut ModuleCache, pipeline: &Pipeline) -> Self {
        let mut all = CfpOperators::default();
        let Some(&shared) = pipeline.shared() else { return all };
        let (float, cfp_layout) = (shared.float, cfp_layout(&shared));
        let entry = pipeline
            .blocks
            .iter()
            .any(|block| matches!(block, Block::Codec(Codec::Enter(_))))
            .then_some((InputEncoding::Float, 1));
        let (at_once, in_beats): (Vec<&Stage>, _) =
            pipeline.stages().partition(|stage| stage.placement.shape.period == 1);
        for (source, count) in
            entry.into_iter().chain(at_once.iter().map(|stage| (stage.input_encoding(), stage.transform.radix())))
        {
            let cycles = SharedExponent::aligning(source, count) as u32;
            let module =
                || match source {
                    InputEncoding::Float => known
                        .waiting(&format!("enter{count}"), cycles, |name| from_floats(name, float, cfp_layout, count)),
                    InputEncoding::UnitRangeWord => known
                        .waiting(&format!("align_fresh{count}"), cycles, |name| align(name, cfp_layout, count, true)),
                    InputEncoding::Word => {
                        known.waiting(&format!("align{count}"), cycles, |name| align(name, cfp_layout, count, false))
                    }
                };
            all.align.entry((source, count)).or_insert_with(module);
        }
        for stage in in_beats {
            let source = stage.input_encoding();
            let cycles = SharedExponent::placing(source, stage.placement.shape.copies);
            let depth = cycles as u32;
            let module = || match source {
                InputEncoding::Float => {
                    known.waiting(&format!("enter_at_{cycles}"), depth, |name| from_floats_at(name, float, cfp_layout))
                }
                _ => known.waiting(&format!("place_{cycles}"), depth, |name| align_to(name, cfp_layout)),
            };
            all.place.entry((source, cycles)).or_insert_with(module);
            if source != InputEncoding::Float {
                all.field.get_or_insert_with(|| known.module("field", 1, |name| normalized_exponent(name, cfp_layout)));
            }
        }
        let (bits, field) = (shared.mantissa(), field_bits(&shared));
        all.leave =
            Some(known.module("to_float", SharedExponent::LEAVING as u32, |name| to_float(name, float, bits, field)));
        all
    }

    /// What brings so many words, or pairs of numbers, to one exponent.
    pub fn align(&self, source: InputEncoding, count: usize) -> &Arc<Module> {
        &self.align[&(source, count)]
    }

    /// What says which exponent a word has where it is aligned.
    pub fn field(&self) -> &Arc<Module> {
        self.field.as_ref().unwrap_or_else(|| unreachable!("the pipeline has transforms of several beats"))
    }

    /// What brings a word, or a pair of numbers, to another exponent in so many cycles.
    pub fn place(&self, source: InputEncoding, cycles: usize) -> &Arc<Module> {
        &self.place[&(source, cycles)]
    }

    /// What makes a floating-point number of a part of a word.
    pub fn leave(&self) -> &Arc<Module> {
        self.leave.as_ref().unwrap_or_else(|| unreachable!("the pipeline has words that share exponents"))
    }
}
