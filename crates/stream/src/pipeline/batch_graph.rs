//! The graph of a batch: its transforms with the twiddle factors before them and after.

use super::root_sequence::RootSequence;
use super::Shape;
use crate::exact::{Complex, Real, Root};
use crate::formula::{Factor, FactorTable, Kernel, RealSplit};
use crate::kernel::{kernel, split, Builder, ComplexWire, Graph, SelfConjugate, SelfConjugateMethod};
use crate::schedule::{Rotation, ScheduleModel};
use std::cell::OnceCell;

/// The transforms of a stage before their schedule.
pub(super) struct Work<'a> {
    /// Kernel of each transform.
    pub kernel: Kernel,
    /// Step of real data that replaces the kernel, with `pairs[batch][j]`: number of the pair of the batch's transform
    /// j.
    pub split: Option<(RealSplit, Vec<Vec<Option<u32>>>)>,
    /// Factors by element, before the kernel and after it.
    pub factors: [Option<&'a [Factor]>; 2],
    /// Batches.
    pub shape: Shape,
    /// `elements[batch][j·r + d]`: element of digit d of the batch's transform j.
    pub elements: Vec<Vec<Option<u32>>>,
    /// Whether the digits of a transform come in natural order. Otherwise a prime's mirrored digits come side by side.
    pub natural: bool,
}

/// Values of a graph that change from batch to batch. [`super::ScheduledKernel`] describes the fields.
#[derive(Default)]
pub(super) struct BatchWords {
    pub tables: Vec<Vec<Real>>,
    pub choices: Vec<Vec<bool>>,
    pub root_sequences: Vec<RootSequence>,
    pub triples: Vec<usize>,
}

/// Builds the graph of a batch: transforms with the factors before them and after, each by four products or by three. A
/// factor that is equal in all batches is a constant of the graph; one that changes is a word of a table.
pub(super) fn batch_graph(work: &Work, schedule_model: &ScheduleModel) -> (Graph, BatchWords) {
    let three = schedule_model.rotation == Rotation::Three;
    let Work { kernel: which, factors: [before, after], shape, ref elements, .. } = *work;
    let mut builder = Builder::new();
    let mut words = BatchWords::default();
    let mut points: Vec<ComplexWire> = (0..shape.copies * which.radix).map(|_| builder.complex_input()).collect();
    multiply(&mut builder, &mut words, &mut points, before, elements, schedule_model);
    match &work.split {
        None => points.chunks_mut(which.radix).for_each(|transform| {
            let result = kernel(&mut builder, which, transform);
            transform.copy_from_slice(&result);
        }),
        Some((which, pairs)) => {
            // If both ways take equal numbers of multipliers, four products save an adder.
            let multipliers = |products: usize| (products * shape.copies).div_ceil(shape.period);
            let three = three && multipliers(3) < multipliers(4);
            // One method takes an adder, the other a delay of a word.
            let method = if schedule_model.costs.add <= schedule_model.costs.word_bits {
                SelfConjugateMethod::SumsAhead
            } else {
                SelfConjugateMethod::Bypass
            };
            split_pairs(&mut builder, &mut words, &mut points, (*which, method), pairs, three);
        }
    }
    multiply(&mut builder, &mut words, &mut points, after, elements, schedule_model);
    let outputs: Vec<_> = points.iter().flat_map(|point| [point.re, point.im]).collect();
    (builder.finish(&outputs), words)
}

/// Multiplies each point of a batch by the factors of its elements.
fn multiply(
    builder: &mut Builder,
    words: &mut BatchWords,
    points: &mut [ComplexWire],
    factors: Option<&[Factor]>,
    elements: &[Vec<Option<u32>>],
    schedule_model: &ScheduleModel,
) {
    let Some(factors) = factors else { return };
    let (three, eighths) = (schedule_model.rotation == Rotation::Three, schedule_model.makes_eighths(factors));
    let ScheduleModel { scales_as_twiddles, multiplies_all, .. } = *schedule_model;
    let (exact, sums) = (FactorTable::values(factors), OnceCell::new());
    let factors = Factors { factors, exact, sums, three, eighths, scales_as_twiddles, multiplies_all };
    for (index, point) in points.iter_mut().enumerate() {
        let column: Vec<Option<u32>> = elements.iter().map(|batch| batch[index]).collect();
        *point = factors.multiply(builder, words, *point, &column);
    }
}

/// Builds the step of real data for the pairs of a batch.
fn split_pairs(
    builder: &mut Builder,
    words: &mut BatchWords,
    points: &mut [ComplexWire],
    (which, method): (RealSplit, SelfConjugateMethod),
    pairs: &[Vec<Option<u32>>],
    three: bool,
) {
    let self_conjugate: Vec<bool> = which.pairs().iter().map(|pair| pair.is_self_conjugate).collect();
    let factors = which.factors().unwrap_or_default();
    let (exact, sums) = (FactorTable::values(&factors), OnceCell::new());
    let [scales_as_twiddles, multiplies_all] = [false; 2];
    let factors = Factors { factors: &factors, exact, sums, three, eighths: three, scales_as_twiddles, multiplies_all };
    for (index, point) in points.chunks_mut(2).enumerate() {
        let column: Vec<Option<u32>> = pairs.iter().map(|batch| batch[index]).collect();
        let self_conjugate: Vec<bool> =
            column.iter().map(|pair| pair.is_some_and(|pair| self_conjugate[pair as usize])).collect();
        let mirrored: Vec<Option<u32>> =
            column.iter().zip(&self_conjugate).map(|(pair, alone)| pair.filter(|_| !alone)).collect();
        let self_conjugate = match (self_conjugate.contains(&true), mirrored.iter().any(Option::is_some)) {
            (false, _) => SelfConjugate::Never,
            (true, false) => SelfConjugate::Always,
            (true, true) => {
                words.choices.push(self_conjugate);
                SelfConjugate::Choice(words.choices.len() - 1)
            }
        };
        let rotated = if method == SelfConjugateMethod::SumsAhead { &column } else { &mirrored };
        let rotate = |b: &mut Builder, x: ComplexWire| factors.multiply(b, words, x, rotated);
        let result = split(builder, which, (self_conjugate, method), [point[0], point[1]], rotate);
        point.copy_from_slice(&result);
    }
}

/// A list of factors, with their values.
struct Factors<'a> {
    factors: &'a [Factor],
    /// Exact values of the factors.
    exact: FactorTable<Complex>,
    /// Sums of their parts, tabulated at the first use.
    sums: OnceCell<FactorTable<[Real; 2]>>,
    /// Whether a product of complex numbers takes three multiplications rather than four.
    three: bool,
    /// Whether octant rotations take sums and one constant.
    eighths: bool,
    /// Whether a scale takes the product of a twiddle factor.
    scales_as_twiddles: bool,
    /// Whether each factor takes the product of a twiddle factor.
    multiplies_all: bool,
}

impl Factors<'_> {
    /// Multiplies a point by factor `numbers[batch]` in each batch, where `None` is a don't-care.
    fn multiply(
        &self,
        builder: &mut Builder,
        words: &mut BatchWords,
        point: ComplexWire,
        numbers: &[Option<u32>],
    ) -> ComplexWire {
        let Factors { factors, ref exact, ref sums, three, eighths, scales_as_twiddles, multiplies_all } = *self;
        let present = || numbers.iter().flatten().map(|&e| e as usize);
        let Some(first) = present().next() else { return point };
        let is_scale =
            present().all(|e| factors[e].as_root().is_none() && exact.of(&factors[e], |value| value.im.is_zero()));
        let is_general = multiplies_all || is_scale && scales_as_twiddles;
        if !is_general && present().all(|e| factors[e] == factors[first]) {
            let by = exact.of(&factors[first], Complex::clone);
            return match three {
                true => builder.complex_mul_by_three(point, &by),
                false => builder.complex_mul(point, &by),
            };
        }
        let is_eighth = |e: usize| factors[e].eighth_turns() == Some(1);
        if eighths && present().all(|e| is_eighth(e) || factors[e].is_one()) {
            words.choices.push(numbers.iter().map(|e| e.is_some_and(|e| is_eighth(e as usize))).collect());
            let rotated = builder.complex_mul(point, &Root::new(1, 8).value());
            return builder.complex_choose(point, rotated, words.choices.len() - 1);
        }
        let column = |part: fn(&Complex) -> Real| {
            numbers.iter().map(|e| e.map_or_else(Real::zero, |e| exact.of(&factors[e as usize], part))).collect()
        };
        let tables = &mut words.tables;
        let next = tables.len();
        if is_scale && !is_general {
            tables.push(column(|factor| factor.re.clone()));
            return builder.complex_scale_table(point, next);
        }
        let root = |e: &Option<u32>| factors[(*e)? as usize].as_root().map(Some);
        let roots: Option<Vec<Option<Root>>> = numbers.iter().map(root).collect();
        words.root_sequences.extend(roots.and_then(|roots| RootSequence::new(next, &roots)));
        tables.push(column(|factor| factor.re.clone()));
        if three {
            let sums = sums.get_or_init(|| FactorTable::sums(factors));
            let zeros = || [Real::zero(), Real::zero()];
            let both = |e: &Option<u32>| e.map_or_else(zeros, |e| sums.of(&factors[e as usize], <[Real; 2]>::clone));
            let (sum, difference) = numbers.iter().map(both).map(|[sum, difference]| (sum, difference)).unzip();
            tables.extend::<[Vec<Real>; 2]>([sum, difference]);
            words.triples.push(next);
            return builder.complex_mul_table_by_three(point, [next, next + 1, next + 2]);
        }
        tables.push(column(|factor| factor.im.clone()));
        builder.complex_mul_table(point, next, next + 1)
    }
}
