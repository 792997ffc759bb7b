//! One step of a plan as a stage of the stream: its batch of transforms, scheduled.

use super::placement::Placement;
use super::root_sequence::RootSequence;
use super::scheduled::ScheduledKernel;
use super::transform::Transform;
use super::{Layout, Shape, StageArithmetic};
use crate::exact::{Complex, Real, Root};
use crate::formula::{self, values, Algorithm, Factor, Kernel, RealSplit, Step};
use crate::kernel::{kernel, split, Builder, ComplexWire, Graph, SelfConjugate, SelfConjugateMethod};
use crate::schedule::{Problem, Rotation, ScheduleCache, ScheduleModel};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// A step of the plan at a width, or the factors behind one.
#[derive(Clone, Debug)]
pub struct Stage {
    pub transform: Transform,
    pub placement: Placement,
    /// `turns[element]`: quarter turns by -i ahead of everything; empty if there are none.
    pub turns: Vec<u8>,
    pub kernel: ScheduledKernel,
    /// Where the elements come in and go out.
    pub layout: Layout,
    pub arithmetic: StageArithmetic,
}

/// A schedule that spares no more than one part in so many of the area may spare nothing: estimates are not that good.
const MIN_RELATIVE_GAIN: usize = 256;

/// What a stage does with the elements it has at once.
pub(super) struct Work<'a> {
    pub kernel: Kernel,
    /// In place of the kernel, and `pairs[batch][j]`: which of its pairs the batch's transform j is.
    pub split: Option<(RealSplit, Vec<Vec<Option<u32>>>)>,
    /// Factors by element, before the kernel and behind it.
    pub factors: [Option<&'a [Factor]>; 2],
    pub shape: Shape,
    pub members: Vec<Vec<Option<u32>>>,
    /// Digits of a transform come in natural order; else a prime's mirrored digits come side by side.
    pub natural: bool,
}

impl Stage {
    /// `order`: the step's transforms in the order in which they come. `natural`: the digits of a
    /// transform come in natural order; else a prime's mirrored digits come side by side.
    pub fn new(step: &Step, shape: Shape, order: &[u32], natural: bool, schedules: &ScheduleCache) -> Self {
        let radix = step.kernel.radix;
        let members: Vec<Vec<Option<u32>>> = (0..shape.batches)
            .map(|batch| {
                let transforms = (0..shape.copies).map(|j| order.get(batch * shape.copies + j));
                let points = |group: Option<&u32>| {
                    let group = group.map(|&g| &step.groups[g as usize]);
                    (0..radix).map(move |d| group.map(|g| g[d] as u32)).collect::<Vec<_>>()
                };
                transforms.flat_map(points).collect()
            })
            .collect();
        let factors = [step.before.as_deref(), step.after.as_deref()];
        let batch = |batch: usize| (0..shape.copies).map(|j| order.get(batch * shape.copies + j).copied()).collect();
        let split = step.split.map(|split| (split, (0..shape.batches).map(batch).collect()));
        Self::of(Work { kernel: step.kernel, split, factors, shape, members, natural }, schedules)
    }

    pub(super) fn of(work: Work, schedules: &ScheduleCache) -> Self {
        let Work { kernel, shape, ref members, natural, .. } = work;
        let (graph, Words { tables, choices, root_sequences, triples }) = batch_graph(&work, &schedules.model);
        let (ports, never_consecutive) = (ports(kernel, &shape, natural), never_consecutive(&choices, shape.period));
        let problem = problem(&graph, &shape, (&ports, &never_consecutive), work.split.is_some(), &schedules.model);
        let schedule = schedules.schedule(&problem);
        let mut layout =
            Layout { lanes: shape.lanes, beats: shape.beats(), slots: vec![None; shape.beats() * shape.lanes] };
        for (batch, points) in members.iter().enumerate() {
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
        let placement = Placement { shape, members: work.members, natural };
        let constant_multipliers = BTreeMap::new();
        let kernel =
            ScheduledKernel { graph, tables, choices, root_sequences, triples, schedule, constant_multipliers };
        let arithmetic = StageArithmetic::from(schedules.model.format);
        Stage { transform, placement, turns: vec![], kernel, layout, arithmetic }
    }

    /// A better schedule of no more multipliers, if a search finds one; for batches of several beats, in an arithmetic that is
    /// not the stage's own.
    pub fn search(&mut self, schedules: &ScheduleCache) {
        let Placement { shape, natural, .. } = self.placement;
        let ports = ports(self.transform.kernel(), &shape, natural);
        let problem =
            problem(&self.kernel.graph, &shape, (&ports, &[]), self.transform.split().is_some(), &schedules.model);
        let found = schedules.search(&problem);
        let [now, then] = [&self.kernel.schedule, &found].map(|schedule| schedule.cost(&problem).0);
        let more = found.multipliers() > self.kernel.schedule.multipliers();
        // Where a budget asked for it, there are fewer multipliers than is cheapest.
        if then + self.kernel.schedule.area(&schedules.model.costs) / MIN_RELATIVE_GAIN < now && !more {
            self.kernel.schedule = found;
        }
    }

    /// Says whether factors are multiplied by in three products, of three words each.
    pub fn has_triples(&self) -> bool {
        !self.kernel.triples.is_empty()
    }

    /// Whether one table can make those of a rotation from this one on: a sum that floating point has rounded is no sum.
    pub fn can_share_rom(&self, first: usize) -> bool {
        self.arithmetic.fixed().is_some() || !self.kernel.triples.contains(&first)
    }

    /// Bits of a component that came in with so many, behind the quarter turns, where signs are no bits of their own.
    pub fn entering(&self, bits: u32) -> u32 {
        bits + u32::from(!self.turns.is_empty())
    }

    /// Cycles of what aligns the operands, of the operators, and of what rounds their results.
    pub fn cycles(&self) -> usize {
        self.aligning() + self.kernel.schedule.latency + self.arithmetic.fixed().map_or(0, |fixed| fixed.round_cycles)
    }
}

/// A batch's graph and ports as what is to be scheduled.
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

/// Beat and real lane of each real input of a batch, and of each output.
pub(super) fn ports(kernel: Kernel, shape: &Shape, natural: bool) -> Vec<(usize, usize)> {
    let radix = kernel.radix;
    let digits = if natural { (0..radix).collect() } else { digit_order(kernel) };
    // places[d]: where digit d stands among the points of its transform.
    let mut places = vec![0; radix];
    digits.iter().enumerate().for_each(|(place, &digit)| places[digit] = place);
    let port = |port: usize| {
        let (point, part) = (port / 2, port % 2);
        let slot = point / radix * radix + places[point % radix];
        (slot / shape.lanes, 2 * (slot % shape.lanes) + part)
    };
    (0..2 * radix * shape.copies).map(port).collect()
}

/// The choices that neither the first beat of a frame makes nor two beats in a row.
fn never_consecutive(choices: &[Vec<bool>], period: usize) -> Vec<usize> {
    (0..choices.len()).filter(|&choice| period == 1 && is_never_consecutive(&choices[choice])).collect()
}

/// Whether neither the first beat of a frame is among these nor two beats in a row.
fn is_never_consecutive(beats: &[bool]) -> bool {
    beats.first() == Some(&false) && beats.windows(2).all(|two| two != [true, true])
}

/// A prime's mirrored digits side by side, so that its sums and differences start early.
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

/// What changes from batch to batch in a graph.
#[derive(Default)]
struct Words {
    tables: Vec<Vec<Real>>,
    choices: Vec<Vec<bool>>,
    root_sequences: Vec<RootSequence>,
    triples: Vec<usize>,
}

/// The transforms of a batch with the factors before and after them, each by four products or by three. A factor that
/// is the same in every batch is a constant of the graph, one that changes a word of a table.
fn batch_graph(work: &Work, schedule_model: &ScheduleModel) -> (Graph, Words) {
    let three = schedule_model.rotation == Rotation::Three;
    let Work { kernel: which, factors: [before, after], shape, ref members, .. } = *work;
    let mut builder = Builder::new();
    let mut words = Words::default();
    let mut points: Vec<ComplexWire> = (0..shape.copies * which.radix).map(|_| builder.complex_input()).collect();
    multiply(&mut builder, &mut words, &mut points, before, members, schedule_model);
    match &work.split {
        None => points.chunks_mut(which.radix).for_each(|transform| {
            let result = kernel(&mut builder, which, transform);
            transform.copy_from_slice(&result);
        }),
        Some((which, pairs)) => {
            // Where the multipliers are as many either way, four products spare a sum.
            let multipliers = |products: usize| (products * shape.copies).div_ceil(shape.period);
            let three = three && multipliers(3) < multipliers(4);
            // A sum more costs less than a word that waits, or more.
            let way = if schedule_model.costs.add <= schedule_model.costs.word_bits {
                SelfConjugateMethod::SumsAhead
            } else {
                SelfConjugateMethod::Bypass
            };
            split_all(&mut builder, &mut words, &mut points, (*which, way), pairs, three);
        }
    }
    multiply(&mut builder, &mut words, &mut points, after, members, schedule_model);
    let outputs: Vec<_> = points.iter().flat_map(|point| [point.re, point.im]).collect();
    (builder.finish(&outputs), words)
}

fn multiply(
    builder: &mut Builder,
    words: &mut Words,
    points: &mut [ComplexWire],
    factors: Option<&[Factor]>,
    members: &[Vec<Option<u32>>],
    schedule_model: &ScheduleModel,
) {
    let Some(factors) = factors else { return };
    let (three, eighths) = (schedule_model.rotation == Rotation::Three, schedule_model.makes_eighths(factors));
    let factors = Factors { factors, exact: &values(factors), sums: OnceCell::new(), three, eighths };
    for (index, point) in points.iter_mut().enumerate() {
        let elements: Vec<Option<u32>> = members.iter().map(|batch| batch[index]).collect();
        *point = factors.times(builder, words, *point, &elements);
    }
}

/// The pairs of a batch of real data.
fn split_all(
    builder: &mut Builder,
    words: &mut Words,
    points: &mut [ComplexWire],
    (which, way): (RealSplit, SelfConjugateMethod),
    pairs: &[Vec<Option<u32>>],
    three: bool,
) {
    let self_conjugate: Vec<bool> = which.pairs().iter().map(|pair| pair.is_self_conjugate).collect();
    let factors = which.factors().unwrap_or_default();
    let (exact, sums) = (&values(&factors), OnceCell::new());
    let factors = Factors { factors: &factors, exact, sums, three, eighths: three };
    for (index, point) in points.chunks_mut(2).enumerate() {
        let column: Vec<Option<u32>> = pairs.iter().map(|batch| batch[index]).collect();
        let alone: Vec<bool> =
            column.iter().map(|pair| pair.is_some_and(|pair| self_conjugate[pair as usize])).collect();
        let mirrored: Vec<Option<u32>> =
            column.iter().zip(&alone).map(|(pair, alone)| pair.filter(|_| !alone)).collect();
        let alone = match (alone.contains(&true), mirrored.iter().any(Option::is_some)) {
            (false, _) => SelfConjugate::Never,
            (true, false) => SelfConjugate::Always,
            (true, true) => {
                words.choices.push(alone);
                SelfConjugate::Choice(words.choices.len() - 1)
            }
        };
        let turned = if way == SelfConjugateMethod::SumsAhead { &column } else { &mirrored };
        let rotate = |b: &mut Builder, x: ComplexWire| factors.times(b, words, x, turned);
        let result = split(builder, which, (alone, way), [point[0], point[1]], rotate);
        point.copy_from_slice(&result);
    }
}

/// A list of factors, with their values.
struct Factors<'a> {
    factors: &'a [Factor],
    exact: &'a [Complex],
    /// [`formula::sums`] of them, where they are asked for.
    sums: OnceCell<Vec<[Real; 2]>>,
    /// By three products rather than four.
    three: bool,
    /// Eighths of a turn by sums and a constant.
    eighths: bool,
}

impl Factors<'_> {
    /// A point times the factor of this number in each batch; where there is none, any.
    fn times(
        &self,
        builder: &mut Builder,
        words: &mut Words,
        point: ComplexWire,
        numbers: &[Option<u32>],
    ) -> ComplexWire {
        let Factors { factors, exact, ref sums, three, eighths } = *self;
        let present = || numbers.iter().flatten().map(|&e| e as usize);
        let Some(first) = present().next() else { return point };
        if present().all(|e| factors[e] == factors[first]) {
            return match three {
                true => builder.complex_mul_by_three(point, &exact[first]),
                false => builder.complex_mul(point, &exact[first]),
            };
        }
        let is_eighth = |e: usize| factors[e].eighth_turns() == Some(1);
        if eighths && present().all(|e| is_eighth(e) || factors[e].is_one()) {
            words.choices.push(numbers.iter().map(|e| e.is_some_and(|e| is_eighth(e as usize))).collect());
            let turned = builder.complex_mul(point, &Root::new(1, 8).value());
            return builder.complex_choose(point, turned, words.choices.len() - 1);
        }
        let column = |part: fn(&Complex) -> Real| {
            numbers.iter().map(|e| e.map_or_else(Real::zero, |e| part(&exact[e as usize]))).collect()
        };
        let tables = &mut words.tables;
        let next = tables.len();
        if present().all(|e| factors[e].as_root().is_none() && exact[e].im.is_zero()) {
            tables.push(column(|factor| factor.re.clone()));
            return builder.complex_scale_table(point, next);
        }
        let root = |e: &Option<u32>| factors[(*e)? as usize].as_root().map(Some);
        let roots: Option<Vec<Option<Root>>> = numbers.iter().map(root).collect();
        words.root_sequences.extend(roots.and_then(|roots| RootSequence::new(next, &roots)));
        tables.push(column(|factor| factor.re.clone()));
        if three {
            let sums = sums.get_or_init(|| formula::sums(factors));
            let sum = |which: usize| {
                numbers.iter().map(|e| e.map_or_else(Real::zero, |e| sums[e as usize][which].clone())).collect()
            };
            tables.extend([sum(0), sum(1)]);
            words.triples.push(next);
            return builder.complex_mul_table_by_three(point, [next, next + 1, next + 2]);
        }
        tables.push(column(|factor| factor.im.clone()));
        builder.complex_mul_table(point, next, next + 1)
    }
}
