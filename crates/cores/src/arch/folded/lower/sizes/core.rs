//! The netlist of a folded core of several sizes.

use super::chosen_shifts::chosen_shifts;
use super::program::SizedProgram;
use super::sample_places::SamplePlaces;
use super::size_table::SizeTable;
use super::step_table::StepTable;
use crate::arch::folded::core::normalizer;
use crate::arch::folded::lower::ends::{output_marks, Ends};
use crate::arch::folded::lower::headroom::{Headroom, Measured};
use crate::arch::folded::lower::kernel_result::PreShift;
use crate::arch::folded::lower::memory::{Found, FrameMemory, MEMORY_CYCLES};
use crate::arch::folded::lower::processor::{process, Coefficients, StepSignals};
use crate::arch::folded::lower::roots::multiples;
use crate::arch::folded::processor::StepProcessor;
use crate::arch::folded::sizes::{SizedCore, FACTOR_CYCLES};
use crate::arch::folded::steps::divides_inverse_only;
use crate::parts::circles::ADDRESS_CYCLES;
use crate::parts::frame_overflow::told_until;
use crate::parts::swap::{asks_for_inverse, swapped};
use crate::parts::{Circles, OperatorLibrary, Ports};
use crate::pipeline::Stage;
use crate::runtime::Runtime;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// Builds the core with the native interface: a start pulse and a configuration word come with the first beat.
/// `tells_overflow`: it has the output `out_overflow`.
#[hdl]
pub fn sized_core(
    name: &str,
    prefix: &str,
    core: &SizedCore,
    runtime: &Runtime,
    operators: &OperatorLibrary,
    tells_overflow: bool,
) -> Module {
    let (processor, largest) = (&core.processor, core.largest());
    let (pipeline, shifts) = (&largest.pipeline, core.shifts());
    let builder = Builder::new(name, title(core));
    let m = &builder;
    let ports = Ports::inputs(m, 1, operators.bits);
    let begins = ports.start;
    let config = m.input("in_config", runtime.bits() + shifts.shift_bits());
    let (direction, bit) = (pipeline.spec.direction, runtime.size_bits());
    let swap = asks_for_inverse(direction, bit, begins, Some(config));
    let ends = Ends { pipeline, processor, prefix, operators };
    let (start, words) = ends.samples(begins, swapped(&ports.data, swap));
    let input_cycles = largest.input_cycles as u32;
    // The first samples wait for their places.
    let samples = (core.parts() > 1).then(|| {
        let early = config.later_as_it_is(input_cycles - 1);
        SamplePlaces::new(core, [start, early.bits(0, runtime.size_bits())])
    });
    let (start, sample) = match samples {
        None => (start, words[0]),
        Some(_) => (start.later_with_reset(1), words[0].later_as_it_is(1)),
    };
    let chosen = config.later_as_it_is(input_cycles);
    let inverse = match input_cycles {
        0 => swap,
        _ => asks_for_inverse(direction, bit, start, Some(chosen)),
    };
    let circles = core.circles();
    let set = operators.of_stage(multiplication(processor));
    let sizes = SizeTable::new(core, (&circles, set), [start, chosen.bits(0, runtime.size_bits()), inverse], samples);
    let steps = core.frames.iter().map(|frame| frame.plan.radices().len()).max().unwrap_or(1);
    let step = m.state(address_bits(steps), 0);
    let table = StepTable::new(core, &circles, [*step, sizes.index]);
    let program = SizedProgram::new(&sizes, &table, start, step);
    let has_scale = divides_inverse_only(direction).then_some(inverse);
    let tables = Tables { sizes: &sizes, circles: &circles, has_scale };
    let headroom = normalizer(pipeline).zip(processor.pre_shift_bits());
    let exponent_bits = pipeline.exponent_bits().unwrap_or(1);
    let headroom = headroom.map(|(normalizer, bits)| Headroom::new(m, normalizer, [bits, exponent_bits]));
    let pre_shift = match &headroom {
        Some(headroom) => Some(PreShift::OfResults(*headroom.pre_shift)),
        None => {
            let asked = processor.pre_shift_bits().filter(|_| shifts.shift_bits() > 0).map(|bits| {
                chosen_shifts(chosen.bits(runtime.bits(), shifts.shift_bits()), bits, [start, program.takes])
            });
            asked.or(program.step.pre_shift).map(PreShift::OfReads)
        }
    };
    let mut found = one_bank(m, core, (&program, pre_shift), &tables, operators, sample);
    if let Some(headroom) = &headroom {
        let cycles = MEMORY_CYCLES + processor.cycles();
        let ends = Measured::new(program.loaded, [program.step_ends, program.ends], cycles);
        let max = sizes.max_exponent.unwrap_or_else(|| unreachable!("frames have exponents"));
        headroom.drive(&found.writes, &ends, max);
        found.bin_shift = Some(*headroom.bin_shift);
    }

    let shortest = core.frames.iter().map(|frame| frame.timing().interval).min().unwrap_or(1);
    // The output begins with the first bin that is read.
    let first_leaves = program.leaves & !program.leaves.later_with_reset(1);
    let start = Pulse::new(first_leaves, shortest).later(MEMORY_CYCLES).now();
    // The numbers of the next size come while the last bins of this frame leave.
    found.decoder_offset = sizes.decoder_offset.map(|offset| offset.held_from(start));
    let leaves = program.leaves.later_with_reset(MEMORY_CYCLES as u32);
    found.told = found.overflow.filter(|_| tells_overflow).map(|overflow| {
        // The last bin of the frame before has been found, and no result of this one has come.
        let begins = program.loaded.later_with_reset(MEMORY_CYCLES as u32 + 1);
        told_until(overflow, begins)
    });
    let (start, bin, overflow) = ends.bins(start, &found, leaves);
    let word = config.queued(begins, start, 1);
    let swap = asks_for_inverse(direction, bit, start, Some(word));
    Ports::outputs(m, start, swapped(&bin, swap));
    m.output("out_config", word);
    output_marks(m, headroom.map(|headroom| headroom.exponent.into()), overflow, tells_overflow);
    builder.finish()
}

/// Numbers that the multiplication goes by.
struct Tables<'a, 'm> {
    sizes: &'a SizeTable<'m>,
    circles: &'a Circles,
    /// High in frames whose bins are scaled by a factor, where some have none.
    has_scale: Option<Sig<'m>>,
}

/// Builds the memory and the processor. The word that is found was read `MEMORY_CYCLES` cycles ago.
#[hdl]
fn one_bank<'m>(
    m: &'m Builder,
    core: &SizedCore,
    (program, pre_shift): (&SizedProgram<'m>, Option<PreShift<'m>>),
    tables: &Tables<'_, 'm>,
    operators: &OperatorLibrary,
    sample: Sig<'m>,
) -> Found<'m> {
    let (processor, words) = (&core.processor, core.largest().pipeline.size);
    let SizedProgram { place, active, computes, is_first, ref step, .. } = *program;
    let memory = FrameMemory::new(m, words, 2 * processor.memory, place);
    let has_choice = step.takes.len() > 1;
    let takes = step.takes.iter().map(|&takes| has_choice.then_some(takes));
    let signals =
        StepSignals { computes, is_first, takes: takes.collect(), split: None, pre_shift, read_cycles: MEMORY_CYCLES };
    let factors = factors(m, core, program, tables, operators);
    let coefficients = match factors[..] {
        [re, im] if processor.shares_multipliers() => Coefficients::Shared([re, im]),
        _ => Coefficients::OfResults(vec![Some(factors)]),
    };
    let found = memory.found(place);
    let results = process(m, processor, (&signals, &coefficients), operators, &[found]);
    let cycles = (MEMORY_CYCLES + processor.cycles()) as u32;
    let is_result = computes.later_with_reset(cycles);
    let is_written = active | is_result;
    let word = active.mux(sample, results.words[0]);
    memory.write([is_written, active.mux(place, place.before(cycles)), word]);
    let overflow = results.overflow.map(|overflow| overflow & is_result);
    Found { words: vec![found], overflow, writes: vec![[is_written, word]], ..Found::default() }
}

/// Returns the [coefficients](crate::parts::operators::OperatorSet::coefficients_of) of the factor of each result, or
/// both of its parts for shared multipliers, `MEMORY_CYCLES` and those of the processor to a factor after the read of
/// its place.
fn factors<'m>(
    m: &'m Builder,
    core: &SizedCore,
    program: &SizedProgram<'m>,
    &Tables { sizes, circles, has_scale }: &Tables<'_, 'm>,
    operators: &OperatorLibrary,
) -> Vec<Sig<'m>> {
    let SizedProgram { computes, is_last, factors_end, is_end_of_run, ref step, .. } = *program;
    let processor = &core.processor;
    let transform = multiples(m, "transform_exponent", (step.unit, None), [factors_end, is_end_of_run]);
    let exponent = multiples(m, "exponent", (transform, None), [computes, is_last]);
    let late = (MEMORY_CYCLES + processor.factor_cycles() - FACTOR_CYCLES) as u32;
    let exponent = exponent.before(late);
    let set = operators.of_stage(multiplication(processor));
    // The number of the circle, with the exponent and when its table is read.
    let (circle, circle_of_table) = match step.part {
        None => (sizes.circles[0], sizes.circles[0]),
        Some(part) => {
            let circle = m.select_by_bits(part, &sizes.circles).before(late);
            (circle, circle.before(ADDRESS_CYCLES))
        }
    };
    let quarter = of_circle(circles, circle, &|circle| circle / 4);
    let begin = of_circle(circles, circle_of_table, &|circle| circles.begin(circle));
    let parts = circles.parts(exponent, [quarter, begin], set);
    let words = if processor.shares_multipliers() { parts.to_vec() } else { set.coefficients_of(parts) };
    let words: Vec<Sig> = words.into_iter().map(|word| word.later_as_it_is(1)).collect();
    let Some(scale) = sizes.scale else { return words };
    // The last step multiplies by the scale in place of a root.
    let is_scaled = has_scale.map_or(step.is_last, |has_scale| step.is_last & has_scale);
    let is_scaled = is_scaled.before((MEMORY_CYCLES + processor.factor_cycles()) as u32);
    Vec::choose(is_scaled, set.coefficients_of([scale, m.constant(scale.width(), 0)]), words)
}

/// Returns the stage that multiplies results by twiddle factors.
fn multiplication(processor: &StepProcessor) -> &Stage {
    processor.multiplies_results().unwrap_or_else(|| unreachable!("results of sizes have factors"))
}

/// Looks up a number of the circle with the number `index`.
fn of_circle<'m>(circles: &Circles, index: Sig<'m>, number: &dyn Fn(usize) -> usize) -> Sig<'m> {
    let words: Vec<u128> = circles.all().iter().map(|circle| number(*circle) as u128).collect();
    let max = words.iter().copied().max().unwrap_or(0);
    index.builder().rom(index, address_bits(max as usize + 1), words)
}

/// The comment of the core's module.
fn title(core: &SizedCore) -> String {
    let [first, last] = [core.frames.first(), core.frames.last()].map(|frame| frame.map(|frame| frame.timing()));
    let [first, last] = [first, last].map(|timing| timing.unwrap_or_else(|| core.largest().timing()));
    format!(
        "DFTs of {} sizes from {} to {} points, a point a cycle, natural order, computed in place by one processor; \
         latency {} to {} cycles. in_start marks a frame's first beat, and in_config says what the frame is; a frame \
         comes when the one before it has left.",
        core.frames.len(),
        first.beats[0],
        last.beats[0],
        first.latency,
        last.latency
    )
}
