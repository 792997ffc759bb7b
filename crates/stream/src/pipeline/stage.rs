//! One step of a formula as a stage of the pipeline: its transforms in batches, scheduled.

use super::batch_graph::{batch_graph, BatchWords, Work};
use super::placement::Placement;
use super::scheduled::ScheduledKernel;
use super::transform::Transform;
use super::{Layout, Shape, StageArithmetic};
use crate::formula::{Algorithm, Factor, Kernel, Step};
use crate::kernel::{Coefficient, Graph};
use crate::rtl::memories::MEMORY_CYCLES;
use crate::schedule::{Operation, Problem, ScheduleCache, ScheduleModel, Unit, UnitKind};
use std::collections::BTreeMap;

/// A step of a formula at a streaming width, or the twiddle factors after one.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Computation on each group of elements.
    pub transform: Transform,
    /// Batches, and the elements of each.
    pub placement: Placement,
    /// `rotations[element]`: power of -i by which an element is multiplied before the kernel; empty if all are 0.
    pub rotations: Vec<u8>,
    /// Graph of a batch on its operators.
    pub kernel: ScheduledKernel,
    /// Power of two by which results exceed those of the step. Small factors of fixed-point words are multiplied by it,
    /// so that coefficients fill their words.
    pub exponent: u32,
    /// Elements at each beat and lane, on the input as well as on the output.
    pub layout: Layout,
    /// Encoding and widths of the words.
    pub arithmetic: StageArithmetic,
}

/// Words of the longest table that is made of LUTs where tables are memories with a register after them.
const MAX_SHORT_TABLE: usize = 32;

/// Denominator of the share of the area that a searched schedule has to save. A smaller saving is below the error of
/// the estimates.
const MIN_RELATIVE_GAIN: usize = 256;

impl Stage {
    /// Builds the stage of a step and schedules its transforms. `order` has the numbers of the transforms in the order
    /// in which they come. With `natural`, the digits of a transform come in natural order. Otherwise a prime's
    /// mirrored digits come side by side.
    pub fn new(step: &Step, shape: Shape, order: &[u32], natural: bool, schedules: &ScheduleCache) -> Self {
        let radix = step.kernel.radix;
        let elements: Vec<Vec<Option<u32>>> = (0..shape.batches)
            .map(|batch| {
                let transforms = (0..shape.copies).map(|j| order.get(batch * shape.copies + j));
                let points = |group: Option<&u32>| {
                    let group = group.map(|&g| &step.groups[g as usize]);
                    (0..radix).map(move |d| group.map(|g| g[d] as u32)).collect::<Vec<_>>()
                };
                transforms.flat_map(points).collect()
            })
            .collect();
        let exponent = if schedules.model.fills_coefficients { step.spare_exponent() } else { 0 };
        let scaled = |factors: &Vec<Factor>| -> Vec<Factor> { factors.iter().map(|by| by.scaled(exponent)).collect() };
        let after = step.after.as_ref().filter(|_| exponent > 0).map(scaled);
        let factors = [step.before.as_deref(), after.as_deref().or(step.after.as_deref())];
        let batch = |batch: usize| (0..shape.copies).map(|j| order.get(batch * shape.copies + j).copied()).collect();
        let split = step.split.map(|split| (split, (0..shape.batches).map(batch).collect()));
        let work = Work { kernel: step.kernel, split, factors, shape, elements, natural };
        Stage { exponent, ..Self::from_work(work, schedules) }
    }

    /// Schedules the transforms of a stage.
    pub(super) fn from_work(work: Work, schedules: &ScheduleCache) -> Self {
        let Work { kernel, shape, ref elements, natural, .. } = work;
        let (graph, BatchWords { tables, choices, root_sequences, triples }) = batch_graph(&work, &schedules.model);
        let (ports, never_consecutive) = (ports(kernel, &shape, natural), never_consecutive(&choices, shape.period));
        let problem = problem(&graph, &shape, (&ports, &never_consecutive), work.split.is_some(), &schedules.model);
        let schedule = schedules.schedule(&problem);
        let mut layout =
            Layout { lanes: shape.lanes, beats: shape.beats(), slots: vec![None; shape.beats() * shape.lanes] };
        for (batch, points) in elements.iter().enumerate() {
            for (point, element) in points.iter().enumerate() {
                let (beat, lane) = ports[2 * point];
                layout.slots[(batch * shape.period + beat) * shape.lanes + lane / 2] = *element;
            }
        }
        let transform = match (work.split, kernel.radix) {
            (Some((split, _)), _) => Transform::RealSplit(split),
            (None, 1) => Transform::Scale,
            (None, _) => Transform::Dft(kernel),
        };
        let placement = Placement { shape, elements: work.elements, natural };
        let (constant_multipliers, shared_units) = (BTreeMap::new(), vec![]);
        let kernel = ScheduledKernel {
            graph,
            tables,
            choices,
            root_sequences,
            triples,
            schedule,
            constant_multipliers,
            shared_units,
        };
        let arithmetic = StageArithmetic::from(schedules.model.format);
        Stage { transform, placement, rotations: vec![], kernel, exponent: 0, layout, arithmetic }
    }

    /// Replaces the schedule by a cheaper one without more multipliers, if a search finds one. Both are compared at the
    /// costs of the schedule model, not at those of the stage's own arithmetic. Only batches of several beats gain by
    /// it.
    pub fn search(&mut self, schedules: &ScheduleCache) {
        let Placement { shape, natural, .. } = self.placement;
        let ports = ports(self.transform.kernel(), &shape, natural);
        let problem =
            problem(&self.kernel.graph, &shape, (&ports, &[]), self.transform.split().is_some(), &schedules.model);
        let found = schedules.search(&problem);
        let [now, then] = [&self.kernel.schedule, &found].map(|schedule| schedule.cost(&problem).0);
        let more = found.multipliers() > self.kernel.schedule.multipliers();
        // Under a budget of DSP blocks the schedule has fewer multipliers than the cheapest one.
        let least_gain = self.kernel.schedule.area(&schedules.model.costs) / MIN_RELATIVE_GAIN;
        if then + (least_gain as u64) < now && !more {
            self.kernel.schedule = found;
        }
    }

    /// Returns the bits by which the last place of an output exceeds that of an input, if the stage multiplied by its
    /// own factors.
    pub fn net_shift(&self, shift: i32) -> i32 {
        shift - self.exponent as i32
    }

    /// Whether some rotation takes three products, whose coefficients are three tables.
    pub fn has_triples(&self) -> bool {
        !self.kernel.triples.is_empty()
    }

    /// Whether the tables of a rotation, of which `first` is the first, can come from one ROM. The three tables of
    /// floating point cannot, because their words are rounded one by one, so that none is the exact sum of two others.
    pub fn can_share_rom(&self, first: usize) -> bool {
        self.arithmetic.fixed().is_some() || !self.kernel.triples.contains(&first)
    }

    /// Bits of a component of `bits` bits after the stage's rotations, in two's complement.
    pub fn bits_after_rotation(&self, bits: u32) -> u32 {
        bits + u32::from(!self.rotations.is_empty())
    }

    /// Clock cycles that aligned operands wait for the words of long tables.
    pub fn lead_cycles(&self) -> usize {
        self.arithmetic.fixed().and_then(|fixed| fixed.lead_cycles).unwrap_or(0)
    }

    /// Sets the clock cycles that data wait for the words of long tables, if the stage has any.
    pub fn read_tables_from_memories(&mut self) {
        let units = self.kernel.schedule.units.iter();
        let starts = units.filter(|unit| self.has_long_table(unit)).map(|unit| unit.start);
        let Some(first) = starts.min() else { return };
        let lead = MEMORY_CYCLES.saturating_sub(first + self.align_cycles());
        if let Some(fixed) = self.arithmetic.fixed_mut() {
            fixed.lead_cycles = Some(lead);
        }
    }

    /// Whether the coefficients of a multiplier are a long table.
    pub fn has_long_table(&self, unit: &Unit) -> bool {
        let operations = || unit.operations.iter().flatten();
        let is_table = |operation: &Operation| matches!(operation.coefficient, Some(Coefficient::Table(_)));
        let words = self.placement.shape.batches * unit.operations.len();
        unit.kind == UnitKind::Mul && words > MAX_SHORT_TABLE && operations().any(is_table)
    }

    /// Clock cycles of the alignment of the operands, of the operators and of the output rounding.
    pub fn cycles(&self) -> usize {
        self.align_cycles()
            + self.lead_cycles()
            + self.kernel.schedule.latency
            + self.arithmetic.fixed().map_or(0, |fixed| fixed.round_cycles)
    }
}

/// Returns the scheduling problem of a batch.
fn problem<'a>(
    graph: &'a Graph,
    shape: &Shape,
    (ports, never_consecutive): (&'a [(usize, usize)], &'a [usize]),
    try_held_operands: bool,
    schedule_model: &ScheduleModel,
) -> Problem<'a> {
    let Shape { lanes, period, copies, .. } = *shape;
    let ScheduleModel { latencies, costs, goal, .. } = *schedule_model;
    Problem {
        graph,
        transforms: copies,
        period,
        inputs: ports,
        outputs: ports,
        never_consecutive,
        lanes,
        latencies,
        costs,
        goal,
        try_held_operands,
    }
}

/// Returns beat and real lane of each real input of a batch. Outputs have equal ports.
pub(super) fn ports(kernel: Kernel, shape: &Shape, natural: bool) -> Vec<(usize, usize)> {
    let radix = kernel.radix;
    let digits = if natural { (0..radix).collect() } else { digit_order(kernel) };
    // positions[d]: position of digit d among the points of its transform.
    let mut positions = vec![0; radix];
    digits.iter().enumerate().for_each(|(position, &digit)| positions[digit] = position);
    let port = |port: usize| {
        let (point, part) = (port / 2, port % 2);
        let slot = point / radix * radix + positions[point % radix];
        (slot / shape.lanes, 2 * (slot % shape.lanes) + part)
    };
    (0..2 * radix * shape.copies).map(port).collect()
}

/// Returns the choices that are made neither in the first beat of a frame nor in two consecutive beats.
fn never_consecutive(choices: &[Vec<bool>], period: usize) -> Vec<usize> {
    (0..choices.len()).filter(|&choice| period == 1 && is_never_consecutive(&choices[choice])).collect()
}

/// Whether neither the first beat of a frame nor two consecutive beats are marked.
fn is_never_consecutive(beats: &[bool]) -> bool {
    beats.first() == Some(&false) && beats.windows(2).all(|two| two != [true, true])
}

/// Returns the order of the digits that puts a prime's mirrored digits side by side, so that its sums and differences
/// start early.
fn digit_order(kernel: Kernel) -> Vec<usize> {
    let radix = kernel.radix;
    match kernel.algorithm {
        Algorithm::Direct | Algorithm::Fused => (0..radix).collect(),
        _ => {
            let pairs = (1..radix).take_while(|i| 2 * i <= radix);
            let mirrored = pairs.flat_map(|i| if 2 * i == radix { vec![i] } else { vec![i, radix - i] });
            std::iter::once(0).chain(mirrored).collect()
        }
    }
}
