//! The cost of a core of mirrored pairs.

use super::core::PairedCore;
use crate::arch::estimated::{Estimated, BLOCK_RAM_BITS, LUTS_PER_BLOCK_RAM};
use crate::number::stage_costs;
use crate::pipeline::{FixedStage, StageArithmetic, Units};
use crate::rtl::{address_bits, is_in_luts, memory_luts};
use crate::schedule::ScheduleModel;

/// LUTs of all pulses and counters, without those of the numbers of points.
const PROGRAM_LUTS: usize = 160;

/// LUTs of all counters and addresses for each bit of the number of a point.
const INDEX_LUTS: usize = 16;

/// Words up to which a table takes LUTs.
const LUT_TABLE_WORDS: usize = 256;

/// Words of a bit of a table that a LUT holds.
const LUT_WORDS: usize = 64;

/// Estimates a core.
pub fn estimated(core: PairedCore, model: &ScheduleModel) -> Estimated<PairedCore> {
    let fixed = core.fixed();
    let [pair, coefficient] = core.factor_bits();
    let arithmetic = StageArithmetic::Fixed(FixedStage { internal_bits: pair, ..fixed });
    let costs = stage_costs(&arithmetic, &model.costs);
    let [pair, coefficient, front, sum, output] =
        [pair, coefficient, core.front_bits(), fixed.internal_bits, fixed.output_bits].map(|bits| bits as usize);
    let Units { multipliers, .. } = core.units();
    let (split, parts) = (core.split, core.front_parts as u32);
    // The choice of the part of a point that is written, and of the part of a sample that is summed.
    let choices = if parts == 1 { fixed.input_bits as usize } else { front };
    // Products, both sums of a bin, and the choice of the first product.
    let sums = pair + 2 * sum + if split.front > 1 { parts as usize * front } else { 0 };
    // The choice of a sum, and its rounding.
    let rounding = 2 * output;
    let codecs = core.decoder().map_or(0, |shared| {
        6 * (parts * shared.aligned + shared.mantissa()) as usize + 10 * shared.float.exponent as usize
    });
    let samples = core.decoder().map_or(fixed.input_bits, |shared| shared.float.bits()) as usize;
    let bins = core.decoder().map_or(output, |shared| shared.float.bits() as usize);
    // Samples, both parts of bins, and three copies of points: number of memories, words and bits of a word.
    let memories = [(1, 2 * split.points(), 2 * samples), (2, 2 * split.points(), bins), (3, 4 * split.rear, front)];
    let table = match 2 * split.rear {
        words @ ..=LUT_TABLE_WORDS => coefficient * words.div_ceil(LUT_WORDS),
        _ => 0,
    };
    let program = PROGRAM_LUTS + INDEX_LUTS * address_bits(split.points()) as usize;
    let memory: usize = memories.iter().map(|(count, words, bits)| count * memory_luts(*words, *bits)).sum();
    let luts = program + memory + table + choices + sums + multipliers * costs.mul + rounding + codecs;
    let blocks = multipliers * costs.dsps_per_multiplier;
    let worth: usize = memories.iter().map(|(count, words, bits)| count * worth_of_memory(*words, *bits)).sum();
    Estimated { core, luts, blocks, area: luts + blocks * model.costs.luts_per_dsp + worth }
}

/// Returns the worth of a memory in block RAM in LUTs.
fn worth_of_memory(words: usize, bits: usize) -> usize {
    if is_in_luts(words, bits) {
        0
    } else {
        words * bits * LUTS_PER_BLOCK_RAM / BLOCK_RAM_BITS
    }
}
