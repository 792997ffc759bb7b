//! Scheduled kernels as hardware: operators, their operands, and their control signals in each beat.

use super::placed_operators::PlacedOperators;
use crate::lower::align::AlignedTransforms;
use crate::lower::beat_counter::BeatCounter;
use crate::lower::coefficients::{CoefficientNets, EarlyTables};
use crate::lower::control::{beat_mux, delay_pulse, Pulse};
use crate::lower::operands::{label, operand, taps};
use crate::lower::operators::OperatorSet;
use crate::lower::output_rounding::{frame_overflow, pre_shift, round_output, RoundedOutput};
use crate::lower::sign::{complement, complement_in, with_sign};
use crate::lower::{OperatorLibrary, Ports};
use crate::pipeline::{BeatTable, Placement, ScheduledKernel, Stage};
use crate::rtl::{Module, Net};
use crate::schedule::{OperandBuffer, Operation, Producer, Unit, UnitKind};
use std::collections::BTreeMap;

/// Builds the netlist of a scheduled kernel.
pub fn kernel(name: &str, stage: &Stage, all: &OperatorLibrary, interval: usize) -> Module {
    let Stage { placement: Placement { shape, .. }, kernel: ScheduledKernel { schedule, .. }, .. } = stage;
    let beats = if shape.period == 1 { "in each beat".to_string() } else { format!("every {} beats", shape.period) };
    let doc = format!(
        "{}: {} of them {beats}, {} lanes, on {}; latency {} cycles.",
        stage.name(),
        shape.copies,
        shape.lanes,
        stage.units(),
        stage.cycles(),
    );
    let mut m = Module::new(name, doc);
    let operators = all.of_stage(stage);
    let ports = Ports::inputs(&mut m, shape.lanes, stage.arithmetic.input_bits());
    let lead = stage.lead_cycles();
    let cycles = stage.align_cycles() + lead;
    let start = delay_pulse(&mut m, ports.start, cycles, interval);
    let mut counters = Counters::new(&mut m, stage, start);
    counters.tables = Some(EarlyTables { start: ports.start, cycles, memories: &all.memories });
    let aligned = AlignedTransforms::new(&mut m, stage, all, &ports.data, [ports.start, ports.enable]);
    let data = aligned.as_ref().map_or(ports.data, |aligned| aligned.data.clone());
    let data: Vec<Net> = data.into_iter().map(|net| m.delay(net, lead as u32)).collect();
    let data = match stage.rotations.is_empty() {
        true => data,
        false => {
            let frame = counters.of_frame(&mut m);
            apply_rotations(&mut m, stage, &data, frame, 0)
        }
    };
    let pre_shift = pre_shift(&mut m, stage, &mut Pulse::new(ports.start, interval), schedule.latency + lead);
    let Ports { enable, .. } = ports;
    let inputs = KernelInputs { data: &data, enable, words: ExternalWords::None, pre_shift };
    let rounded = body(&mut m, stage, operators, &mut counters, &inputs);
    let out_start = delay_pulse(&mut m, ports.start, stage.cycles(), interval);
    let words = output_words(&mut m, stage, aligned.as_ref(), &rounded);
    Ports::outputs(&mut m, out_start, &words);
    let early = (counters.count == stage.layout.beats).then_some((counters.batch.active, stage.cycles() - lead));
    if let Some(overflow) = frame_overflow(&mut m, &stage.layout, (out_start, early), &rounded) {
        m.output("overflow", overflow);
    }
    m
}

/// Returns the output words of a stage, as shared-exponent words where the stage has them.
pub fn output_words(
    m: &mut Module,
    stage: &Stage,
    aligned: Option<&AlignedTransforms>,
    rounded: &[RoundedOutput],
) -> Vec<Net> {
    let words: Vec<Net> = rounded.iter().map(|output| output.word).collect();
    match aligned.zip(stage.shared()) {
        Some((aligned, shared)) => aligned.join(m, &shared, &words, stage.cycles() - stage.align_cycles()),
        None => words,
    }
}

/// The beat counters of a stage.
pub struct Counters<'a> {
    /// High in the first beat of a frame.
    start: Net,
    /// Beats of a frame.
    count: usize,
    /// Counter of the beats of a batch. Its bits also count the beats of a frame, if batches have a power of two of beats.
    batch: BeatCounter,
    /// Counter of the beats of a frame, once it was requested.
    frame: Option<BeatCounter>,
    /// What long tables in memories need, if the stage may have any.
    tables: Option<EarlyTables<'a>>,
}

impl<'a> Counters<'a> {
    /// Creates the counters of a stage whose frames begin with `start`.
    pub fn new(m: &mut Module, stage: &Stage, start: Net) -> Self {
        let Stage { placement: Placement { shape, .. }, kernel: ScheduledKernel { schedule, .. }, .. } = stage;
        let memories = schedule.routes.iter().filter_map(|route| match route.buffer.as_ref()? {
            OperandBuffer::Memory(memory) => Some(memory.batches),
            OperandBuffer::Register(_) => None,
        });
        let batch = BeatCounter::in_blocks(m, "", start, shape.period, shape.batches, memories.max().unwrap_or(1));
        Counters { start, count: shape.beats(), batch, frame: None, tables: None }
    }

    /// Returns the counter of the beats of a frame.
    fn of_frame(&mut self, m: &mut Module) -> &mut BeatCounter {
        if self.batch.counts_frames() {
            return &mut self.batch;
        }
        let Counters { start, count, .. } = *self;
        self.frame.get_or_insert_with(|| BeatCounter::new(m, "frame_", start, count))
    }
}

/// Twiddle factors that come from outside, with the data.
#[derive(Clone, Copy)]
pub enum ExternalWords<'a> {
    /// None: the stage has tables of its own.
    None,
    /// The words of the stage's tables, of which each multiplier has one.
    Tables(&'a [Net]),
    /// The coefficients of multipliers in each cycle, and the selects of choices, by number of the unit.
    Units(&'a BTreeMap<usize, Net>),
}

/// Inputs of the operators of a stage.
pub struct KernelInputs<'a> {
    /// Real lanes.
    pub data: &'a [Net],
    /// Clock enable.
    pub enable: Net,
    /// Twiddle factors that come with the data.
    pub words: ExternalWords<'a>,
    /// Shifts of the output roundings, where frames choose them.
    pub pre_shift: Option<Net>,
}

/// Builds the operators of a stage and everything between them, from real input lanes to real output lanes.
pub fn body(
    m: &mut Module,
    stage: &Stage,
    operators: &OperatorSet,
    counters: &mut Counters,
    inputs: &KernelInputs,
) -> Vec<RoundedOutput> {
    let Stage { placement: Placement { shape, .. }, kernel: ScheduledKernel { schedule, .. }, .. } = stage;
    let KernelInputs { data, enable, words, pre_shift } = *inputs;
    let varies = shape.batches > 1 && !(stage.kernel.tables.is_empty() && stage.kernel.choices.is_empty());
    let placed = PlacedOperators::new(m, stage, operators);
    let source = |producer: Producer| match producer {
        Producer::Input(lane) => data[lane],
        Producer::Unit(unit, result) => placed.results[unit][result],
    };
    let taps = taps(m, stage, source);

    // Ports in the order of their windows, so that the delays of the counters form one chain.
    let mut order: Vec<usize> = (0..schedule.routes.len()).collect();
    order.sort_by_key(|&port| schedule.routes[port].start);
    let mut operands: Vec<Option<Net>> = vec![None; order.len()];
    for port in order {
        let label = label(schedule, port);
        operands[port] = operand(m, &mut counters.batch, &taps, &schedule.routes[port], &label);
    }
    let mut operands = operands.into_iter();
    let mut coefficients = CoefficientNets::new(stage, operators).with_memories(counters.tables);
    let mut all_pins: Vec<Vec<Net>> = Vec::with_capacity(schedule.units.len());
    for (number, unit) in schedule.units.iter().enumerate() {
        let mut pins = Vec::new();
        for port in 0..unit.kind.operands() {
            let negate = unit.operations.iter().map(|o| o.as_ref().map(|o| o.operands[port].negate)).collect();
            let net = operands.next().flatten().unwrap_or_else(|| m.constant(operators.bits(), 0));
            pins.push(match (stage.arithmetic.fixed(), flip(m, &mut counters.batch, unit.start, negate)) {
                (_, None) => net,
                (Some(_), Some(negative)) => complement(m, net, operators.bits(), negative),
                (None, Some(negative)) => with_sign(m, net, negative),
            });
        }
        pins.extend(match unit.kind {
            UnitKind::Add | UnitKind::MaskedAdd => Some(subtract(m, &mut counters.batch, unit)),
            UnitKind::Mul | UnitKind::OctantRotate if stage.kernel.constant_multipliers.contains_key(&number) => None,
            UnitKind::Mul | UnitKind::OctantRotate => Some(match (words, varies) {
                (ExternalWords::Units(words), _) if words.contains_key(&number) => words[&number],
                (ExternalWords::Tables(words), _) => coefficients.streamed_word(m, unit, words),
                (_, true) => {
                    let frame = counters.of_frame(m);
                    coefficients.frame_word(m, frame, unit)
                }
                (_, false) => coefficients.table_word(m, &mut counters.batch, unit, 1),
            }),
            UnitKind::Mux | UnitKind::AddSub | UnitKind::Scale(_) => None,
        });
        if let UnitKind::Mux | UnitKind::MaskedAdd | UnitKind::OctantRotate = unit.kind {
            let (beats, batches) =
                if varies { (counters.of_frame(m), shape.batches) } else { (&mut counters.batch, 1) };
            pins.push(match words {
                ExternalWords::Units(words) if words.contains_key(&number) => words[&number],
                _ => choice_select(m, stage, beats, unit, batches),
            });
        }
        all_pins.push(pins);
    }
    placed.connect(m, operators, enable, &all_pins);
    let mut results = Vec::new();
    for row in &schedule.outputs {
        let negate = row.iter().map(|operand| operand.map(|o| o.negate)).collect();
        let net = operands.next().flatten();
        results.push(match stage.arithmetic.fixed() {
            Some(_) => {
                let net = net.unwrap_or_else(|| m.constant(operators.bits(), 0));
                let flip = flip(m, &mut counters.batch, schedule.latency, negate);
                round_output(m, operators, enable, net, [pre_shift, flip])
            }
            None => {
                let net = net.unwrap_or(data[0]);
                RoundedOutput { word: negated(m, &mut counters.batch, schedule.latency, net, negate), overflow: None }
            }
        });
    }
    results
}

/// Applies the trivial rotations of a stage to its lanes, within `cycles` clock cycles. Their registers stand before the carry of a
/// negation.
pub fn apply_rotations(
    m: &mut Module,
    stage: &Stage,
    data: &[Net],
    beats: &mut BeatCounter,
    cycles: usize,
) -> Vec<Net> {
    let Stage { rotations, layout, .. } = stage;
    if rotations.is_empty() {
        return data.iter().map(|&part| m.delay(part, cycles as u32)).collect();
    }
    let mut signals: BTreeMap<Vec<Option<bool>>, Option<Net>> = BTreeMap::new();
    let mut result = Vec::new();
    for (lane, parts) in data.chunks(2).enumerate() {
        let slots = layout.slots.iter().skip(lane).step_by(layout.lanes);
        let row: Vec<Option<u8>> = slots.map(|slot| slot.map(|element| rotations[element as usize])).collect();
        let mut when = |m: &mut Module, holds: fn(u8) -> bool| {
            let row: Vec<Option<bool>> = row.iter().map(|power| power.map(holds)).collect();
            let net = signals.entry(row.clone());
            *net.or_insert_with(|| beat_mux(m, beats, 0, &row, |m, holds| m.constant(1, u128::from(*holds))))
        };
        let swap = when(m, |power| power & 1 != 0).unwrap_or_else(|| m.constant(1, 0));
        let negative = [when(m, |power| power & 2 != 0), when(m, |power| (power + 1) & 2 != 0)];
        let swapped = [m.mux(swap, parts[1], parts[0]), m.mux(swap, parts[0], parts[1])];
        for (part, negative) in swapped.into_iter().zip(negative) {
            let negative = negative.unwrap_or_else(|| m.constant(1, 0));
            result.push(match stage.arithmetic.fixed() {
                Some(fixed) => complement_in(m, part, stage.bits_after_rotation(fixed.input_bits), negative, cycles),
                None => {
                    let word = with_sign(m, part, negative);
                    m.delay(word, cycles as u32)
                }
            });
        }
    }
    result
}

/// Negates a word in some cycles.
fn negated(m: &mut Module, beats: &mut BeatCounter, start: usize, word: Net, negate: Vec<Option<bool>>) -> Net {
    flip(m, beats, start, negate).map_or(word, |flip| with_sign(m, word, flip))
}

/// Builds the signal with which an adder subtracts.
fn subtract(m: &mut Module, beats: &mut BeatCounter, unit: &Unit) -> Net {
    let row: Vec<_> = unit.operations.iter().map(|o| o.as_ref().map(|o| o.subtract)).collect();
    let net = beat_mux(m, beats, unit.start, &row, |m, s| m.constant(1, u128::from(*s)));
    net.unwrap_or_else(|| m.constant(1, 0))
}

/// Beats of the longest list that is compared with the counter beat by beat.
const MAX_COMPARED_BEATS: usize = 8;

/// Builds the select of a unit with a choice, in a frame of `batches` batches. Most selects are set in few beats.
fn choice_select(m: &mut Module, stage: &Stage, beats: &mut BeatCounter, unit: &Unit, batches: usize) -> Net {
    let choice = |batch: usize, operation: &Option<Operation>| {
        Some(u128::from(stage.kernel.choices[operation.as_ref()?.choice?][batch]))
    };
    let words: Vec<Option<u128>> =
        (0..batches).flat_map(|batch| unit.operations.iter().map(move |operation| choice(batch, operation))).collect();
    let set: Vec<usize> = (0..words.len()).filter(|&beat| words[beat] == Some(1)).collect();
    match unit.start {
        1.. if words.len() > 1 && set.len() <= MAX_COMPARED_BEATS => {
            let beat = beats.address(m, words.len(), 1, 0);
            let never = m.constant(1, 0);
            let now = set.iter().fold(never, |any, &at| {
                let here = m.eq_const(beat, at as u128);
                m.or(any, here)
            });
            let delayed = m.delay(now, unit.start as u32 - 1);
            m.register_apart(delayed)
        }
        _ => beats.word_registered(m, &BeatTable::new(1, 1, &words), unit.start),
    }
}

/// Builds the signal that flips a sign. `None` where the sign never flips.
fn flip(m: &mut Module, beats: &mut BeatCounter, start: usize, negate: Vec<Option<bool>>) -> Option<Net> {
    let flip = beat_mux(m, beats, start, &negate, |m, flip| m.constant(1, u128::from(*flip)));
    flip.filter(|&flip| m.constant_value(flip) != Some(0))
}
