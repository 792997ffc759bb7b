//! Lane butterflies as hardware: an operator for each pair of neighbouring lanes. An adder, the rotation before it and
//! the switch after it take one LUT for each bit.

use crate::blocks::kernel::body::output_words;
use crate::parts::align::AlignedTransforms;
use crate::parts::flags::Flags;
use crate::parts::operands::to_internal_word;
use crate::parts::output_rounding::{frame_overflow, pre_shift, round_output};
use crate::parts::{OperatorLibrary, Ports};
use crate::pipeline::LaneButterfly;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds the netlist of butterflies across lanes.
#[hdl]
pub fn lane_butterfly(name: &str, butterfly: &LaneButterfly, all: &OperatorLibrary, interval: usize) -> Module {
    let LaneButterfly { stage, swaps } = butterfly;
    let exchanges = if swaps.is_empty() { "" } else { ", in some with their results exchanged" };
    let doc = format!(
        "{}: {} of them in each beat on neighbouring lanes{exchanges}; latency {} cycles.",
        stage.name(),
        stage.placement.shape.copies,
        stage.cycles(),
    );
    let m = Builder::new(name, doc);
    let ports = Ports::inputs(&m, stage.layout.lanes, stage.arithmetic.input_bits());
    let frame = Pulse::new(ports.start, interval);
    let aligned = AlignedTransforms::new(stage, all, &ports.data, ports.start);
    let data = aligned.as_ref().map_or(&ports.data, |aligned| &aligned.data);
    let mut flags = Flags::new(frame.later(stage.align_cycles()).now(), stage.layout.beats);
    let operators = all.of_stage(stage);
    let pre_shift = pre_shift(&m, stage, (frame, 0), stage.kernel.schedule.latency);
    let swapped = (!swaps.is_empty()).then(|| flags.flag(swaps.clone()).now);
    let module = operators.lane_butterfly(butterfly);
    let mut rounded = Vec::new();
    for (number, parts) in data.chunks(4).enumerate() {
        let rotated = flags.rotated(stage, 2 * number + 1);
        let operands = parts.iter().map(|&part| to_internal_word(&stage.arithmetic, part));
        let results = m.operate(format!("crossing{number}"), module, operands.chain(rotated).chain(swapped));
        rounded.extend(results.into_iter().map(|part| round_output(operators, part, [pre_shift, None])));
    }
    let out_start = frame.later(stage.cycles()).now();
    Ports::outputs(&m, out_start, output_words(stage, aligned.as_ref(), &rounded));
    let early = (flags.beats.active, stage.cycles() - stage.align_cycles());
    if let Some(overflow) = frame_overflow(&stage.layout, (out_start, Some(early)), &rounded) {
        m.output("overflow", overflow);
    }
    m.finish()
}
