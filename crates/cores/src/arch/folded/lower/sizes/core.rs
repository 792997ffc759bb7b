//! The netlist of a folded core of several sizes.

use super::chosen_shifts::chosen_shifts;
use super::program::SizedProgram;
use super::sample_places::SamplePlaces;
use super::size_table::SizeTable;
use super::step_table::StepTable;
use crate::arch::folded::core::normalizer;
use crate::arch::folded::lower::ends::Ends;
use crate::arch::folded::lower::headroom::{Headroom, Measured};
use crate::arch::folded::lower::kernel_result::PreShift;
use crate::arch::folded::lower::net_memory::{Found, FrameMemory, MEMORY_CYCLES};
use crate::arch::folded::lower::processor::{process, Coefficients, StepSignals};
use crate::arch::folded::lower::roots::multiples;
use crate::arch::folded::processor::StepProcessor;
use crate::arch::folded::sizes::{SizedCore, FACTOR_CYCLES};
use crate::arch::folded::steps::divides_inverse_only;
use crate::lower::circles::ADDRESS_CYCLES;
use crate::lower::control::{delay_pulse, latch_on_pulse, pulse_fifo, select};
use crate::lower::frame_overflow::{told_until, OUT_OVERFLOW};
use crate::lower::swap::{is_inverse, swapped};
use crate::lower::{Circles, OperatorLibrary, Ports};
use crate::pipeline::Stage;
use crate::rtl::{address_bits, Module, Net};
use crate::runtime::Runtime;

/// Builds the core with the native interface: a start pulse and a configuration word come with the first beat. `tells_overflow`: it has the output
/// [`OUT_OVERFLOW`].
pub fn sized_core(
    name: &str,
    prefix: &str,
    core: &SizedCore,
    runtime: &Runtime,
    operators: &OperatorLibrary,
    tells_overflow: bool,
) -> Module {
    let (processor, largest) = (&core.processor, core.largest());
    let mut m = Module::new(name, title(core));
    let ports = Ports::inputs(&mut m, 1, operators.bits);
    let shifts = core.shifts();
    let config = m.input("in_config", runtime.bits() + shifts.shift_bits());
    let (direction, bit) = (largest.pipeline.spec.direction, runtime.size_bits());
    let swap = is_inverse(&mut m, direction, bit, [ports.start, config]);
    let pipeline = &largest.pipeline;
    let ends = Ends { pipeline, processor, prefix, operators, enable: ports.enable, reset: ports.reset };
    let data = swapped(&mut m, &ports.data, swap);
    let (start, words) = ends.samples(&mut m, ports.start, &data);
    let size_of = |m: &mut Module, config: Net| m.slice(config, 0, runtime.size_bits());
    let input_cycles = largest.input_cycles as u32;
    let mut samples = None;
    let (start, words) = if core.parts() > 1 {
        // The first samples wait for their places.
        let early = m.delay(config, input_cycles - 1);
        let index = size_of(&mut m, early);
        samples = Some(SamplePlaces::new(&mut m, core, [start, index]));
        (m.register(start, Some(0)), words.into_iter().map(|word| m.delay(word, 1)).collect())
    } else {
        (start, words)
    };
    let chosen = m.delay(config, input_cycles);
    let inverse = match input_cycles {
        0 => swap,
        _ => is_inverse(&mut m, direction, bit, [start, chosen]),
    };
    let circles = core.circles();
    let index = size_of(&mut m, chosen);
    let set = operators.of_stage(multiplication(processor));
    let sizes = SizeTable::new(&mut m, core, (&circles, set), [start, index, inverse], samples);
    let steps = core.frames.iter().map(|frame| frame.plan.radices().len()).max().unwrap_or(1);
    let number = m.state(address_bits(steps), Some(0));
    m.name(number, "step");
    let table = StepTable::new(&mut m, core, &circles, [number, sizes.index]);
    let program = SizedProgram::new(&mut m, &sizes, &table, [start, number]);
    let has_scale = divides_inverse_only(direction).then_some(inverse);
    let tables = Tables { sizes: &sizes, circles: &circles, has_scale };
    let headroom = normalizer(pipeline).zip(processor.pre_shift_bits());
    let exponent_bits = pipeline.exponent_bits().unwrap_or(1);
    let headroom = headroom.map(|(normalizer, bits)| Headroom::new(&mut m, normalizer, [bits, exponent_bits]));
    let pre_shift = match &headroom {
        Some(headroom) => Some(PreShift::OfResults(headroom.pre_shift)),
        None => {
            let asked = processor.pre_shift_bits().filter(|_| shifts.shift_bits() > 0).map(|bits| {
                let asked = m.slice(chosen, runtime.bits(), shifts.shift_bits());
                chosen_shifts(&mut m, asked, bits, [start, program.takes])
            });
            asked.or(program.step.pre_shift).map(PreShift::OfReads)
        }
    };
    let mut found = one_bank(&mut m, core, (&program, pre_shift), &tables, operators, [ports.enable, words[0]]);
    if let Some(headroom) = &headroom {
        let cycles = MEMORY_CYCLES + processor.cycles();
        let ends = Measured::new(&mut m, program.loaded, [program.step_ends, program.ends], cycles);
        let max = sizes.max_exponent.unwrap_or_else(|| unreachable!("frames have exponents"));
        headroom.drive(&mut m, &found.writes, &ends, max);
        found.bin_shift = Some(headroom.bin_shift);
    }

    let shortest = core.frames.iter().map(|frame| frame.timing().interval).min().unwrap_or(1);
    // The output begins with the first bin that is read.
    let begins = first_of(&mut m, program.leaves);
    let start = delay_pulse(&mut m, begins, MEMORY_CYCLES, shortest);
    // The numbers of the next size come while the last bins of this frame leave.
    found.decoder_offset = sizes.decoder_offset.map(|offset| latch_on_pulse(&mut m, start, offset));
    let leaves = (0..MEMORY_CYCLES).fold(program.leaves, |net, _| m.register(net, Some(0)));
    found.told = found.overflow.filter(|_| tells_overflow).map(|overflow| {
        // The last bin of the frame before has been found, and no result of this one has come.
        let begins = (0..=MEMORY_CYCLES).fold(program.loaded, |net, _| m.register(net, Some(0)));
        told_until(&mut m, overflow, begins)
    });
    let (start, bin, overflow) = ends.bins(&mut m, start, &found, leaves);
    let word = pulse_fifo(&mut m, [ports.start, config], start, 1);
    let swap = is_inverse(&mut m, direction, bit, [start, word]);
    let bin = swapped(&mut m, &bin, swap);
    Ports::outputs(&mut m, start, &bin);
    m.output("out_config", word);
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

/// Numbers that the multiplication goes by.
struct Tables<'a> {
    sizes: &'a SizeTable,
    circles: &'a Circles,
    /// High in frames whose bins are scaled by a factor, where some have none.
    has_scale: Option<Net>,
}

/// Builds the memory and the processor. The word that is found was read `MEMORY_CYCLES` cycles ago.
fn one_bank(
    m: &mut Module,
    core: &SizedCore,
    (program, pre_shift): (&SizedProgram, Option<PreShift>),
    tables: &Tables,
    operators: &OperatorLibrary,
    [enable, sample]: [Net; 2],
) -> Found {
    let (processor, words) = (&core.processor, core.largest().pipeline.size);
    let memory = FrameMemory::new(m, words, 2 * processor.memory, program.place);
    let SizedProgram { place, active, computes, is_first, ref step, .. } = *program;
    let takes = step.takes.iter().map(|&takes| (step.takes.len() > 1).then_some(takes)).collect();
    let signals = StepSignals { computes, is_first, takes, split: None, pre_shift, read_cycles: MEMORY_CYCLES };
    let factors = factors(m, core, program, tables, operators);
    let coefficients = match factors[..] {
        [re, im] if processor.shares_multipliers() => Coefficients::Shared([re, im]),
        _ => Coefficients::OfResults(vec![Some(factors)]),
    };
    let found = memory.found(m, program.place);
    let results = process(m, processor, (&signals, &coefficients), operators, (enable, &[found]));
    let result = results.words[0];
    let cycles = MEMORY_CYCLES + processor.cycles();
    let is_result = (0..cycles).fold(computes, |net, _| m.register(net, Some(0)));
    let result_place = m.delay(place, cycles as u32);
    let enable = m.or(active, is_result);
    let [address, word] =
        [[place, result_place], [sample, result]].map(|[sample, result]| m.mux(active, sample, result));
    memory.write(m, [enable, address, word]);
    let overflow = results.overflow.map(|overflow| m.and(overflow, is_result));
    Found {
        words: vec![found],
        overflow,
        told: None,
        bin_shift: None,
        decoder_offset: None,
        writes: vec![[enable, word]],
    }
}

/// Returns the [coefficients](crate::lower::operators::OperatorSet::factor_words) of the factor of each result, or both of its parts for shared multipliers, `MEMORY_CYCLES` and those of
/// the processor to a factor after the read of its place.
fn factors(
    m: &mut Module,
    core: &SizedCore,
    program: &SizedProgram,
    &Tables { sizes, circles, has_scale }: &Tables,
    operators: &OperatorLibrary,
) -> Vec<Net> {
    let SizedProgram { computes, is_last, factors_end, is_end_of_run, ref step, .. } = *program;
    let processor = &core.processor;
    let transform = multiples(m, "transform_exponent", (step.unit, None), [factors_end, is_end_of_run]);
    let exponent = multiples(m, "exponent", (transform, None), [computes, is_last]);
    let late = MEMORY_CYCLES + processor.factor_cycles() - FACTOR_CYCLES;
    let exponent = m.delay(exponent, late as u32);
    let set = operators.of_stage(multiplication(processor));
    let circle = match step.part {
        None => sizes.circles[0],
        Some(part) => {
            let circle = select(m, part, &sizes.circles);
            m.delay(circle, late as u32)
        }
    };
    let quarter = of_circle(m, circles, circle, &|circle| circle / 4);
    let later = if step.part.is_some() { m.delay(circle, ADDRESS_CYCLES) } else { circle };
    let begin = of_circle(m, circles, later, &|circle| circles.begin(circle));
    let parts = circles.look_up(m, [exponent, quarter, begin], set);
    let words = if processor.shares_multipliers() { parts.to_vec() } else { set.factor_words(m, parts) };
    let all: Vec<Net> = words.into_iter().map(|word| m.delay(word, 1)).collect();
    let Some(scale) = sizes.scale else { return all };
    // The last step multiplies by the scale in place of a root.
    let is_scaled = has_scale.map_or(step.is_last, |has_scale| m.and(step.is_last, has_scale));
    let is_scaled = m.delay(is_scaled, (MEMORY_CYCLES + processor.factor_cycles()) as u32);
    let zero = m.constant(m.width(scale), 0);
    let scales = set.factor_words(m, [scale, zero]);
    all.into_iter().zip(scales).map(|(word, scale)| m.mux(is_scaled, scale, word)).collect()
}

/// Returns the stage that multiplies results by twiddle factors.
fn multiplication(processor: &StepProcessor) -> &Stage {
    processor.multiplies_results().unwrap_or_else(|| unreachable!("results of sizes have factors"))
}

/// Looks up a number of the circle with the number `index`.
fn of_circle(m: &mut Module, circles: &Circles, index: Net, number: &dyn Fn(usize) -> usize) -> Net {
    let words: Vec<u128> = circles.all().iter().map(|circle| number(*circle) as u128).collect();
    let max = words.iter().copied().max().unwrap_or(0);
    m.rom(index, address_bits(max as usize + 1), words)
}

/// Returns a pulse with the first cycle in which a net is high.
fn first_of(m: &mut Module, net: Net) -> Net {
    let before = m.register(net, Some(0));
    let before = m.not(before);
    m.and(net, before)
}

/// The comment of the core's module.
fn title(core: &SizedCore) -> String {
    let [first, last] = [core.frames.first(), core.frames.last()].map(|frame| frame.map(|frame| frame.timing()));
    let [first, last] = [first, last].map(|timing| timing.unwrap_or_else(|| core.largest().timing()));
    format!(
        "DFTs of {} sizes from {} to {} points, a point a cycle, natural order, computed in place by one processor; latency {} to {} cycles. \
         in_start marks a frame's first beat, and in_config says what the frame is; a frame comes when the one before it has left.",
        core.frames.len(),
        first.beats[0],
        last.beats[0],
        first.latency,
        last.latency
    )
}
