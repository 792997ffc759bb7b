//! Encoder and decoder at the ends of a core that computes with shared-exponent words.

use crate::lower::cfp::{cfp_layout, field_bits};
use crate::lower::control::delay_pulse;
use crate::lower::{OperatorLibrary, Ports};
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};
use crate::pipeline::Codec;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Builds the netlist of the encoder from floating-point numbers to shared-exponent words.
pub fn encoder(name: &str, shared: &SharedExponent, operators: &OperatorLibrary, interval: usize) -> Module {
    let doc = format!(
        "{} lanes of {} as words with an exponent each, of parts of {} bits; latency {} cycles.",
        shared.lanes,
        shared.float.name(),
        shared.mantissa(),
        Codec::Enter(*shared).latency()
    );
    let mut m = Module::new(name, doc);
    let ports = Ports::inputs(&mut m, shared.lanes, shared.float.bits());
    let mut data = Vec::new();
    for (lane, parts) in ports.data.chunks(2).enumerate() {
        let inputs = vec![parts.to_vec(), vec![ports.enable]];
        let outputs = m.instance(format!("enter{lane}"), operators.cfp.align(InputEncoding::Float, 1), inputs);
        data.extend(cfp_layout(shared).join(&mut m, [outputs[0][0], outputs[0][1]], outputs[1][0]));
    }
    let out_start = delay_pulse(&mut m, ports.start, Codec::Enter(*shared).latency(), interval);
    Ports::outputs(&mut m, out_start, &data);
    m
}

/// Scale between words and floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum DecoderScale {
    /// That of all frames.
    OfCore,
    /// That of the input `offset`: what is added to the exponent of a word, in powers of two, of the given bits.
    OfFrame(u32),
}

/// Places a decoder whose scale is that of a frame. `prefix`: what the name of its module begins with; `controls`: clock enable, reset and start
/// pulse; `offset`: what is added to the exponents of words. Returns the pulse with the first numbers of a frame, and their parts.
pub fn place_decoder(
    m: &mut Module,
    prefix: &str,
    shared: &SharedExponent,
    (operators, interval): (&OperatorLibrary, usize),
    (controls, parts, offset): ([Net; 3], Vec<Net>, Net),
) -> (Net, Vec<Net>) {
    let scale = DecoderScale::OfFrame(m.width(offset));
    let module = decoder(&format!("{prefix}_leave"), shared, scale, operators, interval);
    let inputs = controls.map(|net| vec![net]).into_iter().chain([parts, vec![offset]]).collect();
    let outputs = m.instance("leave", &Arc::new(module), inputs);
    (outputs[0][0], outputs[1].clone())
}

/// Builds the netlist of the decoder from shared-exponent words to floating-point numbers.
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
    let mut m = Module::new(name, doc);
    let ports = Ports::inputs(&mut m, shared.lanes, shared.bits());
    let (bits, of_frame) = match scale {
        DecoderScale::OfCore => (field_bits(shared), None),
        DecoderScale::OfFrame(bits) => (bits, Some(m.input("offset", bits))),
    };
    let mut data = Vec::new();
    for (lane, word) in ports.data.chunks(2).enumerate() {
        let (parts, exponent) = cfp_layout(shared).split(&mut m, [word[0], word[1]]);
        let nan = m.all(exponent);
        // The exponent counts powers of four.
        let zero = m.constant(1, 0);
        let twice = m.concat(&[zero, exponent]);
        let twice = m.extend(twice, bits);
        let offset = of_frame.unwrap_or_else(|| m.constant(bits, shared.field() as u128));
        let field = m.add(twice, offset);
        for (part, &net) in parts.iter().enumerate() {
            let inputs = [net, field, nan, ports.enable].map(|net| vec![net]).to_vec();
            data.push(m.instance(format!("leave{}", 2 * lane + part), operators.cfp.decode(), inputs)[0][0]);
        }
    }
    let out_start = delay_pulse(&mut m, ports.start, shared.decode_cycles(), interval);
    Ports::outputs(&mut m, out_start, &data);
    m
}
