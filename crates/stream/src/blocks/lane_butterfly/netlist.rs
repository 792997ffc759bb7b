//! Lane butterflies as hardware: an operator for each pair of neighbouring lanes. An adder, the rotation before it and the switch
//! after it take one LUT for each bit.

use crate::blocks::kernel::netlist::output_words;
use crate::lower::align::AlignedTransforms;
use crate::lower::control::{delay_pulse, Pulse};
use crate::lower::flags::Flags;
use crate::lower::operands::to_internal_word;
use crate::lower::output_rounding::{frame_overflow, pre_shift, round_output};
use crate::lower::{OperatorLibrary, Ports};
use crate::pipeline::LaneButterfly;
use crate::rtl::Module;

/// Builds the netlist of butterflies across lanes.
pub fn lane_butterfly(name: &str, butterfly: &LaneButterfly, all: &OperatorLibrary, interval: usize) -> Module {
    let LaneButterfly { stage, swaps } = butterfly;
    let lanes = stage.layout.lanes;
    let exchanges = if swaps.is_empty() { "" } else { ", in some with their results exchanged" };
    let doc = format!(
        "{}: {} of them in each beat on neighbouring lanes{exchanges}; latency {} cycles.",
        stage.name(),
        stage.placement.shape.copies,
        stage.cycles(),
    );
    let mut m = Module::new(name, doc);
    let ports = Ports::inputs(&mut m, lanes, stage.arithmetic.input_bits());
    let aligned = AlignedTransforms::new(&mut m, stage, all, &ports.data, [ports.start, ports.enable]);
    let data = aligned.as_ref().map_or(&ports.data, |aligned| &aligned.data);
    let start = delay_pulse(&mut m, ports.start, stage.align_cycles(), interval);
    let mut flags = Flags::new(&mut m, start, stage.layout.beats);
    let operators = all.of_stage(stage);
    let pre_shift = pre_shift(&mut m, stage, &mut Pulse::new(ports.start, interval), stage.kernel.schedule.latency);
    let swapped = (!swaps.is_empty()).then(|| flags.flag(&mut m, swaps.clone()).now);
    let module = operators.lane_butterfly(butterfly);
    let mut rounded = Vec::new();
    for (number, parts) in data.chunks(4).enumerate() {
        let operands = parts.iter().map(|&part| to_internal_word(&mut m, &stage.arithmetic, part)).collect::<Vec<_>>();
        let rotated = flags.rotated(&mut m, stage, 2 * number + 1);
        let inputs = operands.into_iter().chain(rotated).chain(swapped).chain(module.enable.map(|_| ports.enable));
        let outputs = m.instance(format!("crossing{number}"), module, inputs.map(|net| vec![net]).collect());
        for part in outputs {
            rounded.push(round_output(&mut m, operators, ports.enable, part[0], [pre_shift, None]));
        }
    }
    let out_start = delay_pulse(&mut m, ports.start, stage.cycles(), interval);
    let words = output_words(&mut m, stage, aligned.as_ref(), &rounded);
    Ports::outputs(&mut m, out_start, &words);
    let early = (flags.beats.active, stage.cycles() - stage.align_cycles());
    if let Some(overflow) = frame_overflow(&mut m, &stage.layout, (out_start, Some(early)), &rounded) {
        m.output("overflow", overflow);
    }
    m
}
