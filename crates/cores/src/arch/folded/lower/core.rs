//! The netlist of a folded core.

use super::super::core::{decoder, normalizer, FoldedCore};
use super::addresses::Addresses;
use super::ends::Ends;
use super::headroom::{Headroom, Measured};
use super::kernel_result::PreShift;
use super::one_bank::one_bank;
use super::pre_shift;
use super::program::Program;
use super::samples::Samples;
use super::several_banks::several_banks;
use super::transform::{FrameParts, FrameSignals};
use super::two_memories::two_memories;
use crate::formula::Direction;
use crate::lower::cfp::offset_by_direction;
use crate::lower::control::{delay_pulse, frame_fifo, latch_on_pulse};
use crate::lower::frame_overflow::{told_with_results, OUT_OVERFLOW};
use crate::lower::swap::swapped;
use crate::lower::{OperatorLibrary, Ports, Reset};
use crate::pipeline::Block;
use crate::rtl::Module;

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of a core without
/// ports around it. `tells_overflow`: it has the output [`OUT_OVERFLOW`].
pub fn folded_core(
    name: &str,
    prefix: &str,
    core: &FoldedCore,
    operators: &OperatorLibrary,
    (alone, tells_overflow): (Option<Reset>, bool),
) -> Module {
    let plan = &core.plan;
    let mut m = Module::new(name, title(core));
    let ports = Ports::inputs_with(&mut m, plan.width(), operators.bits, alone.unwrap_or_default());
    let chosen = matches!(core.pipeline.spec.direction, Direction::Chosen { .. });
    let config_bits = core.pipeline.config_bits();
    let word = (config_bits > 0).then(|| m.input("in_config", config_bits));
    let asked = word.map(|word| latch_on_pulse(&mut m, ports.start, word));
    let inverse = match asked.filter(|_| chosen) {
        Some(asked) => m.bit(asked, 0),
        None => m.constant(1, u128::from(core.pipeline.spec.direction == Direction::Inverse)),
    };
    let FoldedCore { pipeline, processor, .. } = core;
    let ends = Ends { pipeline, processor, prefix, operators, enable: ports.enable, reset: ports.reset };
    let data = swapped(&mut m, &ports.data, inverse);
    let (start, words) = ends.samples(&mut m, ports.start, &data);
    // Results of the frame before are computed until the first sample of this frame is written.
    let computed = match core.input_cycles() {
        0 => asked,
        cycles => word.map(|word| {
            let word = m.delay(word, cycles as u32);
            latch_on_pulse(&mut m, start, word)
        }),
    };

    let samples = Samples::new(&mut m, plan, start, words);
    let program = Program::new(&mut m, plan, samples.last);
    let addresses = Addresses::new(&mut m, plan, program.ends);
    let headroom = normalizer(pipeline).zip(processor.pre_shift_bits());
    let exponent_bits = pipeline.exponent_bits().unwrap_or(1);
    let headroom = headroom.map(|(normalizer, bits)| Headroom::new(&mut m, normalizer, [bits, exponent_bits]));
    let pre_shift = match &headroom {
        Some(headroom) => Some(PreShift::OfResults(headroom.pre_shift)),
        None => {
            let shifts = computed.filter(|_| pipeline.shift_bits() > 0);
            let shifts = shifts.map(|word| m.slice(word, pipeline.direction_bits(), pipeline.shift_bits()));
            pre_shift::of_step(&mut m, core, &program, shifts).map(PreShift::OfReads)
        }
    };
    let has_scale = computed.filter(|_| core.inverse.is_some()).map(|word| m.bit(word, 0));
    let parts = FrameParts {
        core,
        program: &program,
        addresses: &addresses,
        samples: &samples,
        operators,
        enable: ports.enable,
        frame: FrameSignals { pre_shift, has_scale },
    };
    let mut found = match (plan.memories(), plan.banks().count()) {
        (1, 1) => one_bank(&mut m, &parts),
        (1, _) => several_banks(&mut m, &parts),
        _ => two_memories(&mut m, &parts),
    };
    if let Some(headroom) = &headroom {
        let cycles = core.read_cycles() + processor.cycles();
        let ends = Measured::new(&mut m, samples.last, [program.step_ends, program.ends], cycles);
        let max = pipeline.exponents().map_or(0, |range| *range.end());
        let max = m.constant(exponent_bits, max as u128);
        headroom.drive(&mut m, &found.writes, &ends, max);
        found.bin_shift = Some(headroom.bin_shift);
    }

    let start = delay_pulse(&mut m, program.ends, 1 + plan.last_wait() + core.read_cycles(), core.interval());
    let leaves = (0..core.read_cycles()).fold(program.leaves, |net, _| m.register(net, Some(0)));
    let mut early = None;
    if let (Some(word), Some(inverse)) = (word, &core.inverse) {
        let word = frame_fifo(&mut m, [ports.start, word], start, core.timing().latency, core.interval());
        let encodings = pipeline.shared().zip(inverse.shared());
        found.decoder_offset =
            encodings.map(|(forward, backward)| offset_by_direction(&mut m, [forward, backward], word));
        early = Some(word);
    }
    found.told = found.overflow.filter(|_| tells_overflow).map(|overflow| {
        let cycles = core.read_cycles() + processor.cycles();
        let last_result = (0..cycles).fold(program.ends, |net, _| m.register(net, Some(0)));
        let wait = 1 + plan.last_wait() as isize - processor.cycles() as isize;
        told_with_results(&mut m, [overflow, last_result], wait)
    });
    let (start, bin, overflow) = ends.bins(&mut m, start, &found, leaves);
    let word = match early {
        Some(early) => Some(m.delay(early, decoder(pipeline).map_or(0, Block::latency) as u32)),
        None => word.map(|word| frame_fifo(&mut m, [ports.start, word], start, core.timing().latency, core.interval())),
    };
    let inverse = match word.filter(|_| chosen) {
        Some(word) => m.bit(word, 0),
        None => inverse,
    };
    let bin = swapped(&mut m, &bin, inverse);
    Ports::outputs(&mut m, start, &bin);
    if let Some(word) = word {
        m.output("out_config", word);
    }
    if let Some(headroom) = headroom {
        m.output("out_exponent", headroom.exponent);
    }
    if let Some(overflow) = overflow {
        m.output("overflow", overflow.event);
        if tells_overflow {
            m.output(OUT_OVERFLOW, overflow.told);
        }
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
        "{}: frames of {} beats of {}, natural order, computed in place in {} steps by one processor{}; latency {} cycles. \
         in_start marks a frame's first beat; frames start at least {} cycles apart.",
        core.pipeline.title(),
        timing.beats[0],
        points,
        core.plan.radices().len(),
        if core.plan.memories() > 1 { " in two memories in turn" } else { "" },
        timing.latency,
        timing.interval
    )
}
