//! LUTs of a stage: operators, tables, roundings, alignment and control.

use super::constant_multipliers::more_luts;
use super::shared_operators::spared_luts;
use crate::kernel::Coefficient;
use crate::number::stage_costs;
use crate::pipeline::feedback::delay_luts;
use crate::pipeline::root_sequence::max_lut_rom_words;
use crate::pipeline::{period, FixedStage, Shape, Stage};
use crate::schedule::{OperatorCosts, Unit, UnitKind};
use std::collections::{BTreeSet, HashSet};

/// LUTs of the counters, pulses and selects of a floating-point stage, without those counted with the multiplexers.
const FLOAT_CONTROL_LUTS: usize = 40;

/// LUTs of the control of a fixed-point stage. Most stages have one counter and no multiplexers.
const FIXED_CONTROL_LUTS: usize = 16;

/// Words of a table of one bit that a LUT holds.
const LUT_WORDS: usize = 64;

/// Lanes of a stage.
pub fn lanes(stage: &Stage) -> usize {
    stage.placement.shape.lanes
}

/// Bits of the longer of the complex words before a stage and after it.
pub fn word_bits(stage: &Stage) -> usize {
    2 * stage.arithmetic.input_bits().max(stage.arithmetic.output_bits()) as usize
}

/// LUTs of a stage's operators, tables, roundings, alignment and control. `rounded` is the number of lanes with output
/// rounding.
pub fn stage_luts(stage: &Stage, rounded: usize, costs: &OperatorCosts) -> usize {
    let costs = &stage_costs(&stage.arithmetic, costs);
    let multiplies = |unit: &&Unit| unit.kind == UnitKind::Mul;
    let units = stage.kernel.schedule.units.iter().filter(multiplies);
    let words =
        |unit: &Unit| unit.operations.iter().map(|o| o.as_ref().and_then(|o| o.coefficient)).collect::<Vec<_>>();
    // Multipliers that take the same words share a table.
    let mut seen = HashSet::new();
    let own = units.filter(|unit| seen.insert(words(unit)));
    let tables: usize = own.map(|unit| table_luts(stage, unit)).sum();
    let rounding = stage.arithmetic.fixed().map_or(0, |fixed| 2 * rounded * rounding_luts(&fixed));
    let control = if stage.arithmetic.fixed().is_some() { FIXED_CONTROL_LUTS } else { FLOAT_CONTROL_LUTS };
    let more = more_luts(stage, costs) - spared_luts(stage, costs);
    let operators = stage.kernel.schedule.luts(costs).saturating_add_signed(more);
    let aligning = stage.shared().map_or(0, |shared| match stage.placement.shape.period {
        1 => stage.placement.shape.copies * shared.align_luts(stage.input_encoding(), stage.transform.radix()),
        _ => {
            let Shape { lanes, copies, .. } = stage.placement.shape;
            let delay =
                delay_luts(stage.max_exponent_cycles(), 2 * lanes * shared.input_bits(stage.input_encoding()) as usize);
            shared.multi_beat_align_luts(stage.input_encoding(), lanes, copies) + delay
        }
    });
    operators + rounding + tables + aligning + control
}

/// LUTs of the output rounding of a component: one for the carries, one for each bit if it is saturated, and one for
/// each bit and each two bits of a shift that frames choose.
fn rounding_luts(fixed: &FixedStage) -> usize {
    let FixedStage {
        round_cycles: cycles,
        output_bits: output,
        internal_bits: inner,
        shift_field_bits: choice,
        pre_shift_bits,
        never_overflows: fits,
        ..
    } = *fixed;
    let choice = choice.max(pre_shift_bits);
    let limits = if fits { 0 } else { output as usize };
    cycles.min(1) * (1 + limits) + choice.div_ceil(2) as usize * inner as usize
}

/// LUTs of the table of a multiplier's coefficients: one for each bit that changes.
fn table_luts(stage: &Stage, unit: &Unit) -> usize {
    let batches = if stage.kernel.tables.is_empty() { 1 } else { stage.placement.shape.batches };
    let tables = unit.operations.iter().flatten().filter_map(|operation| match operation.coefficient? {
        Coefficient::Table(table) => Some(table),
        Coefficient::Constant(_) => None,
    });
    // The costs of floating point were measured with tables as long as frames.
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
    // A table of few words has few different columns.
    let columns = 1usize.checked_shl(entries as u32 - 1).unwrap_or(usize::MAX);
    changing.min(columns - 1) * entries.div_ceil(LUT_WORDS)
}
