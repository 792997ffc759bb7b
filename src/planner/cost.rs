//! What a plan costs: an estimate of the core's area, and its latency.

use crate::dag::Coefficient;
use crate::format::Format;
use crate::stream::schedule::{Prices, Terms, Unit, UnitKind};
use crate::stream::{Converter, Normalizer, Numeric, Program, Sequence, Stage};
use std::collections::BTreeSet;

/// Estimate of a plan's area and its latency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    pub adders: usize,
    pub multipliers: usize,
    /// Complex words of memory.
    pub words: usize,
    /// Cycles.
    pub latency: usize,
    /// LUTs of the core, without its ports' protocol.
    pub luts: usize,
    /// DSP blocks.
    pub blocks: usize,
    /// LUTs, with what the DSP blocks are worth.
    pub area: usize,
    /// Area with latency as a price, as the goal has it: the least is chosen.
    pub score: usize,
}

/// Counters, pulses and selects of a stage, beside those counted with the multiplexers.
const STAGE: usize = 40;

/// Words of a table of one bit that a lookup table holds.
const LUT_WORDS: usize = 64;

impl Cost {
    pub(super) fn of(program: &Program, format: &Format, terms: &Terms) -> Self {
        let prices = &terms.prices;
        let (adders, multipliers) = program.operators();
        let stages: usize = program.stages.iter().map(|stage| stage_luts(stage, format, prices)).sum();
        let words = program.words(format.bits());
        let permuters: usize = program.permuters.iter().zip(words).map(|(permuter, bits)| permuter.luts(bits)).sum();
        let normalizers: usize = program.normalizers.iter().flatten().map(Normalizer::luts).sum();
        let converter = program.converter.as_ref().map_or(0, Converter::luts);
        let (luts, blocks, latency) =
            (stages + permuters + normalizers + converter, multipliers * prices.blocks, program.latency());
        let area = luts + blocks * prices.block;
        let (score, _) = terms.goal.score(area, latency, program.width);
        Cost { adders, multipliers, words: program.memory_words(), latency, luts, blocks, area, score }
    }
}

fn stage_luts(stage: &Stage, format: &Format, prices: &Prices) -> usize {
    let units = || stage.schedule.units.iter().filter(|unit| unit.kind == UnitKind::Mul);
    let taken =
        |unit: &Unit| unit.operations.iter().map(|o| o.as_ref().and_then(|o| o.coefficient)).collect::<Vec<_>>();
    // Multipliers that take the same words share a table.
    let own = |(number, unit): &(usize, &Unit)| !units().take(*number).any(|other| taken(other) == taken(unit));
    let tables: usize = units().enumerate().filter(own).map(|(_, unit)| coefficients(stage, unit, format)).sum();
    let word = stage.numeric.map_or(format.bits(), |n| n.input.max(n.output));
    let rounded = if stage.is_butterfly() { stage.layout.lanes } else { stage.shape.lanes };
    // Two bits of a shift that frames choose are one table for each bit.
    let ends = |n: Numeric| n.cycles * n.output as usize + n.choice.div_ceil(2) as usize * n.inner as usize;
    let rounding = stage.numeric.map_or(0, |n| 2 * rounded * ends(n));
    stage.schedule.luts(prices) + rounding + tables + stage.passing_luts(2 * word as usize) + STAGE
}

/// LUTs of the table that a multiplier's coefficients come from: one for each bit that changes.
fn coefficients(stage: &Stage, unit: &Unit, format: &Format) -> usize {
    let batches = if stage.tables.is_empty() { 1 } else { stage.shape.batches };
    let entries = batches * unit.operations.len();
    if entries > Sequence::LONGEST {
        return 0;
    }
    let coefficients = || unit.operations.iter().flatten().filter_map(|operation| operation.coefficient);
    let encode = |value| match stage.numeric {
        Some(numeric) => numeric.encode(value) as u64,
        None => format.coefficient().encode(value),
    };
    let words: BTreeSet<u64> = (0..batches)
        .flat_map(|batch| {
            coefficients().map(move |coefficient| match coefficient {
                Coefficient::Constant(index) => encode(&stage.graph.constants[index]),
                Coefficient::Table(index) => encode(&stage.tables[index][batch]),
            })
        })
        .collect();
    let first = words.first().copied().unwrap_or(0);
    let changing = words.iter().fold(0, |bits, word| bits | (word ^ first)).count_ones() as usize;
    // Tables of few words have few columns that differ.
    let columns = 1usize.checked_shl(entries as u32 - 1).unwrap_or(usize::MAX);
    changing.min(columns - 1) * entries.div_ceil(LUT_WORDS)
}
