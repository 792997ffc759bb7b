//! The steps whose transforms are ordered, with the digits and the beats of their elements.

use super::super::shape::Shape;
use super::super::{Layout, Position};
use super::arrivals::{Arrivals, NEVER};
use super::digit_numbers::DigitNumbers;
use super::digit_sums::DigitSums;
use super::state::Candidate;
use crate::exact::gcd;
use crate::formula::{Step, Steps};
use std::ops::Range;

/// Elements of the largest frame of which every element is judged. Larger frames are judged by sums over digits, or
/// else by a sample.
const MAX_JUDGED_ELEMENTS: usize = 2048;

/// Elements of a sample beside those at the corners, about.
const SAMPLED_ELEMENTS: usize = 500;

/// The steps whose transforms are ordered.
pub(super) struct OrderProblem<'a> {
    pub steps: &'a Steps,
    /// Steps with a choice.
    pub free: Range<usize>,
    /// `shapes[step]`.
    pub shapes: &'a [Shape],
    /// `radices[step]`.
    pub radices: Vec<usize>,
    /// `spans[step]`: first and one past the last of the neighbouring steps whose digits together number the elements.
    pub spans: Vec<(usize, usize)>,
    /// `is_numbered[step]`: whether the digits of the step's span number all elements without gaps, and those of each
    /// transform one after another if the step's own digit comes last.
    is_numbered: Vec<bool>,
    /// Elements whose beats are compared.
    sample: Vec<usize>,
    /// Numbers of all elements by orders of their digits.
    numbers: DigitNumbers,
    /// `source[element]`: input beat.
    pub source: Vec<Option<u32>>,
    /// `sink[element]`: output beat.
    pub sink: Vec<Option<u32>>,
    /// Input and output beats as sums over digits, where the search goes by these.
    pub end_sums: Option<[DigitSums; 2]>,
}

impl<'a> OrderProblem<'a> {
    /// Numbers the elements by digits, and finds the beats at both ends, whose layouts are `ends`.
    pub fn new(steps: &'a Steps, free: Range<usize>, shapes: &'a [Shape], ends: [&Layout; 2]) -> Self {
        let digits = digits(steps);
        let spans = spans(steps);
        let beat = |position: Option<Position>| position.map(|position| position.beat as u32);
        let beats = |layout: &Layout| layout.positions(steps.elements).into_iter().map(beat).collect();
        let [source, sink]: [Vec<Option<u32>>; 2] = ends.map(beats);
        let radices: Vec<usize> = steps.steps.iter().map(|step| step.kernel.radix).collect();
        let has_digit_numbers =
            radices.iter().product::<usize>() == steps.elements && spans.iter().all(|span| span.0 == 0);
        let sums = |beats| DigitSums::from_beats(beats, &digits, &radices);
        let end_sums = (steps.elements > MAX_JUDGED_ELEMENTS && has_digit_numbers)
            .then(|| Some([sums(&source)?, sums(&sink)?]))
            .flatten();
        let sample = sample(steps, &digits);
        let numbers = DigitNumbers::new(&digits, &radices);
        let is_numbered = (0..spans.len()).map(|step| is_numbered(steps, step, spans[step], &numbers)).collect();
        OrderProblem { steps, free, shapes, radices, spans, is_numbered, sample, numbers, source, sink, end_sums }
    }

    /// Returns the problem with arrivals of sampled elements in place of sums over digits.
    pub fn judged_by_sample(self) -> Self {
        OrderProblem { end_sums: None, ..self }
    }

    /// Returns the transforms of a step in the order of a candidate.
    pub fn transforms(&self, step: usize, candidate: &Candidate) -> Vec<u32> {
        if let Some(order) = &candidate.order {
            return order.clone();
        }
        let number = self.numbers.by(&candidate.digits);
        if !self.numbers_transforms(step, candidate) {
            return self.sorted(step, |group| number(group[0]));
        }
        // The transforms are numbered without gaps and need no sorting.
        let (groups, radix) = (&self.steps.steps[step].groups, self.radices[step]);
        let mut order = vec![0; groups.len()];
        groups.iter().zip(0..).for_each(|(group, at)| order[number(group[0]) / radix] = at);
        order
    }

    /// Whether the digits of a candidate number the transforms of a step without gaps.
    fn numbers_transforms(&self, step: usize, candidate: &Candidate) -> bool {
        let (first, end) = self.spans[step];
        // The first step of a span also has orders by the digits of the span before.
        let has_own_digits =
            candidate.digits.len() == end - first && candidate.digits.iter().all(|digit| (first..end).contains(digit));
        self.is_numbered[step] && has_own_digits
    }

    /// Returns the arrivals after a step whose transforms come in the order of a candidate, of sampled elements.
    /// `beats[number]`: [`Self::numbered_beats`] of the step.
    pub fn sampled_after(&self, step: usize, candidate: &Candidate, beats: &[u32]) -> Arrivals {
        if candidate.order.is_some() || !self.numbers_transforms(step, candidate) {
            return self.sampled(&self.beats(step, &self.transforms(step, candidate)));
        }
        let number = self.numbers.by(&candidate.digits);
        Arrivals::Sampled(self.sample.iter().map(|&id| beats[number(id)]).collect())
    }

    /// Returns the beat of each element after a step by the number that its digits give, of which the last one is the
    /// step's own.
    pub fn numbered_beats(&self, step: usize) -> Vec<u32> {
        let (shape, radix) = (self.shapes[step], self.radices[step]);
        (0..self.steps.elements).map(|number| beat(shape, radix, (number / radix, number % radix))).collect()
    }

    /// Returns the transforms of a step in ascending order of a key of their elements.
    pub fn sorted<K: Ord>(&self, step: usize, key: impl Fn(&[usize]) -> K) -> Vec<u32> {
        let groups = &self.steps.steps[step].groups;
        let mut order: Vec<(K, u32)> = groups.iter().zip(0..).map(|(group, number)| (key(group), number)).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, group)| group).collect()
    }

    /// Returns the transforms of a step in the order of the beats of their first elements.
    pub fn in_beat_order(&self, step: usize, beats: &[Option<u32>]) -> Vec<u32> {
        self.sorted(step, |group| group.first().and_then(|&id| beats[id]))
    }

    /// Returns the beats of the sampled elements.
    pub fn sampled(&self, beats: &[Option<u32>]) -> Arrivals {
        Arrivals::Sampled(self.sample.iter().map(|&id| beats[id].unwrap_or(NEVER)).collect())
    }

    /// Returns the beat of each element after a step whose transforms come in an order.
    pub fn beats(&self, step: usize, order: &[u32]) -> Vec<Option<u32>> {
        let (shape, radix) = (self.shapes[step], self.radices[step]);
        let mut beats = vec![None; self.steps.elements];
        for (rank, &group) in order.iter().enumerate() {
            for (position, &id) in self.steps.steps[step].groups[group as usize].iter().enumerate() {
                beats[id] = Some(beat(shape, radix, (rank, position)));
            }
        }
        beats
    }
}

/// Returns the beat of an element at a position in the transform that has a rank in the order.
fn beat(shape: Shape, radix: usize, (rank, position): (usize, usize)) -> u32 {
    let (batch, slot) = shape.slot(rank, position, radix);
    (batch * shape.period + slot / shape.lanes) as u32
}

/// Returns `digits[step][element]`: the position of an element in its transform of a step.
fn digits(steps: &Steps) -> Vec<Vec<u32>> {
    let of_step = |step: &Step| {
        let mut digit = vec![0; steps.elements];
        for group in step.groups.iter().chain(&step.left_out) {
            group.iter().enumerate().for_each(|(position, &id)| digit[id] = position as u32);
        }
        digit
    };
    steps.steps.iter().map(of_step).collect()
}

/// Returns, for each step, the range of steps whose digits together number the elements.
fn spans(steps: &Steps) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    while spans.len() < steps.steps.len() {
        let start = spans.len();
        let mut product = 1;
        let mut end = start;
        while end < steps.steps.len() && (product < steps.elements || end == start) {
            product *= steps.steps[end].kernel.radix;
            end += 1;
        }
        spans.extend(vec![(start, end); end - start]);
    }
    spans
}

/// Whether the digits of a step's span number all elements without gaps, and those of each transform of the step one
/// after another if its own digit comes last. In other orders of the other digits the same then holds.
fn is_numbered(steps: &Steps, step: usize, (first, end): (usize, usize), numbers: &DigitNumbers) -> bool {
    let Step { groups, kernel, .. } = &steps.steps[step];
    let order: Vec<usize> = (first..end).filter(|other| *other != step).chain([step]).collect();
    let number = numbers.by(&order);
    let mut seen = vec![false; groups.len()];
    let is_next = |group: &Vec<usize>| {
        let rank = number(group[0]) / kernel.radix;
        let follows = group.iter().zip(rank * kernel.radix..).all(|(&id, expected)| number(id) == expected);
        follows && seen.get_mut(rank).is_some_and(|seen| !std::mem::replace(seen, true))
    };
    groups.len() * kernel.radix == steps.elements && groups.iter().all(is_next)
}

/// Share of a frame between one element that is compared and the next one, so that the first ones are of all its parts.
const SPREAD: f64 = 0.618;

/// Returns the elements whose beats are compared: all of a small frame, else a sample with the elements of extreme
/// digits.
fn sample(steps: &Steps, digits: &[Vec<u32>]) -> Vec<usize> {
    let all = 0..steps.elements;
    if steps.elements <= MAX_JUDGED_ELEMENTS {
        let count = steps.elements.max(1);
        let stride = (((count as f64 * SPREAD) as usize).max(1)..).find(|stride| gcd(*stride, count) == 1).unwrap_or(1);
        return all.map(|place| place * stride % count).collect();
    }
    let is_corner = |id: usize| {
        let mut digits = digits.iter().zip(&steps.steps);
        digits.all(|(digit, step)| [0, step.kernel.radix as u32 - 1].contains(&digit[id]))
    };
    all.filter(|id| is_corner(*id) || id % ((steps.elements / SAMPLED_ELEMENTS) | 1) == 0).collect()
}
