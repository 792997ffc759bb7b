//! The netlist of a folded core.

use super::super::core::FoldedCore;
use super::addresses::Addresses;
use super::ends::Ends;
use super::one_bank::one_bank;
use super::program::Program;
use super::samples::Samples;
use super::several_banks::several_banks;
use crate::formula::Direction;
use crate::lower::control::{delay_pulse, frame_fifo, latch_on_pulse};
use crate::lower::swap::swapped;
use crate::lower::{OperatorLibrary, Ports, Reset};
use crate::rtl::Module;

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of a core without
/// ports around it.
pub fn folded_core(
    name: &str,
    prefix: &str,
    core: &FoldedCore,
    operators: &OperatorLibrary,
    alone: Option<Reset>,
) -> Module {
    let plan = &core.plan;
    let mut m = Module::new(name, title(core));
    let ports = Ports::inputs_with(&mut m, plan.width(), operators.bits, alone.unwrap_or_default());
    let chosen = matches!(core.pipeline.spec.direction, Direction::Chosen { .. });
    let word = chosen.then(|| m.input("in_config", 1));
    let inverse = match word {
        Some(word) => latch_on_pulse(&mut m, ports.start, word),
        None => m.constant(1, u128::from(core.pipeline.spec.direction == Direction::Inverse)),
    };
    let FoldedCore { pipeline, processor, .. } = core;
    let ends = Ends { pipeline, processor, prefix, operators, enable: ports.enable, reset: ports.reset };
    let data = swapped(&mut m, &ports.data, inverse);
    let (start, words) = ends.samples(&mut m, ports.start, &data);

    let samples = Samples::new(&mut m, plan, start, words);
    let program = Program::new(&mut m, plan, samples.last);
    let addresses = Addresses::new(&mut m, plan, program.ends);
    let counters = (&program, &addresses, &samples);
    let found = match plan.banks().count() {
        1 => one_bank(&mut m, core, counters, operators, ports.enable),
        _ => several_banks(&mut m, core, counters, operators, ports.enable),
    };

    let start = delay_pulse(&mut m, program.ends, 1 + plan.last_wait() + core.read_cycles(), core.interval());
    let leaves = (0..core.read_cycles()).fold(program.leaves, |net, _| m.register(net, Some(0)));
    let (start, bin, overflow) = ends.bins(&mut m, start, &found, leaves);
    let word = word.map(|word| frame_fifo(&mut m, [ports.start, word], start, core.timing().latency, core.interval()));
    let inverse = word.unwrap_or(inverse);
    let bin = swapped(&mut m, &bin, inverse);
    Ports::outputs(&mut m, start, &bin);
    if let Some(word) = word {
        m.output("out_config", word);
    }
    if let Some(overflow) = overflow {
        m.output("overflow", overflow);
    }
    m
}

/// The comment of the core's module.
fn title(core: &FoldedCore) -> String {
    let timing = core.timing();
    let points = match core.plan.width() {
        1 => "a point".into(),
        width => format!("{width} points"),
    };
    format!(
        "{}: frames of {} beats of {}, natural order, computed in place in {} steps by one processor; latency {} cycles. \
         in_start marks a frame's first beat; frames start at least {} cycles apart.",
        core.pipeline.title(),
        timing.beats[0],
        points,
        core.plan.radices().len(),
        timing.latency,
        timing.interval
    )
}
