//! Both ends of a folded core: samples become words of the memory, and words of the memory become bins.

use super::super::core::{decoder, encoder, normalizer};
use super::super::processor::StepProcessor;
use super::memory::{parts, Found};
use crate::blocks::codec::netlist::decoded;
use crate::blocks::{kind, NetlistContext};
use crate::format::Format;
use crate::operators::fixed::OutputRounding;
use crate::parts::frame_overflow::OUT_OVERFLOW;
use crate::parts::OperatorLibrary;
use crate::pipeline::{Block, Codec, Normalizer, Pipeline};
use fftgen_hdl::dsl::*;
use std::sync::Arc;

/// What both ends are built from.
pub struct Ends<'a> {
    /// Arithmetic of a frame.
    pub pipeline: &'a Pipeline,
    pub processor: &'a StepProcessor,
    /// What the names of modules begin with.
    pub prefix: &'a str,
    pub operators: &'a OperatorLibrary,
}

record! {
    /// Values that were too large for their words.
    pub struct TooLarge {
        /// High with a part of a bin or of a result that was.
        event,
        /// High with such a part of a bin, and as [`Found::told`].
        told,
    }
}

/// A pulse with the first bins of a frame, the parts of the bins at the output, and in fixed point what does not fit.
type Bins<'m> = (Sig<'m>, Vec<Sig<'m>>, Option<TooLarge<'m>>);

/// Adds the outputs of what a frame has beside its bins: its exponent, and whether a value was too large.
/// `tells_overflow`: whether beats tell of it too.
pub fn output_marks<'m>(
    m: &'m Builder,
    exponent: Option<Sig<'m>>,
    overflow: Option<TooLarge<'m>>,
    tells_overflow: bool,
) {
    if let Some(exponent) = exponent {
        m.output("out_exponent", exponent);
    }
    if let Some(overflow) = overflow {
        m.output("overflow", overflow.event);
        if tells_overflow {
            m.output(OUT_OVERFLOW, overflow.told);
        }
    }
}

impl Ends<'_> {
    /// Makes words of the parts of samples. Returns a pulse with the first words of a frame, and the complex words.
    pub fn samples<'m>(&self, start: Sig<'m>, parts: Vec<Sig<'m>>) -> (Sig<'m>, Vec<Sig<'m>>) {
        let (start, parts) = match encoder(self.pipeline) {
            None => (start, parts.into_iter().map(|part| part.sign_extend(self.processor.memory)).collect()),
            Some(encoder) => self.codec(encoder, start, parts),
        };
        (start, parts.chunks(2).map(|parts| start.builder().cat(parts.iter().copied())).collect())
    }

    /// Makes bins of the words that are found. `start`: pulse with the first bins of a frame; `leaves`: high with each
    /// beat of bins.
    pub fn bins<'m>(&self, start: Sig<'m>, found: &Found<'m>, leaves: Sig<'m>) -> Bins<'m> {
        let parts: Vec<Sig> = found.words.iter().flat_map(|&word| parts(word)).collect();
        if let Some(decoder) = decoder(self.pipeline) {
            let (start, parts) = match (decoder, found.decoder_offset) {
                (Block::Codec(Codec::Leave(shared)), Some(offset)) => {
                    decoded(self.prefix, shared, (self.operators, self.pipeline.interval), (start, parts, offset))
                }
                _ => self.codec(decoder, start, parts),
            };
            return (start, parts, None);
        }
        if let Some((normalizer, by)) = normalizer(self.pipeline).zip(found.bin_shift) {
            return self.normalized(normalizer, start, (parts, by));
        }
        let (parts, overflow) = self.cut(start.builder(), parts);
        let (start, parts) =
            (start.later_with_reset(1), parts.into_iter().map(|part| part.later_as_it_is(1)).collect());
        if self.processor.kernels.iter().any(|kernel| kernel.arithmetic.has_sign_bit()) {
            return (start, parts, None);
        }
        let of_bin = overflow & leaves;
        let [event, told] = [found.overflow, found.told]
            .map(|of_steps| of_steps.map_or(of_bin, |of_steps| of_bin | of_steps).later_with_reset(1));
        (start, parts, Some(TooLarge { event, told }))
    }

    /// Places an encoder or a decoder.
    fn codec<'m>(&self, block: &Block, start: Sig<'m>, parts: Vec<Sig<'m>>) -> (Sig<'m>, Vec<Sig<'m>>) {
        let Ends { pipeline, prefix, operators, .. } = *self;
        let context = NetlistContext { pipeline, operators, bits: parts[0].width(), starts_after_reset: false };
        let module = kind(block).netlist(&format!("{prefix}_{}", block.label()), &context);
        let placed = start.builder().place(block.label(), module);
        placed.set("in_start", start).set_bus("in_data", parts);
        (placed.out("out_start"), placed.bus("out_data"))
    }

    /// Moves the parts of bins up by their headroom, and cuts them to the length of the output.
    fn normalized<'m>(
        &self,
        normalizer: &Normalizer,
        start: Sig<'m>,
        (parts, by): (Vec<Sig<'m>>, Sig<'m>),
    ) -> Bins<'m> {
        let module = self.operators.normalizer_shifter(normalizer);
        let parts = parts
            .into_iter()
            .enumerate()
            .map(|(number, word)| start.builder().operate(format!("align{number}"), module, [word, by])[0]);
        (start.later_with_reset(normalizer.shift_cycles() as u32), parts.collect(), None)
    }

    /// Cuts the parts of a bin to the length of the output. Returns whether one does not fit.
    fn cut<'m>(&self, m: &'m Builder, parts: Vec<Sig<'m>>) -> (Vec<Sig<'m>>, Sig<'m>) {
        let Ends { pipeline, processor, .. } = self;
        // Words with exponents that are not decoded leave as they are.
        let (output, fixed) = match self.operators.format {
            Format::Float(_) => (processor.memory, None),
            fixed => {
                let stage = processor.stages().last();
                (pipeline.output_format(fixed).bits(), stage.and_then(|(stage, _)| stage.arithmetic.fixed()))
            }
        };
        let Some(fixed) = fixed.filter(|_| output < processor.memory) else {
            return (parts.into_iter().map(|part| part.sign_extend(output)).collect(), m.constant(1, 0));
        };
        let rounding = OutputRounding {
            internal_bits: processor.memory,
            shift_field_bits: 0,
            dropped_bits: 0,
            output,
            rounding: fixed.rounding,
            overflow: Some(fixed.overflow),
            signed: false,
        };
        let module = Arc::new(rounding.module(&format!("{}_cut", self.prefix)));
        let single = parts.len() == 2;
        let cut = parts.into_iter().enumerate().map(|(number, word)| {
            let (lane, part) = (number / 2, ["re", "im"][number % 2]);
            let label = if single { format!("cut_{part}") } else { format!("cut{lane}_{part}") };
            let results = m.operate(label, &module, [word]);
            (results[0], results[1])
        });
        let (words, overflows): (Vec<Sig>, Vec<Sig>) = cut.unzip();
        (words, m.any_of(overflows))
    }
}
