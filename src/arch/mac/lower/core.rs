//! The netlist of a core of one multiplier-accumulator.

use super::super::core::MacCore;
use super::program::Program;
use super::results::{results, Results};
use super::roots::coefficient;
use super::sums::sums;
use crate::arch::direction_ports::DirectionPorts;
use crate::arch::folded::lower::gates::toggled;
use crate::arch::folded::lower::memory::{FrameMemory, MEMORY_CYCLES};
use crate::arch::folded::lower::processor::parts;
use crate::arch::OperatorSettings;
use crate::lower::circles::doubled;
use crate::lower::control::delay_pulse;
use crate::lower::count::count;
use crate::lower::run::Run;
use crate::lower::{OperatorLibrary, Ports, Reset};
use crate::rtl::{Module, Net};

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of a core without
/// ports around it.
pub fn mac_core(name: &str, prefix: &str, core: &MacCore, settings: &OperatorSettings, alone: Option<Reset>) -> Module {
    let mut m = Module::new(name, title(core));
    let ports = Ports::inputs_with(&mut m, 1, settings.format.bits(), alone.unwrap_or_default());
    let operators = OperatorLibrary::new(prefix, settings.format, settings.depths, settings.multiplier, &core.pipeline);
    let (direction, sample) = DirectionPorts::enter(&mut m, &core.pipeline, &ports);

    let loading = Run::from(&mut m, "loading", ports.start);
    let is_sample = loading.active;
    let (number, loaded) = count(&mut m, "sample".into(), is_sample, core.points());
    let number = number.unwrap_or_else(|| m.constant(1, 0));
    m.name(is_sample, "is_sample");
    m.name(loaded, "is_last_sample");
    loading.until(&mut m, loaded);
    let program = Program::new(&mut m, core, loaded);
    // The half of the memory that is read. Samples and results go to the other one.
    let changes = m.or(loaded, program.ends_step);
    let side = toggled(&mut m, "side", changes);

    let (read, late) = (core.read_cycles(), core.result_cycles());
    let address = m.concat(&[side, program.place]);
    let address = m.delay(address, (read - MEMORY_CYCLES) as u32);
    let memory = FrameMemory::new(&mut m, 2 * core.points(), 2 * core.memory_bits(), address);
    let found = memory.found(&mut m, address);
    let point = parts(&mut m, found);
    let places = [program.exponent, program.is_last_step];
    let coefficient = coefficient(&mut m, core, operators.of_stage(core.stage(0)), places);
    let sums = sums(&mut m, (core, &program.terms), (prefix, settings), [[point[0], point[1]], coefficient]);

    let Results { word, overflow } = results(&mut m, core, &operators, (&program, ports.enable), &sums);
    let is_result = (0..late).fold(program.terms.ends_result, |net, _| m.register(net, Some(0)));
    m.name(is_result, "is_result");
    let other = m.not(side);
    let result_address = m.concat(&[other, program.result]);
    let result_address = m.delay(result_address, late as u32);
    let sample_address = m.concat(&[other, number]);
    let sample = with_guard_bits(&mut m, core, &sample);
    let enable = m.or(is_sample, is_result);
    let [address, word] =
        [[sample_address, result_address], [sample, word]].map(|[sample, result]| m.mux(is_sample, sample, result));
    memory.write(&mut m, [enable, address, word]);

    let timing = core.timing();
    let start = delay_pulse(&mut m, program.leaves, read + 1, timing.interval);
    let bits = core.fixed(core.last()).output_bits;
    let bin = point.iter().map(|&part| {
        let part = m.slice(part, 0, bits);
        m.delay(part, 1)
    });
    let bin: Vec<Net> = bin.collect();
    direction.leave(&mut m, (start, &bin), &timing);
    if let Some(overflow) = overflow {
        m.output("overflow", overflow);
    }
    m
}

/// Makes a complex word of the memory of the parts of a sample.
fn with_guard_bits(m: &mut Module, core: &MacCore, parts: &[Net]) -> Net {
    let longer = |&part: &Net| {
        let longer = m.sign_extend(part, core.memory_bits());
        doubled(m, longer, core.guard_bits())
    };
    let parts: Vec<Net> = parts.iter().map(longer).collect();
    m.concat(&parts)
}

/// The comment of the core's module.
fn title(core: &MacCore) -> String {
    let timing = core.timing();
    format!(
        "{}: frames of {} beats of a point, natural order, computed in {} steps by one multiplier-accumulator, out of one half of the memory into \
         the other one; latency {} cycles. in_start marks a frame's first beat; frames start at least {} cycles apart.",
        core.pipeline.title(),
        timing.beats[0],
        core.steps.len(),
        timing.latency,
        timing.interval
    )
}
