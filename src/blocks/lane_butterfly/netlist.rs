//! Butterflies across lanes in fixed point ([`LaneButterfly`]): an adder, the quarter turn ahead of it and the
//! switch behind it are one lookup table a bit.

use crate::blocks::kernel::netlist::leaving;
use crate::lower::align::AlignedTransforms;
use crate::lower::control::{delay_pulse, Pulse};
use crate::lower::flags::Flags;
use crate::lower::operands::to_internal_word;
use crate::lower::output_rounding::{overflow, pre_shift, round_output};
use crate::lower::{OperatorLibrary, Ports};
use crate::pipeline::LaneButterfly;
use crate::rtl::Module;

/// Builds the netlist of butterflies across lanes.
pub fn crossing(name: &str, butterfly: &LaneButterfly, all: &OperatorLibrary, interval: usize) -> Module {
    let LaneButterfly { stage, swaps } = butterfly;
    let Some(fixed) = stage.arithmetic.fixed() else { unreachable!("crossings are of fixed point") };
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
    let start = delay_pulse(&mut m, ports.start, stage.aligning(), interval);
    let mut flags = Flags::new(&mut m, start, interval);
    let operators = all.of_stage(stage);
    let pre_shift = pre_shift(&mut m, stage, &mut Pulse::new(ports.start, interval), stage.kernel.schedule.latency);
    let exchanged = (!swaps.is_empty()).then(|| flags.of(&mut m, swaps.clone()).now);
    let module = operators.crossing(butterfly);
    let mut rounded = Vec::new();
    for (number, parts) in data.chunks(4).enumerate() {
        let coming = parts.iter().map(|&part| to_internal_word(&mut m, &fixed, part)).collect::<Vec<_>>();
        let turn = flags.turn(&mut m, stage, 2 * number + 1);
        let inputs = coming.into_iter().chain(turn).chain(exchanged).chain(module.enable.map(|_| ports.enable));
        let outputs = m.instance(format!("crossing{number}"), module, inputs.map(|net| vec![net]).collect());
        for part in outputs {
            rounded.push(round_output(&mut m, &fixed, operators, ports.enable, part[0], [pre_shift, None]));
        }
    }
    let out_start = delay_pulse(&mut m, ports.start, stage.cycles(), interval);
    let words = leaving(&mut m, stage, aligned.as_ref(), &rounded);
    Ports::outputs(&mut m, out_start, &words);
    let early = (flags.beats.active, stage.cycles() - stage.aligning());
    if let Some(over) = overflow(&mut m, &stage.layout, (out_start, Some(early)), &rounded) {
        m.output("overflow", over);
    }
    m
}
