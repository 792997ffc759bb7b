//! The converter from block floating point to floating point, as hardware.

use crate::blocks::normalizer::netlist::has_element;
use crate::lower::beat_counter::BeatCounter;
use crate::lower::control::delay_pulse;
use crate::lower::{OperatorLibrary, Ports};
use crate::pipeline::{Converter, Layout};
use crate::rtl::Module;

/// Builds the netlist of a converter, with exponents of `bits` bits. The inputs `exponent` and `nan` are valid from `in_start` until
/// the next one.
pub fn converter(
    name: &str,
    converter: &Converter,
    layout: &Layout,
    operators: &OperatorLibrary,
    interval: usize,
    bits: u32,
) -> Module {
    let doc = format!(
        "Converter of {} lanes from words of {} bits and an exponent a frame to {}; latency {} cycles.",
        converter.lanes,
        converter.input,
        converter.float.name(),
        converter.latency(),
    );
    let mut m = Module::new(name, doc);
    let ports = Ports::inputs(&mut m, converter.lanes, converter.input);
    let (exponent, nan) = (m.input("exponent", bits), m.input("nan", 1));
    let offset = m.constant(bits, converter.field() as u128);
    let field = m.add(exponent, offset);
    let mut beats = BeatCounter::new(&mut m, "", ports.start, layout.beats);
    let module = operators.convert();
    let mut data = Vec::new();
    for (lane, parts) in ports.data.chunks(2).enumerate() {
        // Spare lanes stay zero.
        let there = has_element(&mut m, &mut beats, layout, lane);
        let nan = m.and(nan, there);
        for (part, &word) in parts.iter().enumerate() {
            let inputs = [word, field, nan, ports.enable].map(|net| vec![net]).to_vec();
            data.push(m.instance(format!("convert{}", 2 * lane + part), module, inputs)[0][0]);
        }
    }
    let out_start = delay_pulse(&mut m, ports.start, converter.latency(), interval);
    Ports::outputs(&mut m, out_start, &data);
    m
}
