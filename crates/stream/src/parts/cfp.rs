//! Operators of shared-exponent words.

use super::cache::ModuleCache;
use crate::operators::cfp::{align, align_to, from_floats, from_floats_at, normalized_exponent, CfpLayout};
use crate::operators::to_float;
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};
use crate::pipeline::{Block, Codec, Pipeline, Stage};
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the widths of the fields of a word.
pub fn cfp_layout(shared: &SharedExponent) -> CfpLayout {
    CfpLayout { aligned: shared.aligned, mantissa: shared.mantissa(), exponent: shared.exponent_bits() }
}

/// Bits of a signed number that holds the exponent field of a part, wherever its leading bit is.
pub fn field_bits(shared: &SharedExponent) -> u32 {
    let max = 2i64.pow(shared.exponent + 1) + i64::from(shared.field().abs()) + i64::from(shared.mantissa());
    (1..=32).find(|bits| max < 1 << (bits - 1)).unwrap_or(32)
}

/// What the decoder adds to the exponents of a frame, where frames choose the direction. `inverse`: low in forward
/// frames, whose encoding is the first one.
pub fn offset_of_direction<'m>(encodings: [&SharedExponent; 2], inverse: Sig<'m>) -> Sig<'m> {
    let bits = encodings.iter().map(|shared| field_bits(shared)).max().unwrap_or(1);
    let [forward, backward] = encodings.map(|shared| inverse.builder().constant(bits, shared.field() as u128));
    inverse.mux(backward, forward)
}

/// Operators of shared-exponent words.
#[derive(Default)]
pub struct CfpOperators {
    /// Operators that align a number of words to one exponent, by encoding and number of words.
    align: BTreeMap<(InputEncoding, usize), Arc<Module>>,
    /// Operator that finds the exponent at which a word is aligned.
    normalized_exponent: Option<Arc<Module>>,
    /// Operators that align a word to a given exponent, by encoding and latency in clock cycles.
    align_to: BTreeMap<(InputEncoding, usize), Arc<Module>>,
    /// Operator that decodes a part of a word as a floating-point number.
    decode: Option<Arc<Module>>,
}

impl CfpOperators {
    /// Builds the operators that a pipeline uses.
    pub fn new(cache: &mut ModuleCache, pipeline: &Pipeline) -> Self {
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
            let cycles = shared.align_cycles(source, count) as u32;
            let module = || match source {
                InputEncoding::Float => cache.with_delayed_operands(&format!("enter{count}"), cycles, |name| {
                    from_floats(name, float, cfp_layout, count)
                }),
                InputEncoding::UnitRangeWord => {
                    cache.with_delayed_operands(&format!("align_fresh{count}"), cycles, |name| {
                        align(name, cfp_layout, count, true)
                    })
                }
                InputEncoding::Word => cache.with_delayed_operands(&format!("align{count}"), cycles, |name| {
                    align(name, cfp_layout, count, false)
                }),
            };
            all.align.entry((source, count)).or_insert_with(module);
        }
        for stage in in_beats {
            let source = stage.input_encoding();
            let cycles = shared.shift_cycles(source, stage.placement.shape.copies);
            let depth = cycles as u32;
            let module = || match source {
                InputEncoding::Float => cache.with_delayed_operands(&format!("enter_at_{cycles}"), depth, |name| {
                    from_floats_at(name, float, cfp_layout)
                }),
                _ => cache.with_delayed_operands(&format!("place_{cycles}"), depth, |name| align_to(name, cfp_layout)),
            };
            all.align_to.entry((source, cycles)).or_insert_with(module);
            if source != InputEncoding::Float {
                all.normalized_exponent.get_or_insert_with(|| {
                    cache.module("field", shared.exponent_ready_cycles(source) as u32, |name| {
                        normalized_exponent(name, cfp_layout)
                    })
                });
            }
        }
        let (bits, field) = (shared.mantissa(), field_bits(&shared));
        all.decode =
            Some(cache.module("to_float", shared.decode_cycles() as u32, |name| to_float(name, float, bits, field)));
        all
    }

    /// Returns the operator that aligns `count` words, or pairs of floating-point numbers, to one exponent.
    pub fn align(&self, source: InputEncoding, count: usize) -> &Arc<Module> {
        &self.align[&(source, count)]
    }

    /// Returns the operator that finds the exponent at which a word is aligned.
    pub fn normalized_exponent(&self) -> &Arc<Module> {
        self.normalized_exponent
            .as_ref()
            .unwrap_or_else(|| unreachable!("the pipeline has transforms of several beats"))
    }

    /// Returns the operator that aligns a word, or a pair of floating-point numbers, to a given exponent in `cycles`
    /// clock cycles.
    pub fn align_to(&self, source: InputEncoding, cycles: usize) -> &Arc<Module> {
        &self.align_to[&(source, cycles)]
    }

    /// Returns the operator that decodes a part of a word as a floating-point number.
    pub fn decode(&self) -> &Arc<Module> {
        self.decode.as_ref().unwrap_or_else(|| unreachable!("the pipeline has shared-exponent words"))
    }
}
