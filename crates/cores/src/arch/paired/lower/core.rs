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
use crate::arch::folded::lower::memory::{FrameMemory, MEMORY_CYCLES};
use crate::arch::folded::lower::processor::parts;
use crate::arch::OperatorSettings;
use crate::lower::cache::ModuleCache;
use crate::lower::cfp::cfp_layout;
use crate::lower::control::{delay_frame_value, delay_pulse, Pulse};
use crate::lower::frame_overflow::{told_with_results, OUT_OVERFLOW};
use crate::lower::{OperatorLibrary, Ports, Reset};
use crate::operators::cfp::from_float_at;
use crate::rtl::{Module, Net};

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of a core without
/// ports around it.
pub fn paired_core(
    name: &str,
    prefix: &str,
    core: &PairedCore,
    settings: &OperatorSettings,
    alone: Option<Reset>,
) -> Module {
    let mut m = Module::new(name, title(core));
    let ports = Ports::inputs_with(&mut m, 1, settings.format.bits(), alone.unwrap_or_default());
    let operators = OperatorLibrary::new(prefix, settings.format, settings.depths, settings.multiplier, &core.pipeline);
    let mut cache = ModuleCache::new(prefix, settings.depths, settings.multiplier);
    let timing = core.timing();
    let (direction, sample) =
        DirectionPorts::enter(&mut m, core.pipeline.spec.direction, [core.pipeline.config_bits(), 0], &ports);

    let samples = Samples::new(&mut m, core, ports.start);
    let begins = m.register(samples.loaded, Some(0));
    m.name(begins, "begins_frame");
    let front = Front::new(&mut m, core, begins);
    let side = m.not(samples.side);
    let address: Vec<Net> = [side].into_iter().chain(front.place.iter().copied()).collect();
    let address = m.concat(&address);
    m.name(address, "term_place");
    let word = m.concat(&sample);
    let bits = m.width(word);
    let memory = FrameMemory::named(&mut m, "samples", [2 * core.points(), bits as usize], address);
    memory.write(&mut m, [samples.active, samples.place, word]);
    let found = memory.found(&mut m, address);
    let found = parts(&mut m, found);
    let terms = front.terms(&mut m, core, [found[0], found[1]]);
    let exponent = core.decoder().map(|shared| {
        FrameExponent::new(&mut m, (core, shared), [ports.start, samples.active, begins, direction.inverse], &sample)
    });
    let encodes = core.encode_cycles();
    let terms: Vec<Net> = match (&exponent, core.decoder()) {
        (Some(exponent), Some(shared)) => {
            let encoder =
                cache.module("enter_at", encodes as u32, |name| from_float_at(name, shared.float, cfp_layout(shared)));
            let encoded = terms.iter().zip(["encode_re", "encode_im"]).map(|(&term, label)| {
                let label = if terms.len() == 1 { "encode" } else { label };
                m.operate(label, &encoder, vec![vec![term], vec![exponent.largest]])[0]
            });
            encoded.collect()
        }
        _ => terms,
    };
    let point = front.sums(&mut m, core, &terms, MEMORY_CYCLES + encodes);

    let begins = delay_pulse(&mut m, front.block, core.rear_wait_cycles(), core.block_cycles());
    let rear = Rear::new(&mut m, core, begins);
    let has_two_tables = core.scales().iter().any(|scale| scale.factor != core.scales()[0].factor);
    let inverse = has_two_tables.then(|| {
        let mut pulse = Pulse::new(ports.start, timing.interval);
        delay_frame_value(&mut m, &mut pulse, direction.inverse, 0..core.rear_start())
    });
    let sum = products(&mut m, (core, &rear), &mut cache, (point, inverse));
    let bins = Bins::new(&mut m, (core, &rear), (&operators, ports.enable), exponent.as_ref(), sum);

    let leaves = delay_pulse(&mut m, rear.ends_frame, core.leave_wait_cycles(), timing.interval);
    m.name(leaves, "leaves");
    let place = leaving(&mut m, core, leaves);
    let bits = m.width(bins.word);
    let bin = [("bins_re", 0), ("bins_im", 1)].map(|(name, part)| {
        let enable = bins.enables[part];
        let memory = FrameMemory::named(&mut m, name, [2 * core.points(), bits as usize], place);
        memory.write(&mut m, [enable, bins.place, bins.word]);
        let found = memory.found(&mut m, place);
        m.delay(found, 1)
    });
    let start = delay_pulse(&mut m, leaves, MEMORY_CYCLES + 1, timing.interval);
    direction.leave(&mut m, (start, &bin), &timing);
    if let Some(overflow) = bins.overflow {
        m.output("overflow", overflow);
        if settings.tells_overflow {
            let cycles = core.bin_latency() + 2;
            let ends = delay_pulse(&mut m, rear.ends_frame, cycles, core.block_cycles());
            let wait = core.leave_wait_cycles() + MEMORY_CYCLES + 1 - cycles;
            let told = told_with_results(&mut m, [overflow, ends], wait as isize);
            m.output(OUT_OVERFLOW, told);
        }
    }
    m
}

/// The comment of the core's module.
fn title(core: &PairedCore) -> String {
    let timing = core.timing();
    format!(
        "{}: frames of {} beats of a point, natural order, computed as {}; latency {} cycles. in_start marks a frame's first beat; frames start at \
         least {} cycles apart.",
        core.pipeline.title(),
        timing.beats[0],
        core.plan(),
        timing.latency,
        timing.interval
    )
}
