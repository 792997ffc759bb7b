//! Both ends of a folded core: samples become words of the memory, and words of the memory become bins.

use super::super::core::{decoder, encoder, normalizer};
use super::super::processor::StepProcessor;
use super::net_memory::Found;
use super::processor::parts;
use crate::blocks::codec::netlist::place_decoder;
use crate::blocks::{kind, place, NetlistContext};
use crate::format::Format;
use crate::lower::OperatorLibrary;
use crate::operators::fixed::OutputRounding;
use crate::pipeline::arithmetic::SharedExponent;
use crate::pipeline::{Block, Codec, Normalizer, Pipeline};
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// What both ends are built from.
pub struct Ends<'a> {
    /// Arithmetic of a frame.
    pub pipeline: &'a Pipeline,
    pub processor: &'a StepProcessor,
    /// What the names of modules begin with.
    pub prefix: &'a str,
    pub operators: &'a OperatorLibrary,
    pub enable: Net,
    pub reset: Net,
}

/// Values that were too large for their words.
pub struct TooLarge {
    /// High with a part of a bin or of a result that was.
    pub event: Net,
    /// High with such a part of a bin, and as [`Found::told`].
    pub told: Net,
}

impl Ends<'_> {
    /// Makes words of the parts of samples. Returns a pulse with the first words of a frame, and the complex words.
    pub fn samples(&self, m: &mut Module, start: Net, parts: &[Net]) -> (Net, Vec<Net>) {
        let Some(encoder) = encoder(self.pipeline) else {
            let parts: Vec<Net> = parts.iter().map(|&part| m.sign_extend(part, self.processor.memory)).collect();
            return (start, parts.chunks(2).map(|parts| m.concat(parts)).collect());
        };
        let (start, words) = self.codec(m, encoder, start, parts.to_vec());
        (start, words.chunks(2).map(|parts| m.concat(parts)).collect())
    }

    /// Makes bins of the words that are found. `start`: pulse with the first bins of a frame; `leaves`: high with each beat of bins. Returns
    /// the pulse and the parts of the bins at the output, and in fixed point what does not fit.
    pub fn bins(&self, m: &mut Module, start: Net, found: &Found, leaves: Net) -> (Net, Vec<Net>, Option<TooLarge>) {
        let parts: Vec<Net> = found.words.iter().flat_map(|&word| parts(m, word)).collect();
        if let Some(decoder) = decoder(self.pipeline) {
            let (start, parts) = match (decoder, found.decoder_offset) {
                (Block::Codec(Codec::Leave(shared)), Some(offset)) => self.scaled(m, shared, start, (parts, offset)),
                _ => self.codec(m, decoder, start, parts),
            };
            return (start, parts, None);
        }
        if let (Some(normalizer), Some(by)) = (normalizer(self.pipeline), found.bin_shift) {
            return self.normalized(m, normalizer, start, (parts, by));
        }
        let (parts, overflow) = self.cut(m, parts);
        let parts = parts.into_iter().map(|part| m.delay(part, 1)).collect();
        if self.processor.kernels.iter().any(|kernel| kernel.arithmetic.has_sign_bit()) {
            return (m.register(start, Some(0)), parts, None);
        }
        let of_bin = m.and(overflow, leaves);
        let [event, told] = [found.overflow, found.told].map(|of_steps| {
            let either = of_steps.map_or(of_bin, |of_steps| m.or(of_bin, of_steps));
            m.register(either, Some(0))
        });
        (m.register(start, Some(0)), parts, Some(TooLarge { event, told }))
    }

    /// Places an encoder or a decoder.
    fn codec(&self, m: &mut Module, block: &Block, start: Net, parts: Vec<Net>) -> (Net, Vec<Net>) {
        let Ends { pipeline, prefix, operators, enable, reset, .. } = *self;
        let context = NetlistContext { pipeline, operators, bits: m.width(parts[0]), starts_after_reset: false };
        let outputs = place(m, [prefix, block.label()], (kind(block), &context), ([enable, reset, start], parts));
        (outputs[0][0], outputs[1].clone())
    }

    /// Places a decoder whose scale is that of a frame.
    fn scaled(
        &self,
        m: &mut Module,
        shared: &SharedExponent,
        start: Net,
        (parts, offset): (Vec<Net>, Net),
    ) -> (Net, Vec<Net>) {
        let Ends { pipeline, prefix, operators, enable, reset, .. } = *self;
        let frames = (operators, pipeline.interval);
        place_decoder(m, prefix, shared, frames, ([enable, reset, start], parts, offset))
    }

    /// Moves the parts of bins up by their headroom, and cuts them to the length of the output.
    fn normalized(
        &self,
        m: &mut Module,
        normalizer: &Normalizer,
        start: Net,
        (parts, by): (Vec<Net>, Net),
    ) -> (Net, Vec<Net>, Option<TooLarge>) {
        let module = self.operators.normalizer_shifter(normalizer);
        let parts = parts.into_iter().enumerate().map(|(number, word)| {
            let inputs = [word, by, self.enable].map(|net| vec![net]).to_vec();
            m.instance(format!("align{number}"), module, inputs)[0][0]
        });
        let parts = parts.collect();
        let start = (0..normalizer.shift_cycles()).fold(start, |net, _| m.register(net, Some(0)));
        (start, parts, None)
    }

    /// Cuts the parts of a bin to the length of the output. Returns whether one does not fit.
    fn cut(&self, m: &mut Module, parts: Vec<Net>) -> (Vec<Net>, Net) {
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
            return (parts.into_iter().map(|part| m.sign_extend(part, output)).collect(), m.constant(1, 0));
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
            let outputs = m.instance(label, &module, vec![vec![word]]);
            (outputs[0][0], outputs[1][0])
        });
        let (words, overflows): (Vec<Net>, Vec<Net>) = cut.unzip();
        let first = overflows[0];
        (words, overflows[1..].iter().fold(first, |any, &one| m.or(any, one)))
    }
}
