//! Encoder and decoder at the ends of a core that computes with shared-exponent words.

use crate::parts::cfp::{cfp_layout, field_bits};
use crate::parts::{OperatorLibrary, Ports};
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};
use crate::pipeline::Codec;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds the netlist of the encoder from floating-point numbers to shared-exponent words.
pub fn encoder(name: &str, shared: &SharedExponent, operators: &OperatorLibrary, interval: usize) -> Module {
    let doc = format!(
        "{} lanes of {} as words with an exponent each, of parts of {} bits; latency {} cycles.",
        shared.lanes,
        shared.float.name(),
        shared.mantissa(),
        Codec::Enter(*shared).latency()
    );
    let m = Builder::new(name, doc);
    let ports = Ports::inputs(&m, shared.lanes, shared.float.bits());
    let align = operators.cfp.align(InputEncoding::Float, 1);
    let words = ports.data.chunks(2).enumerate().flat_map(|(lane, parts)| {
        let aligned = m.operate(format!("enter{lane}"), align, parts.iter().copied());
        cfp_layout(shared).join([aligned[0], aligned[1]], aligned[2])
    });
    let words: Vec<Sig> = words.collect();
    let out_start = Pulse::new(ports.start, interval).later(Codec::Enter(*shared).latency()).now();
    Ports::outputs(&m, out_start, words);
    m.finish()
}

/// Scale between words and floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum DecoderScale {
    /// That of all frames.
    OfCore,
    /// That of the input `offset`: what is added to the exponent of a word, in powers of two, of the given bits.
    OfFrame(u32),
}

/// Decodes words at the scale of their frame. `prefix`: what the name of the decoder's module begins with; `start`:
/// pulse with the first words of a frame; `offset`: what is added to the exponents of words. Returns the pulse with the
/// first numbers of a frame, and their parts.
pub fn decoded<'m>(
    prefix: &str,
    shared: &SharedExponent,
    (operators, interval): (&OperatorLibrary, usize),
    (start, parts, offset): (Sig<'m>, Vec<Sig<'m>>, Sig<'m>),
) -> (Sig<'m>, Vec<Sig<'m>>) {
    let (m, scale) = (start.builder(), DecoderScale::OfFrame(offset.width()));
    let decoder = m.place("leave", decoder(&format!("{prefix}_leave"), shared, scale, operators, interval));
    decoder.set("in_start", start).set_bus("in_data", parts).set("offset", offset);
    (decoder.out("out_start"), decoder.bus("out_data"))
}

/// Builds the netlist of the decoder from shared-exponent words to floating-point numbers.
#[hdl]
pub fn decoder(
    name: &str,
    shared: &SharedExponent,
    scale: DecoderScale,
    operators: &OperatorLibrary,
    interval: usize,
) -> Module {
    let doc = format!(
        "{} lanes of words with an exponent each as {}; latency {} cycles.",
        shared.lanes,
        shared.float.name(),
        shared.decode_cycles()
    );
    let m = Builder::new(name, doc);
    let ports = Ports::inputs(&m, shared.lanes, shared.bits());
    let (bits, offset) = match scale {
        DecoderScale::OfCore => {
            let bits = field_bits(shared);
            (bits, m.constant(bits, shared.field() as u128))
        }
        DecoderScale::OfFrame(bits) => (bits, m.input("offset", bits)),
    };
    let mut data = Vec::new();
    for (lane, word) in ports.data.chunks(2).enumerate() {
        let (parts, exponent) = cfp_layout(shared).split([word[0], word[1]]);
        let nan = exponent.all();
        // The exponent counts powers of four.
        let twice = m.cat([m.constant(1, 0), exponent]);
        let field = twice.extend(bits) + offset;
        for (part, word) in parts.into_iter().enumerate() {
            let label = format!("leave{}", 2 * lane + part);
            data.extend(m.operate(label, operators.cfp.decode(), [word, field, nan]));
        }
    }
    let out_start = Pulse::new(ports.start, interval).later(shared.decode_cycles()).now();
    Ports::outputs(&m, out_start, data);
    m.finish()
}
