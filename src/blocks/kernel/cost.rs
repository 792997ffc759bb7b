//! LUTs of a stage: operators, tables, roundings, alignment and control.

use super::constant_multipliers::more_luts;
use crate::kernel::Coefficient;
use crate::number::stage_costs;
use crate::pipeline::feedback::waiting;
use crate::pipeline::root_sequence::max_lut_rom_words;
use crate::pipeline::{period, FixedStage, Shape, Stage};
use crate::schedule::{OperatorCosts, Unit, UnitKind};
use std::collections::{BTreeSet, HashSet};

/// Counters, pulses and selects of a stage, beside those counted with the multiplexers.
const STAGE: usize = 40;

/// The same in fixed point, where most stages have one counter and no multiplexers.
const FIXED_STAGE: usize = 16;

/// Words of a table of one bit that a lookup table holds.
const LUT_WORDS: usize = 64;

/// Lanes of a stage.
pub fn lanes(stage: &Stage) -> usize {
    stage.placement.shape.lanes
}

/// Bits of the longer complex word of those ahead of a stage and behind it.
pub fn word_bits(stage: &Stage) -> usize {
    2 * stage.arithmetic.input_bits().max(stage.arithmetic.output_bits()) as usize
}

/// LUTs of a stage's operators, tables, roundings, alignment and control. `rounded`: lanes that are rounded.
pub fn stage_luts(stage: &Stage, rounded: usize, costs: &OperatorCosts) -> usize {
    let costs = &stage_costs(&stage.arithmetic, costs);
    let multiplies = |unit: &&Unit| unit.kind == UnitKind::Mul;
    let units = stage.kernel.schedule.units.iter().filter(multiplies);
    let taken =
        |unit: &Unit| unit.operations.iter().map(|o| o.as_ref().and_then(|o| o.coefficient)).collect::<Vec<_>>();
    // Multipliers that take the same words share a table.
    let mut known = HashSet::new();
    let own = units.filter(|unit| known.insert(taken(unit)));
    let tables: usize = own.map(|unit| coefficients(stage, unit)).sum();
    let rounding = stage.arithmetic.fixed().map_or(0, |fixed| 2 * rounded * ends(&fixed));
    let control = if stage.arithmetic.fixed().is_some() { FIXED_STAGE } else { STAGE };
    let operators = stage.kernel.schedule.luts(costs).saturating_add_signed(more_luts(stage, costs));
    let aligning = stage.shared().map_or(0, |shared| match stage.placement.shape.period {
        1 => stage.placement.shape.copies * shared.aligning_luts(stage.input_encoding(), stage.transform.radix()),
        _ => {
            let Shape { lanes, copies, .. } = stage.placement.shape;
            let waiting = waiting(stage.gathering(), 2 * lanes * shared.entering_bits(stage.input_encoding()) as usize);
            shared.gathering_luts(stage.input_encoding(), lanes, copies) + waiting
        }
    });
    operators + rounding + tables + aligning + control
}

/// LUTs of the rounding of a component: its carries take one, limits one for each bit, and two bits of a shift that frames
/// choose another.
fn ends(fixed: &FixedStage) -> usize {
    let FixedStage {
        round_cycles: cycles,
        output_bits: output,
        internal_bits: inner,
        shift_field_bits: choice,
        never_overflows: fits,
        ..
    } = *fixed;
    let limits = if fits { 0 } else { output as usize };
    cycles.min(1) * (1 + limits) + choice.div_ceil(2) as usize * inner as usize
}

/// LUTs of the table that a multiplier's coefficients come from: one for each bit that changes.
fn coefficients(stage: &Stage, unit: &Unit) -> usize {
    let batches = if stage.kernel.tables.is_empty() { 1 } else { stage.placement.shape.batches };
    let tables = unit.operations.iter().flatten().filter_map(|operation| match operation.coefficient? {
        Coefficient::Table(table) => Some(table),
        Coefficient::Constant(_) => None,
    });
    // What floating point takes was measured with tables as long as frames.
    let repeating =
        tables.filter(|_| stage.arithmetic.fixed().is_some()).map(|table| period(&stage.kernel.tables[table]));
    let batches = repeating.max().unwrap_or(batches).min(batches);
    let entries = batches * unit.operations.len();
    if entries == 1
        || entries > max_lut_rom_words(stage.kernel.triples.first().is_some_and(|&first| stage.can_share_rom(first)))
    {
        return 0;
    }
    let coefficients = || unit.operations.iter().flatten().filter_map(|operation| operation.coefficient);
    let encode = |value| stage.arithmetic.encode(value);
    let words: BTreeSet<u64> = (0..batches)
        .flat_map(|batch| {
            coefficients().map(move |coefficient| match coefficient {
                Coefficient::Constant(index) => encode(&stage.kernel.graph.constants[index]),
                Coefficient::Table(index) => encode(&stage.kernel.tables[index][batch]),
            })
        })
        .collect();
    let first = words.first().copied().unwrap_or(0);
    let changing = words.iter().fold(0, |bits, word| bits | (word ^ first)).count_ones() as usize;
    // Tables of few words have few columns that differ.
    let columns = 1usize.checked_shl(entries as u32 - 1).unwrap_or(usize::MAX);
    changing.min(columns - 1) * entries.div_ceil(LUT_WORDS)
}
