//! The cost of a core of one multiplier-accumulator.

use super::core::{Circle, MacCore};
use crate::arch::estimated::{Estimated, BLOCK_RAM_BITS, LUTS_PER_BLOCK_RAM};
use crate::number::stage_costs;
use crate::operators::MultiplierStyle;
use crate::pipeline::{FixedStage, StageArithmetic, Units};
use crate::rtl::{address_bits, is_in_luts, memory_luts};
use crate::schedule::ScheduleModel;

/// LUTs of the program, without its counters.
const PROGRAM_LUTS: usize = 55;

/// LUTs of all counters and exponents for each bit of the number of a point.
const INDEX_LUTS: usize = 14;

/// LUTs that fold an exponent to an eighth of a circle of any number of steps, and unfold the root.
const EIGHTH_LUTS: usize = 110;

/// LUTs of the number of the size and of the exponents of several circles.
const SIZES_LUTS: usize = 90;

/// Numbers of a step of several sizes, and of a size, each about as long as that of a point.
const STEP_NUMBERS: usize = 5;
const SIZE_NUMBERS: usize = 5;

/// Words of a table of roots of an eighth up to which it takes LUTs.
const LUT_TABLE_WORDS: usize = 128;

/// Words of a bit of a table that a LUT holds.
const LUT_WORDS: usize = 64;

/// Estimates a core. `style`: what multipliers are built of.
pub fn estimated(core: MacCore, style: MultiplierStyle, model: &ScheduleModel) -> Estimated<MacCore> {
    let [memory, coefficient, sum] =
        [core.memory_bits(), core.coefficient_bits(), core.sum_bits()].map(|bits| bits as usize);
    let arithmetic =
        StageArithmetic::Fixed(FixedStage { internal_bits: core.memory_bits(), ..core.largest().fixed(0) });
    let costs = stage_costs(&arithmetic, &model.costs);
    let Units { adders, multipliers, .. } = core.units(style);
    let parts = core.parts();
    // A part of a word and one of a root are chosen for each product, of which that of the real part may be negated.
    let choices = match core.product_cycles {
        1 => 0,
        _ => memory + (parts + 1) * coefficient,
    };
    // Both roundings of a part, and the choice of a sample or a result.
    let results = 2 * (parts + 1) * memory;
    let operators = adders * sum + multipliers * costs.mul + choices + results;
    let scale = if core.frames.iter().any(|frame| frame.scale.is_some()) { 2 * coefficient } else { 0 };
    let program = PROGRAM_LUTS + INDEX_LUTS * address_bits(core.points()) as usize;
    let luts = program
        + memory_luts(2 * core.points(), 2 * memory)
        + root_luts(&core, coefficient)
        + scale
        + operators
        + size_luts(&core);
    let blocks = multipliers * costs.dsps_per_multiplier;
    let more_memory = worth_of_more_memory(&core, memory);
    Estimated { core, luts, blocks, area: luts + blocks * model.costs.luts_per_dsp + more_memory }
}

/// Estimates the LUTs of the numbers of all steps of several sizes, and of what rounds their bins.
fn size_luts(core: &MacCore) -> usize {
    let sizes = core.frames.len();
    if sizes == 1 {
        return 0;
    }
    let steps = core.frames.iter().map(|frame| frame.steps.len()).max().unwrap_or(1).next_power_of_two();
    let numbers = |each: usize, words: usize| each * address_bits(core.points()) as usize * words.div_ceil(LUT_WORDS);
    let roundings = 2 * core.parts() * core.memory_bits() as usize * core.roundings().len().saturating_sub(2);
    SIZES_LUTS + numbers(STEP_NUMBERS, steps * sizes) + numbers(SIZE_NUMBERS, sizes) + roundings
}

/// Returns the worth of the half of a memory in block RAM that a frame does not fill, in LUTs.
fn worth_of_more_memory(core: &MacCore, bits: usize) -> usize {
    match is_in_luts(2 * core.points(), 2 * bits) {
        true => 0,
        false => core.points() * 2 * bits * LUTS_PER_BLOCK_RAM / BLOCK_RAM_BITS,
    }
}

/// Estimates the LUTs of the lookup of roots with parts of `bits` bits.
fn root_luts(core: &MacCore, bits: usize) -> usize {
    let table = |words: usize| if words <= LUT_TABLE_WORDS { 2 * bits * words.div_ceil(LUT_WORDS) } else { 0 };
    match core.circle() {
        Circle::Whole => table(core.points()),
        Circle::Octant => table(core.points() / 8) + 4 * bits,
        Circle::Eighth => table(core.circles().words()) + EIGHTH_LUTS,
    }
}
