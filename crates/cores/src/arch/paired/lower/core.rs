//! The netlist of a core of mirrored pairs.

use super::super::core::PairedCore;
use super::bins::Bins;
use super::exponent::FrameExponent;
use super::front::Front;
use super::leaving::leaving;
use super::products::products;
use super::rear::Rear;
use super::samples::Samples;
use crate::arch::direction_ports::DirectionPorts;
use crate::arch::folded::lower::memory::{parts, FrameMemory, MEMORY_CYCLES};
use crate::arch::OperatorSettings;
use crate::operators::cfp::from_float_at;
use crate::parts::cache::ModuleCache;
use crate::parts::cfp::cfp_layout;
use crate::parts::frame_overflow::{told_with_results, OUT_OVERFLOW};
use crate::parts::{OperatorLibrary, Ports, Reset};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of
/// a core without ports around it.
#[hdl]
pub fn paired_core(
    name: &str,
    prefix: &str,
    core: &PairedCore,
    settings: &OperatorSettings,
    alone: Option<Reset>,
) -> Module {
    let builder = Builder::new(name, title(core));
    let m = &builder;
    let ports = Ports::inputs_with(m, 1, settings.format.bits(), alone.unwrap_or_default());
    let operators = OperatorLibrary::new(prefix, settings.format, settings.depths, settings.multiplier, &core.pipeline);
    let mut cache = ModuleCache::new(prefix, settings.depths, settings.multiplier);
    let (timing, start) = (core.timing(), ports.start);
    let config_bits = [core.pipeline.config_bits(), 0];
    let (direction, sample) = DirectionPorts::enter(m, core.pipeline.spec.direction, config_bits, &ports);
    let is_inverse = direction.inverse;

    let samples = Samples::new(m, core, start);
    let begins_frame = samples.loaded.later_with_reset(1);
    let front = Front::new(m, core, begins_frame);
    let term_place = m.cat([!samples.side].into_iter().chain(front.place.iter().copied()));
    let sample_word = m.cat(sample.iter().copied());
    let words = [2 * core.points(), sample_word.width() as usize];
    let memory = FrameMemory::named(m, "samples", words, term_place);
    memory.write([samples.active, samples.place, sample_word]);
    let terms = front.terms(core, parts(memory.found(term_place)));
    let exponent = core.decoder().map(|shared| {
        FrameExponent::new(m, (core, shared), [start, samples.active, begins_frame, is_inverse], &sample)
    });
    let terms = match exponent.zip(core.decoder()) {
        None => terms,
        Some((exponent, shared)) => {
            let cycles = core.encode_cycles() as u32;
            let module = cache.module("enter_at", cycles, |name| from_float_at(name, shared.float, cfp_layout(shared)));
            let encoder = Operator { module, cycles };
            let labels = if terms.len() == 1 { ["encode", ""] } else { ["encode_re", "encode_im"] };
            let terms = terms.into_iter().zip(labels);
            terms.map(|(term, label)| m.apply(label, &encoder, &[term, exponent.largest])[0]).collect()
        }
    };
    let point = front.sums(m, core, &terms);

    let begins = Pulse::new(front.block, core.block_cycles()).later(core.rear_wait_cycles()).now();
    let rear = Rear::new(m, core, begins);
    let has_two_tables = core.scales().iter().any(|scale| scale.factor != core.scales()[0].factor);
    let inverse = has_two_tables
        .then(|| FrameValue::new(is_inverse, Pulse::new(start, timing.interval)).later(core.rear_start()).now());
    let sum = products(m, (core, &rear), &mut cache, (point, inverse));
    let bins = Bins::new(m, (core, &rear), &operators, exponent.as_ref(), sum);

    let leaves = Pulse::new(rear.ends_frame, timing.interval).later(core.leave_wait_cycles());
    let place = leaving(m, core, leaves.now());
    let bin = [("bins_re", 0), ("bins_im", 1)].map(|(name, part)| {
        let memory = FrameMemory::named(m, name, [2 * core.points(), bins.word.width() as usize], place);
        memory.write([bins.enables[part], bins.place, bins.word]);
        memory.found(place).later(1)
    });
    let bin_start = leaves.later(MEMORY_CYCLES + 1).now();
    direction.leave(m, (bin_start, &bin), &timing);
    if let Some(overflow) = bins.overflow {
        m.output("overflow", overflow);
        if settings.tells_overflow {
            // The last bin has been written when the first one leaves.
            let ends = leaves.now();
            let wait = MEMORY_CYCLES as isize + 1;
            m.output(OUT_OVERFLOW, told_with_results(overflow, ends, wait));
        }
    }
    builder.finish()
}

/// The comment of the core's module.
fn title(core: &PairedCore) -> String {
    let timing = core.timing();
    format!(
        "{}: frames of {} beats of a point, natural order, computed as {}; latency {} cycles. in_start marks a frame's \
         first beat; frames start at least {} cycles apart.",
        core.pipeline.title(),
        timing.beats[0],
        core.plan(),
        timing.latency,
        timing.interval
    )
}
