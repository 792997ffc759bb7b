//! The converter from block floating point to floating point, as hardware.

use crate::blocks::normalizer::netlist::has_element;
use crate::parts::beat_counter::BeatCounter;
use crate::parts::{OperatorLibrary, Ports};
use crate::pipeline::{Converter, Layout};
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds the netlist of a converter, with exponents of `bits` bits. The inputs `exponent` and `nan` are valid from
/// `in_start` until the next one.
#[hdl]
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
    let m = Builder::new(name, doc);
    let ports = Ports::inputs(&m, converter.lanes, converter.input);
    let (exponent, nan) = (m.input("exponent", bits), m.input("nan", 1));
    let field = exponent + m.constant(bits, converter.field() as u128);
    let mut beats = BeatCounter::new("", ports.start, layout.beats);
    let mut data = Vec::new();
    for (lane, parts) in ports.data.chunks(2).enumerate() {
        // Spare lanes stay zero.
        let nan_of_lane = nan & has_element(&mut beats, layout, lane);
        for (part, &word) in parts.iter().enumerate() {
            let label = format!("convert{}", 2 * lane + part);
            data.extend(m.operate(label, operators.convert(), [word, field, nan_of_lane]));
        }
    }
    let out_start = Pulse::new(ports.start, interval).later(converter.latency()).now();
    Ports::outputs(&m, out_start, data);
    m.finish()
}
