//! The netlist of a core of one multiplier-accumulator.

use super::super::core::MacCore;
use super::program::Program;
use super::results::{results, Results};
use super::roots::coefficient;
use super::size_numbers::SizeNumbers;
use super::sums::sums;
use crate::arch::direction_ports::DirectionPorts;
use crate::arch::folded::lower::gates::toggled;
use crate::arch::folded::lower::memory::{FrameMemory, MEMORY_CYCLES};
use crate::arch::folded::lower::processor::parts;
use crate::arch::title::title_of_sizes;
use crate::arch::OperatorSettings;
use crate::lower::circles::doubled;
use crate::lower::control::delay_pulse;
use crate::lower::count::{count, count_to};
use crate::lower::frame_overflow::{told_with_results, OUT_OVERFLOW};
use crate::lower::run::Run;
use crate::lower::{OperatorLibrary, Ports, Reset};
use crate::rtl::{address_bits, Module, Net};
use crate::runtime::Runtime;

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with; `runtime`: what frames choose. `alone`: the reset of a core without
/// ports around it.
pub fn mac_core(
    name: &str,
    prefix: &str,
    (core, runtime): (&MacCore, &Runtime),
    settings: &OperatorSettings,
    alone: Option<Reset>,
) -> Module {
    let mut m = Module::new(name, title(core));
    let ports = Ports::inputs_with(&mut m, 1, settings.format.bits(), alone.unwrap_or_default());
    let OperatorSettings { format, depths, multiplier, tells_overflow } = *settings;
    let stages = core.frames.iter().flat_map(|frame| frame.pipeline.stages());
    let operators = OperatorLibrary::for_stages(prefix, format, depths, multiplier, stages);
    let config_bits = [runtime.bits(), runtime.size_bits()];
    let (direction, sample) =
        DirectionPorts::enter(&mut m, core.largest().pipeline.spec.direction, config_bits, &ports);

    let asked = direction.config.filter(|_| core.frames.len() > 1);
    let asked = asked.map(|config| size_number(&mut m, core, [ports.start, config]));
    let loading = Run::from(&mut m, "loading", ports.start);
    let is_sample = loading.active;
    let (number, loaded) = match asked {
        None => count(&mut m, "sample".into(), is_sample, core.points()),
        Some(asked) => {
            let size = SizeNumbers::new(core, Some(asked));
            let last = size.number(&mut m, "last_sample", |frame| frame.points() - 1);
            let (number, is_last) = count_to(&mut m, "sample".into(), is_sample, last);
            (Some(number), m.and(is_sample, is_last))
        }
    };
    let number = number.unwrap_or_else(|| m.constant(1, 0));
    m.name(is_sample, "is_sample");
    m.name(loaded, "is_last_sample");
    loading.until(&mut m, loaded);
    let index = asked.map(|asked| {
        let index = m.state(m.width(asked), Some(0));
        m.drive_enabled(index, asked, loaded);
        m.name(index, "size_number")
    });
    let size = SizeNumbers::new(core, index);
    let program = Program::new(&mut m, core, size, loaded);
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
    let coefficient = coefficient(&mut m, (core, size), operators.of_stage(core.largest().stage(0)), places);
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

    let timings = core.frames.iter().map(|frame| core.timing(frame));
    let timing = timings.min_by_key(|timing| timing.interval).unwrap_or_else(|| core.timing(core.largest()));
    let start = delay_pulse(&mut m, program.leaves, read + 1, timing.interval);
    let bits = core.largest().fixed(core.largest().last()).output_bits;
    let bin = point.iter().map(|&part| {
        let part = m.slice(part, 0, bits);
        m.delay(part, 1)
    });
    let bin: Vec<Net> = bin.collect();
    direction.leave(&mut m, (start, &bin), &timing);
    if let Some(overflow) = overflow {
        m.output("overflow", overflow);
        if tells_overflow {
            let ends = m.and(program.ends_step, program.is_last_step);
            let ends = (0..=late).fold(ends, |net, _| m.register(net, Some(0)));
            // Bins are read from the cycle on in which the last result is told of.
            let told = told_with_results(&mut m, [overflow, ends], read as isize + 1);
            m.output(OUT_OVERFLOW, told);
        }
    }
    m
}

/// Returns the number of the size that a configuration word asks for, from its pulse on. A number after that of the last size is that of the last one.
fn size_number(m: &mut Module, core: &MacCore, [start, config]: [Net; 2]) -> Net {
    let last = core.frames.len() - 1;
    let bits = address_bits(core.frames.len());
    let number = m.slice(config, 0, bits);
    let number = match core.frames.len().is_power_of_two() {
        true => number,
        false => {
            let last = m.constant(bits, last as u128);
            let is_known = m.lt(number, last);
            m.mux(is_known, number, last)
        }
    };
    // It is known before the first frame too, whose samples are counted by it.
    let held = m.state(bits, Some(0));
    m.drive_enabled(held, number, start);
    m.mux(start, number, held)
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
    let latencies = || core.frames.iter().map(|frame| core.timing(frame).latency);
    if let [first, .., last] = &core.frames[..] {
        return format!(
            "{}, a point a cycle, natural order, computed by one multiplier-accumulator, out of one half of the memory into the other one; latency \
             {} to {} cycles. in_start marks a frame's first beat, and in_config says what the frame is.",
            title_of_sizes(last.pipeline.spec.direction, core.frames.len(), [first.points(), last.points()]),
            latencies().min().unwrap_or(0),
            latencies().max().unwrap_or(0)
        );
    }
    let frame = core.largest();
    let timing = core.timing(frame);
    format!(
        "{}: frames of {} beats of a point, natural order, computed in {} steps by one multiplier-accumulator, out of one half of the memory into \
         the other one; latency {} cycles. in_start marks a frame's first beat; frames start at least {} cycles apart.",
        frame.pipeline.title(),
        timing.beats[0],
        frame.steps.len(),
        timing.latency,
        timing.interval
    )
}
