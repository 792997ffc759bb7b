//! The netlist of a folded core.

use super::super::core::{decoder, normalizer, FoldedCore};
use super::addresses::Addresses;
use super::ends::{output_marks, Ends};
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
use crate::parts::cfp::offset_of_direction;
use crate::parts::frame_overflow::told_with_results;
use crate::parts::swap::swapped;
use crate::parts::{OperatorLibrary, Ports, Reset};
use crate::pipeline::Block;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of
/// a core without ports around it. `tells_overflow`: it has the output `out_overflow`.
#[hdl]
pub fn folded_core(
    name: &str,
    prefix: &str,
    core: &FoldedCore,
    operators: &OperatorLibrary,
    (alone, tells_overflow): (Option<Reset>, bool),
) -> Module {
    let FoldedCore { plan, pipeline, processor, .. } = core;
    let builder = Builder::new(name, title(core));
    let m = &builder;
    let ports = Ports::inputs_with(m, plan.width(), operators.bits, alone.unwrap_or_default());
    let begins = ports.start;
    let chosen = matches!(pipeline.spec.direction, Direction::Chosen { .. });
    let config_bits = pipeline.config_bits();
    let word = (config_bits > 0).then(|| m.input("in_config", config_bits));
    let asked = word.map(|word| word.held_from(begins));
    let inverse = match asked.filter(|_| chosen) {
        Some(asked) => asked.bit(0),
        None => m.constant(1, u128::from(pipeline.spec.direction == Direction::Inverse)),
    };
    let ends = Ends { pipeline, processor, prefix, operators };
    let (start, words) = ends.samples(begins, swapped(&ports.data, inverse));
    // Results of the frame before are computed until the first sample of this frame is written.
    let computed = match core.input_cycles() {
        0 => asked,
        cycles => word.map(|word| word.later_as_it_is(cycles as u32).held_from(start)),
    };

    let samples = Samples::new(m, plan, start, words);
    let program = Program::new(m, plan, samples.last);
    let addresses = Addresses::new(plan, program.ends);
    let headroom = normalizer(pipeline).zip(processor.pre_shift_bits());
    let exponent_bits = pipeline.exponent_bits().unwrap_or(1);
    let headroom = headroom.map(|(normalizer, bits)| Headroom::new(m, normalizer, [bits, exponent_bits]));
    let pre_shift = match &headroom {
        Some(headroom) => Some(PreShift::OfResults(*headroom.pre_shift)),
        None => {
            let shifts = computed.filter(|_| pipeline.shift_bits() > 0);
            let shifts = shifts.map(|word| word.bits(pipeline.direction_bits(), pipeline.shift_bits()));
            pre_shift::of_step(m, core, &program, shifts).map(PreShift::OfReads)
        }
    };
    let has_scale = computed.filter(|_| core.inverse.is_some()).map(|word| word.bit(0));
    let parts = FrameParts {
        core,
        program: &program,
        addresses: &addresses,
        samples: &samples,
        operators,
        frame: FrameSignals { pre_shift, has_scale },
    };
    let mut found = match (plan.memories(), plan.banks().count()) {
        (1, 1) => one_bank(m, &parts),
        (1, _) => several_banks(m, &parts),
        _ => two_memories(m, &parts),
    };
    let (read_cycles, result_cycles) = (core.read_cycles() as u32, core.read_cycles() + processor.cycles());
    if let Some(headroom) = &headroom {
        let ends = Measured::new(samples.last, [program.step_ends, program.ends], result_cycles);
        let max = pipeline.exponents().map_or(0, |range| *range.end());
        headroom.drive(&found.writes, &ends, m.constant(exponent_bits, max as u128));
        found.bin_shift = Some(*headroom.bin_shift);
    }

    let wait = 1 + plan.last_wait() + core.read_cycles();
    let start = Pulse::new(program.ends, core.interval()).later(wait).now();
    let leaves = program.leaves.later_with_reset(read_cycles);
    let queue_words = core.timing().latency.div_ceil(core.interval());
    let mut early = None;
    if let Some((word, inverse)) = word.zip(core.inverse.as_ref()) {
        let word = word.queued(begins, start, queue_words);
        let encodings = pipeline.shared().zip(inverse.shared());
        found.decoder_offset = encodings.map(|(forward, backward)| offset_of_direction([forward, backward], word));
        early = Some(word);
    }
    found.told = found.overflow.filter(|_| tells_overflow).map(|overflow| {
        let last_result = program.ends.later_with_reset(result_cycles as u32);
        let wait = 1 + plan.last_wait() as isize - processor.cycles() as isize;
        told_with_results(overflow, last_result, wait)
    });
    let (start, bin, overflow) = ends.bins(start, &found, leaves);
    let word = match early {
        Some(early) => Some(early.later_as_it_is(decoder(pipeline).map_or(0, Block::latency) as u32)),
        None => word.map(|word| word.queued(begins, start, queue_words)),
    };
    let inverse = word.filter(|_| chosen).map_or(inverse, |word| word.bit(0));
    Ports::outputs(m, start, swapped(&bin, inverse));
    if let Some(word) = word {
        m.output("out_config", word);
    }
    output_marks(m, headroom.map(|headroom| headroom.exponent.into()), overflow, tells_overflow);
    builder.finish()
}

/// The comment of the core's module.
fn title(core: &FoldedCore) -> String {
    let timing = core.timing();
    let points = match core.plan.width() {
        1 => "a point".into(),
        width => format!("{width} points"),
    };
    format!(
        "{}: frames of {} beats of {}, natural order, computed in place in {} steps by one processor{}; latency {} \
         cycles. in_start marks a frame's first beat; frames start at least {} cycles apart.",
        core.pipeline.title(),
        timing.beats[0],
        points,
        core.plan.radices().len(),
        if core.plan.memories() > 1 { " in two memories in turn" } else { "" },
        timing.latency,
        timing.interval
    )
}
