//! What scheduled kernels consist of: operators, their operands, and their control signals in each beat.

use super::placed_operators::PlacedOperators;
use crate::parts::align::AlignedTransforms;
use crate::parts::beat_counter::BeatCounter;
use crate::parts::coefficients::{Coefficients, EarlyTables};
use crate::parts::operands::{label, Taps};
use crate::parts::operators::OperatorSet;
use crate::parts::output_rounding::{round_output, RoundedOutput};
use crate::pipeline::{BeatTable, Placement, ScheduledKernel, Stage};
use crate::schedule::{OperandBuffer, Operation, Producer, Unit, UnitKind};
use fftgen_hdl::dsl::*;
use std::collections::BTreeMap;

/// The output words of a stage, as shared-exponent words where the stage has them.
pub fn output_words<'m>(
    stage: &Stage,
    aligned: Option<&AlignedTransforms<'m>>,
    rounded: &[RoundedOutput<'m>],
) -> Vec<Sig<'m>> {
    let words: Vec<Sig> = rounded.iter().map(|output| output.word).collect();
    match aligned.zip(stage.shared()) {
        Some((aligned, shared)) => aligned.join(&shared, &words, stage.cycles() - stage.align_cycles()),
        None => words,
    }
}

/// The beat counters of a stage.
pub struct Counters<'a, 'm> {
    /// High in the first beat of a frame.
    start: Sig<'m>,
    /// Beats of a frame.
    pub(super) count: usize,
    /// Counter of the beats of a batch. Its bits also count the beats of a frame, if batches have a power of two of
    /// beats.
    pub(super) batch: BeatCounter<'m>,
    /// Counter of the beats of a frame, once it was requested.
    frame: Option<BeatCounter<'m>>,
    /// What long tables in memories need, if the stage may have any.
    pub(super) tables: Option<EarlyTables<'a, 'm>>,
}

impl<'m> Counters<'_, 'm> {
    /// Creates the counters of a stage whose frames begin with `start`.
    pub fn new(stage: &Stage, start: Sig<'m>) -> Self {
        let Stage { placement: Placement { shape, .. }, kernel: ScheduledKernel { schedule, .. }, .. } = stage;
        let memories = schedule.routes.iter().filter_map(|route| match route.buffer.as_ref()? {
            OperandBuffer::Memory(memory) => Some(memory.batches),
            OperandBuffer::Register(_) => None,
        });
        let batch = BeatCounter::in_blocks("", start, shape.period, shape.batches, memories.max().unwrap_or(1));
        Counters { start, count: shape.beats(), batch, frame: None, tables: None }
    }

    /// Returns the counter of the beats of a frame.
    pub(super) fn of_frame(&mut self) -> &mut BeatCounter<'m> {
        if self.batch.counts_frames() {
            return &mut self.batch;
        }
        let Counters { start, count, .. } = *self;
        self.frame.get_or_insert_with(|| BeatCounter::new("frame_", start, count))
    }
}

/// Twiddle factors that come from outside, with the data.
#[derive(Clone, Copy)]
pub enum ExternalWords<'a, 'm> {
    /// None: the stage has tables of its own.
    None,
    /// The words of the stage's tables, of which each multiplier has one.
    Tables(&'a [Sig<'m>]),
    /// The coefficients of multipliers in each cycle, and the selects of choices, by number of the unit.
    Units(&'a BTreeMap<usize, Sig<'m>>),
}

/// Inputs of the operators of a stage.
pub struct KernelInputs<'a, 'm> {
    /// Real lanes.
    pub data: &'a [Sig<'m>],
    /// Twiddle factors that come with the data.
    pub words: ExternalWords<'a, 'm>,
    /// Shifts of the output roundings, where frames choose them.
    pub pre_shift: Option<Sig<'m>>,
}

/// Builds the operators of a stage and everything between them, from real input lanes to real output lanes.
pub fn body<'m>(
    m: &'m Builder,
    stage: &Stage,
    operators: &OperatorSet,
    counters: &mut Counters<'_, 'm>,
    inputs: &KernelInputs<'_, 'm>,
) -> Vec<RoundedOutput<'m>> {
    let Stage { placement: Placement { shape, .. }, kernel: ScheduledKernel { schedule, .. }, .. } = stage;
    let KernelInputs { data, words, pre_shift } = *inputs;
    let varies = shape.batches > 1 && !(stage.kernel.tables.is_empty() && stage.kernel.choices.is_empty());
    let placed = PlacedOperators::new(m, stage, operators);
    let source = |producer: Producer| match producer {
        Producer::Input(lane) => data[lane],
        Producer::Unit(unit, result) => placed.results[unit][result],
    };
    let taps = Taps::new(stage, source);

    // Ports in the order of their windows, so that the delays of the counters form one chain.
    let mut order: Vec<usize> = (0..schedule.routes.len()).collect();
    order.sort_by_key(|&port| schedule.routes[port].start);
    let mut operands: Vec<Option<Sig>> = vec![None; order.len()];
    for port in order {
        operands[port] = taps.operand(&mut counters.batch, &schedule.routes[port], &label(schedule, port));
    }
    let mut operands = operands.into_iter();
    let mut coefficients = Coefficients::new(m, stage, operators).with_memories(counters.tables);
    let zero = m.constant(operators.bits(), 0);
    let mut all_pins: Vec<Vec<Sig>> = Vec::with_capacity(schedule.units.len());
    for (number, unit) in schedule.units.iter().enumerate() {
        let mut pins = Vec::new();
        for port in 0..unit.kind.operands() {
            let negate = unit.operations.iter().map(|o| o.as_ref().map(|o| o.operands[port].negate)).collect();
            let word = operands.next().flatten().unwrap_or(zero);
            pins.push(match (stage.arithmetic.fixed(), flip(&mut counters.batch, unit.start, negate)) {
                (_, None) => word,
                (Some(_), Some(negative)) => word.negate_if(negative, operators.bits()),
                (None, Some(negative)) => word.flip_top(negative),
            });
        }
        pins.extend(match unit.kind {
            UnitKind::Add | UnitKind::MaskedAdd => Some(subtract(&mut counters.batch, unit)),
            UnitKind::Mul | UnitKind::OctantRotate if stage.kernel.constant_multipliers.contains_key(&number) => None,
            UnitKind::Mul | UnitKind::OctantRotate => Some(match (words, varies) {
                (ExternalWords::Units(words), _) if words.contains_key(&number) => words[&number],
                (ExternalWords::Tables(words), _) => coefficients.streamed_word(unit, words),
                (_, true) => coefficients.frame_word(counters.of_frame(), unit),
                (_, false) => coefficients.table_word(&mut counters.batch, unit, 1),
            }),
            UnitKind::Mux | UnitKind::AddSub | UnitKind::Scale(_) => None,
        });
        if let UnitKind::Mux | UnitKind::MaskedAdd | UnitKind::OctantRotate = unit.kind {
            let (beats, batches) = if varies { (counters.of_frame(), shape.batches) } else { (&mut counters.batch, 1) };
            pins.push(match words {
                ExternalWords::Units(words) if words.contains_key(&number) => words[&number],
                _ => choice_select(stage, beats, unit, batches),
            });
        }
        all_pins.push(pins);
    }
    placed.connect(m, operators, &all_pins);
    let mut results = Vec::new();
    for row in &schedule.outputs {
        let negate = row.iter().map(|operand| operand.map(|o| o.negate)).collect();
        let word = operands.next().flatten();
        let flip = flip(&mut counters.batch, schedule.latency, negate);
        results.push(match stage.arithmetic.fixed() {
            Some(_) => round_output(operators, word.unwrap_or(zero), [pre_shift, flip]),
            None => {
                let word = word.unwrap_or(data[0]);
                RoundedOutput { word: flip.map_or(word, |flip| word.flip_top(flip)), overflow: None }
            }
        });
    }
    results
}

/// Applies the trivial rotations of a stage to its lanes, within `cycles` clock cycles. Their registers stand before
/// the carry of a negation.
pub fn apply_rotations<'m>(
    stage: &Stage,
    data: &[Sig<'m>],
    beats: &mut BeatCounter<'m>,
    cycles: usize,
) -> Vec<Sig<'m>> {
    let Stage { rotations, layout, .. } = stage;
    let cycles = cycles as u32;
    if rotations.is_empty() {
        return data.iter().map(|part| part.later_as_it_is(cycles)).collect();
    }
    let never = data[0].builder().constant(1, 0);
    let mut flags: BTreeMap<Vec<Option<bool>>, Sig> = BTreeMap::new();
    let mut result = Vec::new();
    for (lane, parts) in data.chunks(2).enumerate() {
        let slots = layout.slots.iter().skip(lane).step_by(layout.lanes);
        let row: Vec<Option<u8>> = slots.map(|slot| slot.map(|element| rotations[element as usize])).collect();
        let mut when = |holds: fn(u8) -> bool| {
            let row: Vec<Option<bool>> = row.iter().map(|power| power.map(holds)).collect();
            *flags.entry(row).or_insert_with_key(|row| beats.flag(0, row).unwrap_or(never))
        };
        let swap = when(|power| power & 1 != 0);
        let negative = [when(|power| power & 2 != 0), when(|power| (power + 1) & 2 != 0)];
        let swapped = [swap.mux(parts[1], parts[0]), swap.mux(parts[0], parts[1])];
        for (part, negative) in swapped.into_iter().zip(negative) {
            result.push(match stage.arithmetic.fixed() {
                Some(fixed) => part.negate_if_in(negative, stage.bits_after_rotation(fixed.input_bits), cycles),
                None => part.flip_top(negative).later_as_it_is(cycles),
            });
        }
    }
    result
}

/// The bit with which an adder subtracts.
fn subtract<'m>(beats: &mut BeatCounter<'m>, unit: &Unit) -> Sig<'m> {
    let row: Vec<_> = unit.operations.iter().map(|o| o.as_ref().map(|o| o.subtract)).collect();
    beats.flag(unit.start, &row).unwrap_or_else(|| beats.m.constant(1, 0))
}

/// Beats of the longest list that is compared with the counter beat by beat.
const MAX_COMPARED_BEATS: usize = 8;

/// The select of a unit with a choice, in a frame of `batches` batches. Most selects are set in few beats.
fn choice_select<'m>(stage: &Stage, beats: &mut BeatCounter<'m>, unit: &Unit, batches: usize) -> Sig<'m> {
    let choice = |batch: usize, operation: &Option<Operation>| {
        Some(u128::from(stage.kernel.choices[operation.as_ref()?.choice?][batch]))
    };
    let words: Vec<Option<u128>> =
        (0..batches).flat_map(|batch| unit.operations.iter().map(move |operation| choice(batch, operation))).collect();
    let set: Vec<usize> = (0..words.len()).filter(|&beat| words[beat] == Some(1)).collect();
    match unit.start {
        1.. if words.len() > 1 && set.len() <= MAX_COMPARED_BEATS => {
            let beat = beats.address(words.len(), 1, 0);
            let now = beats.m.any_of(set.iter().map(|&at| beat.is(at)));
            now.later_as_it_is(unit.start as u32 - 1).register_apart()
        }
        _ => beats.word_registered(&BeatTable::new(1, 1, &words), unit.start),
    }
}

/// The bit that flips a sign. `None` where the sign never flips.
fn flip<'m>(beats: &mut BeatCounter<'m>, start: usize, negate: Vec<Option<bool>>) -> Option<Sig<'m>> {
    beats.flag(start, &negate).filter(|flip| flip.constant_value() != Some(0))
}
