//! The order of the transforms of each step: where the permuters' latency is decided.
//!
//! A step's transforms may come in any order. The digits of an element are its positions in the
//! transforms of the steps; an order of digits, slowest first, is an order of transforms. A beam
//! search over digit orders, and over orders by arrival and by deadline, minimises the sum of the
//! permuters' latencies.

use super::shape::Shape;
use crate::plan::{Factor, Steps};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::ops::Range;

/// States kept from step to step.
const BEAM: usize = 24;

/// Digit orders are tried exhaustively up to this many digits beside the step's own.
const EXHAUSTIVE: usize = 4;

/// States whose elements other steps may take as they come.
const BEST: usize = 6;

/// Frames of more elements are judged by a sample.
const SAMPLE_ABOVE: usize = 2048;

/// Times from which on the transforms that are due may come, in a frame.
const STARTS: usize = 16;

/// Cycles that a permuter takes beyond L.
const PERMUTER: u32 = 1;

/// For each step, its transforms in the order in which they come. Only those in `free` choose theirs: the ones ahead of them
/// pass elements on in the order of the inputs, and the ones behind them in that of the outputs.
pub fn arrange(steps: &Steps, free: Range<usize>, shapes: &[Shape], width: usize) -> Vec<Vec<u32>> {
    Arranger::new(steps, free, shapes, width).search()
}

struct Arranger<'a> {
    steps: &'a Steps,
    free: Range<usize>,
    shapes: &'a [Shape],
    /// `digit[step][element]`.
    digit: Vec<Vec<u32>>,
    /// First and one past the last step that together number the elements.
    span: Vec<(usize, usize)>,
    sample: Vec<usize>,
    source: Vec<Option<u32>>,
    sink: Vec<Option<u32>>,
}

/// A choice for the steps so far.
#[derive(Clone)]
struct State {
    cost: u32,
    /// What decides between ways of the same cost: steps whose eighths of a turn come in runs, for which a multiplier has no
    /// time; and the squares of the permuters' latencies, since several short ones are simpler than a long one.
    ties: (u32, u64),
    orders: Vec<Vec<u32>>,
    /// Digit order of the last step, its own digit last; empty if it is not one.
    digits: Vec<usize>,
    /// Beat of each sampled element after the last step.
    beats: Vec<Option<u32>>,
}

impl<'a> Arranger<'a> {
    fn new(steps: &'a Steps, free: Range<usize>, shapes: &'a [Shape], width: usize) -> Self {
        let digit: Vec<Vec<u32>> = steps
            .steps
            .iter()
            .map(|step| {
                let mut digit = vec![0; steps.elements];
                for group in &step.groups {
                    group.iter().enumerate().for_each(|(position, &id)| digit[id] = position as u32);
                }
                digit
            })
            .collect();
        let mut span = Vec::new();
        while span.len() < steps.steps.len() {
            let start = span.len();
            let mut product = 1;
            let mut end = start;
            while end < steps.steps.len() && (product < steps.elements || end == start) {
                product *= steps.steps[end].kernel.radix;
                end += 1;
            }
            span.extend(vec![(start, end); end - start]);
        }
        let corner = |id: usize| {
            let mut digits = digit.iter().zip(&steps.steps);
            digits.all(|(digit, step)| [0, step.kernel.radix as u32 - 1].contains(&digit[id]))
        };
        let all = 0..steps.elements;
        let sample = match steps.elements > SAMPLE_ABOVE {
            true => all.filter(|id| corner(*id) || id % ((steps.elements / 500) | 1) == 0).collect(),
            false => all.collect(),
        };
        let beats = |ids: &[usize]| {
            let mut beats = vec![None; steps.elements];
            ids.iter().enumerate().for_each(|(index, &id)| beats[id] = Some((index / width) as u32));
            beats
        };
        let (source, sink) = (beats(&steps.source), beats(&steps.sink));
        Arranger { source, sink, steps, free, shapes, digit, span, sample }
    }

    fn search(&self) -> Vec<Vec<u32>> {
        let start = State {
            cost: 0,
            ties: (0, 0),
            orders: (0..self.free.start).map(|step| self.in_order(step, &self.source)).collect(),
            digits: vec![],
            beats: self.sample.iter().map(|&id| self.source[id]).collect(),
        };
        let mut beam = vec![start];
        for step in self.free.clone() {
            let mut next: Vec<State> = Vec::new();
            let candidates = self.candidates(step, &beam);
            let (shape, own) = (self.shapes[step], &self.steps.steps[step]);
            let eighths = own.after.as_ref().filter(|_| shape.period == 1 && own.is_of_eighths());
            for (digits, order) in candidates {
                let runs = u32::from(eighths.is_some_and(|factors| self.has_runs(step, factors, &order)));
                let beats = self.beats(step, &order);
                let ways = beam.iter().map(|state| {
                    let wait = wait(&state.beats, &beats);
                    (state, state.cost + wait, (state.ties.0 + runs, state.ties.1 + square(wait)))
                });
                let Some((state, cost, ties)) = ways.min_by_key(|&(_, cost, ties)| (cost, ties)) else { continue };
                let orders = state.orders.iter().cloned().chain([order]).collect();
                next.push(State { cost, ties, orders, digits, beats });
            }
            // What remains to the output counts half: it is at least partly undone on the way.
            let sink: Vec<_> = self.sample.iter().map(|&id| self.sink[id]).collect();
            let last = step + 1 == self.free.end;
            next.sort_by_key(|state| {
                let (left, (runs, squares)) = (wait(&state.beats, &sink), state.ties);
                match last {
                    true => (2 * (state.cost + left), (runs, squares + square(left))),
                    false => (2 * state.cost + left, state.ties),
                }
            });
            next.truncate(BEAM);
            beam = next;
        }
        let behind = (self.free.end..self.steps.steps.len()).map(|step| self.in_order(step, &self.sink));
        beam.swap_remove(0).orders.into_iter().chain(behind).collect()
    }

    /// Whether, of elements that these factors behind a step turn by odd eighths, two come one after the other, or one with
    /// the frame's first beat.
    fn has_runs(&self, step: usize, factors: &[Factor], order: &[u32]) -> bool {
        let (shape, step) = (self.shapes[step], &self.steps.steps[step]);
        let odd = |group: &u32, place: usize| {
            factors[step.groups[*group as usize][place]].eighth_turns().is_some_and(|eighths| eighths % 2 == 1)
        };
        let lanes = (0..shape.copies).flat_map(|copy| (0..step.kernel.radix).map(move |place| (copy, place)));
        let mut rows = lanes.map(|(copy, place)| {
            std::iter::once(true)
                .chain(order.iter().skip(copy).step_by(shape.copies).map(move |group| odd(group, place)))
        });
        rows.any(|row| row.clone().zip(row.skip(1)).any(|two| two == (true, true)))
    }

    /// The transforms of a step in the order of the beats of their elements.
    fn in_order(&self, step: usize, beats: &[Option<u32>]) -> Vec<u32> {
        let groups = &self.steps.steps[step].groups;
        let mut order: Vec<u32> = (0..groups.len() as u32).collect();
        order.sort_by_key(|&group| groups[group as usize].first().and_then(|&id| beats[id]));
        order
    }

    /// Beat of each sampled element when the step's transforms come in this order.
    fn beats(&self, step: usize, order: &[u32]) -> Vec<Option<u32>> {
        let beats = self.all_beats(step, order);
        self.sample.iter().map(|&id| beats[id]).collect()
    }

    /// Beat of each element.
    fn all_beats(&self, step: usize, order: &[u32]) -> Vec<Option<u32>> {
        let (shape, radix) = (self.shapes[step], self.steps.steps[step].kernel.radix);
        let mut beats = vec![None; self.steps.elements];
        for (rank, &group) in order.iter().enumerate() {
            for (position, &id) in self.steps.steps[step].groups[group as usize].iter().enumerate() {
                let (batch, slot) = shape.slot(rank, position, radix);
                beats[id] = Some((batch * shape.period + slot / shape.lanes) as u32);
            }
        }
        beats
    }

    /// Orders for a step beside that of real data, whose pairs have no digits: as elements come on the best ways so far,
    /// and as those that go together in the next step stand side by side.
    fn mirrored(&self, step: usize, beam: &[State]) -> Vec<Vec<u32>> {
        let is_split = |step: usize| self.steps.steps.get(step).is_some_and(|step| step.split.is_some());
        let groups = &self.steps.steps[step].groups;
        let sorted = |key: &dyn Fn(&[usize]) -> u32| {
            let mut order: Vec<u32> = (0..groups.len() as u32).collect();
            order.sort_by_key(|&group| key(&groups[group as usize]));
            order
        };
        let mut found = Vec::new();
        if is_split(step) && step + 1 == self.free.end {
            for state in beam.iter().take(BEST) {
                let come =
                    state.orders.last().map_or_else(|| self.source.clone(), |order| self.all_beats(step - 1, order));
                found.extend((0..STARTS).map(|start| self.timely(step, &come, start)));
            }
        }
        if step > 0 && (is_split(step) || is_split(step - 1)) {
            let orders = beam.iter().take(BEST).filter_map(|state| state.orders.last());
            found.extend(orders.map(|order| {
                let beats = self.all_beats(step - 1, order);
                sorted(&|group| group.iter().filter_map(|&id| beats[id]).max().unwrap_or(0))
            }));
        }
        if let Some(next) = self.steps.steps.get(step + 1).filter(|_| is_split(step) || is_split(step + 1)) {
            let mut number = vec![0; self.steps.elements];
            for (group, rank) in next.groups.iter().zip(0u32..) {
                group.iter().for_each(|&id| number[id] = rank);
            }
            found.push(sorted(&|group| group.iter().map(|&id| number[id]).min().unwrap_or(0)));
        }
        found
    }

    /// The transforms of a step one after the other, from such a share of a frame on: of those whose elements have come, the
    /// one whose elements are due first behind the last step (Jackson 1955).
    fn timely(&self, step: usize, come: &[Option<u32>], start: usize) -> Vec<u32> {
        let (shape, groups) = (self.shapes[step], &self.steps.steps[step].groups);
        let beats =
            |group: &[usize], beats: &[Option<u32>]| group.iter().filter_map(|&id| beats[id]).collect::<Vec<_>>();
        let mut coming: Vec<(u32, u32, u32)> = groups
            .iter()
            .zip(0u32..)
            .map(|(group, number)| {
                let there = beats(group, come).into_iter().max().unwrap_or(0);
                (there, beats(group, &self.sink).into_iter().min().unwrap_or(0), number)
            })
            .collect();
        coming.sort_unstable();
        let mut coming = coming.into_iter().peekable();
        let (mut waiting, mut order) = (BinaryHeap::new(), Vec::with_capacity(groups.len()));
        while order.len() < groups.len() {
            let now = start * shape.beats() / STARTS + order.len() / shape.copies * shape.period;
            while let Some((_, due, number)) =
                coming.next_if(|(there, ..)| *there as usize <= now || waiting.is_empty())
            {
                waiting.push(Reverse((due, number)));
            }
            order.extend(waiting.pop().map(|Reverse((_, number))| number));
        }
        order
    }

    /// Orders worth trying at a step, each with its digit order where it is one.
    fn candidates(&self, step: usize, beam: &[State]) -> Vec<(Vec<usize>, Vec<u32>)> {
        let (start, end) = self.span[step];
        let others: Vec<usize> = (start..end).filter(|s| *s != step).collect();
        let mut digit_orders = BTreeSet::new();
        if others.len() <= EXHAUSTIVE {
            permutations(&others, &mut vec![], &mut digit_orders);
        } else {
            for state in beam.iter().filter(|s| s.digits.len() > others.len()) {
                let at = state.digits.iter().position(|d| *d == step).unwrap_or(0);
                let rotated: Vec<_> = state.digits.iter().copied().filter(|d| *d != step).collect();
                let mut swapped = state.digits.clone();
                swapped.swap(at, others.len());
                swapped.pop();
                digit_orders.extend([rotated, swapped]);
            }
            let reversed: Vec<_> = others.iter().rev().copied().collect();
            for base in [others.clone(), reversed] {
                for (from, to) in (0..base.len()).flat_map(|a| (0..base.len()).map(move |b| (a, b))) {
                    let mut moved = base.clone();
                    let digit = moved.remove(from);
                    moved.insert(to, digit);
                    digit_orders.insert(moved);
                }
            }
        }
        let groups = &self.steps.steps[step].groups;
        let sorted = |key: &dyn Fn(&[usize]) -> u64| -> Vec<u32> {
            let mut order: Vec<(u64, u32)> = groups.iter().zip(0..).map(|(group, i)| (key(group), i)).collect();
            order.sort_unstable();
            order.into_iter().map(|(_, group)| group).collect()
        };
        let mut found: Vec<(Vec<usize>, Vec<u32>)> = digit_orders
            .into_iter()
            .map(|digits| {
                let radix = |d: &usize| self.steps.steps[*d].kernel.radix as u64;
                let number =
                    |group: &[usize]| digits.iter().fold(0, |n, d| n * radix(d) + u64::from(self.digit[*d][group[0]]));
                let order = sorted(&number);
                (digits.iter().copied().chain([step]).collect(), order)
            })
            .collect();
        found.extend(self.mirrored(step, beam).into_iter().map(|order| (vec![], order)));
        let beat = |beats: &[Option<u32>], id: usize| u64::from(beats[id].unwrap_or(0));
        if step == self.free.start {
            found.push((vec![], sorted(&|g| g.iter().map(|&id| beat(&self.source, id)).max().unwrap_or(0))));
            found.push((vec![], sorted(&|g| g.iter().map(|&id| beat(&self.source, id)).sum())));
        }
        if step + 1 == self.free.end {
            found.push((vec![], sorted(&|g| g.iter().map(|&id| beat(&self.sink, id)).min().unwrap_or(0))));
            found.push((vec![], sorted(&|g| g.iter().map(|&id| beat(&self.sink, id)).sum())));
        }
        found
    }
}

/// Latency of the permuter between two arrangements.
fn wait(from: &[Option<u32>], to: &[Option<u32>]) -> u32 {
    let waits = from.iter().zip(to).filter_map(|(a, b)| Some((*a)?.saturating_sub((*b)?)));
    match waits.max().unwrap_or(0) {
        0 => 0,
        wait => wait + PERMUTER,
    }
}

fn square(wait: u32) -> u64 {
    u64::from(wait).pow(2)
}

fn permutations(rest: &[usize], head: &mut Vec<usize>, found: &mut BTreeSet<Vec<usize>>) {
    if rest.is_empty() {
        found.insert(head.clone());
    }
    for (index, &digit) in rest.iter().enumerate() {
        let others: Vec<_> = rest.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, d)| *d).collect();
        head.push(digit);
        permutations(&others, head, found);
        head.pop();
    }
}
