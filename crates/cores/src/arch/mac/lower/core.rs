//! The netlist of a core of one multiplier-accumulator.

use super::super::core::MacCore;
use super::program::Program;
use super::results::{results, Results};
use super::roots::coefficient;
use super::size_numbers::SizeNumbers;
use super::sums::sums;
use crate::arch::direction_ports::DirectionPorts;
use crate::arch::folded::lower::memory::{parts, FrameMemory, MEMORY_CYCLES};
use crate::arch::title::title_of_sizes;
use crate::arch::OperatorSettings;
use crate::parts::frame_overflow::{told_with_results, OUT_OVERFLOW};
use crate::parts::{OperatorLibrary, Ports, Reset};
use crate::runtime::Runtime;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with; `runtime`: what
/// frames choose. `alone`: the reset of a core without ports around it.
#[hdl]
pub fn mac_core(
    name: &str,
    prefix: &str,
    (core, runtime): (&MacCore, &Runtime),
    settings: &OperatorSettings,
    alone: Option<Reset>,
) -> Module {
    let builder = Builder::new(name, title(core));
    let m = &builder;
    let ports = Ports::inputs_with(m, 1, settings.format.bits(), alone.unwrap_or_default());
    let OperatorSettings { format, depths, multiplier, tells_overflow } = *settings;
    let stages = core.frames.iter().flat_map(|frame| frame.pipeline.stages());
    let operators = OperatorLibrary::for_stages(prefix, format, depths, multiplier, stages);
    let (largest, config_bits) = (core.largest(), [runtime.bits(), runtime.size_bits()]);
    let (direction, sample) = DirectionPorts::enter(m, largest.pipeline.spec.direction, config_bits, &ports);
    let start = ports.start;

    let asked = direction.config.filter(|_| core.frames.len() > 1);
    let asked = asked.map(|config| asked_size(core, [start, config]));
    let loading = Run::from(m, "loading", start);
    let is_sample = loading.active;
    let (number, is_last_sample) = match asked {
        None => m.count("sample", is_sample, core.points()),
        Some(_) => {
            let last = SizeNumbers::new(m, core, asked).number("last_sample", |frame| frame.points() - 1);
            let (number, is_last) = m.count_to("sample", is_sample, last);
            (Some(number), is_sample & is_last)
        }
    };
    let number = number.unwrap_or_else(|| m.constant(1, 0));
    loading.until(is_last_sample);
    let size_number = asked.map(|asked| {
        let number = m.state(asked.width(), 0).named("size_number");
        number.next_if(is_last_sample, asked);
        *number
    });
    let size = SizeNumbers::new(m, core, size_number);
    let program = Program::new(core, size, is_last_sample);
    // The half of the memory that is read. Samples and results go to the other one.
    let side = (is_last_sample | program.ends_step).toggled();

    let (read, late) = (core.read_cycles(), core.result_cycles());
    let address = m.cat([side, program.place]).at(0).until((read - MEMORY_CYCLES) as i32);
    let memory = FrameMemory::new(m, 2 * core.points(), 2 * core.memory_bits(), address);
    let point = parts(memory.found(address));
    let places = [program.exponent.at(0), program.is_last_step.at(0)];
    let coefficient = coefficient((core, size), operators.of_stage(largest.stage(0)), places);
    let sums = sums(m, (core, &program.terms), (prefix, settings), [point, coefficient]);

    let Results { word, overflow } = results(m, core, &operators, &program, &sums);
    let is_result = program.terms.ends_result.later_with_reset(late as u32);
    let other_side = !side;
    let result_address = m.cat([other_side, program.result]).before(late as u32);
    let write_address = is_sample.mux(m.cat([other_side, number]), result_address);
    let write_word = is_sample.mux(with_guard_bits(core, &sample), word);
    memory.write([is_sample | is_result, write_address, write_word]);

    let timings = core.frames.iter().map(|frame| core.timing(frame));
    let timing = timings.min_by_key(|timing| timing.interval).unwrap_or_else(|| core.timing(largest));
    let bin_start = Pulse::new(program.leaves, timing.interval).later(read + 1).now();
    let bits = largest.fixed(largest.last()).output_bits;
    let bin = point.map(|part| part.bits(0, bits).later(1));
    direction.leave(m, (bin_start, &bin), &timing);
    if let Some(overflow) = overflow {
        m.output("overflow", overflow);
        if tells_overflow {
            let ends = (program.ends_step & program.is_last_step).later_with_reset(late as u32 + 1);
            // Bins are read from the cycle on in which the last result is told of.
            let wait = read as isize + 1;
            m.output(OUT_OVERFLOW, told_with_results(overflow, ends, wait));
        }
    }
    builder.finish()
}

/// Returns the number of the size that a configuration word asks for, from its pulse on. A number after that of the
/// last size is that of the last one.
#[hdl]
fn asked_size<'m>(core: &MacCore, [start, config]: [Sig<'m>; 2]) -> Sig<'m> {
    let (m, sizes) = (start.builder(), core.frames.len());
    let number = config.bits(0, address_bits(sizes));
    let last = m.constant(number.width(), sizes as u128 - 1);
    let known = if sizes.is_power_of_two() { number } else { number.lt(last).mux(number, last) };
    // It is known before the first frame too, whose samples are counted by it.
    let held_size = m.state(number.width(), 0);
    held_size.next_if(start, known);
    start.mux(known, held_size)
}

/// Makes a complex word of the memory of the parts of a sample.
fn with_guard_bits<'m>(core: &MacCore, parts: &[Sig<'m>]) -> Sig<'m> {
    let longer = parts.iter().map(|part| part.sign_extend(core.memory_bits()).doubled(core.guard_bits()));
    parts[0].builder().cat(longer)
}

/// The comment of the core's module.
fn title(core: &MacCore) -> String {
    let latencies = || core.frames.iter().map(|frame| core.timing(frame).latency);
    if let [first, .., last] = &core.frames[..] {
        return format!(
            "{}, a point a cycle, natural order, computed by one multiplier-accumulator, out of one half of the memory \
             into the other one; latency {} to {} cycles. in_start marks a frame's first beat, and in_config says what \
             the frame is.",
            title_of_sizes(last.pipeline.spec.direction, core.frames.len(), [first.points(), last.points()]),
            latencies().min().unwrap_or(0),
            latencies().max().unwrap_or(0)
        );
    }
    let frame = core.largest();
    let timing = core.timing(frame);
    format!(
        "{}: frames of {} beats of a point, natural order, computed in {} steps by one multiplier-accumulator, out of \
         one half of the memory into the other one; latency {} cycles. in_start marks a frame's first beat; frames \
         start at least {} cycles apart.",
        frame.pipeline.title(),
        timing.beats[0],
        frame.steps.len(),
        timing.latency,
        timing.interval
    )
}
