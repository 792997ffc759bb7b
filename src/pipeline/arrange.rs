//! The order of the transforms of each step: where the permuters' latency is decided.
//!
//! A step's transforms may come in any order. The digits of an element are its positions in the
//! transforms of the steps; an order of digits, slowest first, is an order of transforms. A beam
//! search over digit orders, and over orders by arrival and by deadline, minimises the sum of the
//! permuters' latencies.

use super::arrivals::Arrivals;
use super::digits::Sums;
use super::shape::Shape;
use crate::formula::{Factor, Steps};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::ops::Range;

/// States kept from step to step.
const BEAM: usize = 24;

/// Digit orders are tried exhaustively up to this many digits beside the step's own.
const EXHAUSTIVE: usize = 4;

/// States whose elements other steps may take as they come.
const BEST: usize = 6;

/// Frames of more elements are judged by their digits alone, or where these do not tell by a sample.
const SAMPLE_ABOVE: usize = 2048;

/// Times from which on the transforms that are due may come, in a frame.
const STARTS: usize = 16;

/// For each step, its transforms in the order in which they come. Only those in `free` choose theirs: the ones ahead of them
/// pass elements on in the order of the inputs, and the ones behind them in that of the outputs.
pub fn arrange(steps: &Steps, free: Range<usize>, shapes: &[Shape], width: usize) -> Vec<Vec<u32>> {
    let told = Arranger::new(steps, free, shapes, width);
    // Where a step has no order whose beats its digits tell, elements do.
    let orders = told.search().or_else(|| Arranger { ends: None, ..told }.search());
    orders.unwrap_or_else(|| unreachable!("some order of each step is always tried"))
}

struct Arranger<'a> {
    steps: &'a Steps,
    free: Range<usize>,
    shapes: &'a [Shape],
    radices: Vec<usize>,
    /// `digit[step][element]`.
    digit: Vec<Vec<u32>>,
    /// First and one past the last step that together number the elements.
    span: Vec<(usize, usize)>,
    sample: Vec<usize>,
    source: Vec<Option<u32>>,
    sink: Vec<Option<u32>>,
    /// The beats of both, where digits alone tell how elements come.
    ends: Option<[Sums; 2]>,
}

/// An order of the transforms of a step.
#[derive(Clone)]
struct Candidate {
    /// Digit order, the step's own digit last; empty if it is not one.
    digits: Vec<usize>,
    /// The transforms; none if the digits say it.
    order: Option<Vec<u32>>,
}

/// A choice for the steps so far.
#[derive(Clone)]
struct State {
    cost: u32,
    /// What decides between ways of the same cost: lanes behind steps where eighths of a turn come in runs, for which a
    /// multiplier has no time; and the squares of the permuters' latencies, since several short ones are simpler than a long
    /// one.
    ties: (u32, u64),
    orders: Vec<Candidate>,
    /// After the last of them.
    arrivals: Arrivals,
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
        let large = steps.elements > SAMPLE_ABOVE;
        let sample = match large {
            true => all.filter(|id| corner(*id) || id % ((steps.elements / 500) | 1) == 0).collect(),
            false => all.collect(),
        };
        let beats = |ids: &[usize]| {
            let mut beats = vec![None; steps.elements];
            ids.iter().enumerate().for_each(|(index, &id)| beats[id] = Some((index / width) as u32));
            beats
        };
        let (source, sink) = (beats(&steps.source), beats(&steps.sink));
        let radices: Vec<usize> = steps.steps.iter().map(|step| step.kernel.radix).collect();
        let told = large && radices.iter().product::<usize>() == steps.elements && span.iter().all(|s| s.0 == 0);
        let sums = |beats| Sums::found(beats, &digit, &radices);
        let ends = told.then(|| Some([sums(&source)?, sums(&sink)?])).flatten();
        Arranger { source, sink, steps, free, shapes, radices, digit, span, sample, ends }
    }

    /// `None` if no order of some step is judged.
    fn search(&self) -> Option<Vec<Vec<u32>>> {
        let arrivals = |at: usize, beats: &[Option<u32>]| match &self.ends {
            Some(ends) => Arrivals::Sums(ends[at].clone()),
            None => self.sampled(beats),
        };
        let (source, sink) = (arrivals(0, &self.source), arrivals(1, &self.sink));
        let passing = |step: usize| Candidate { digits: vec![], order: Some(self.in_order(step, &self.source)) };
        let orders = (0..self.free.start).map(passing).collect();
        let mut beam = vec![State { cost: 0, ties: (0, 0), orders, arrivals: source }];
        for step in self.free.clone() {
            // What remains to the output counts half: it is at least partly undone on the way.
            let last = step + 1 == self.free.end;
            let cost = |state: &State, left: u32| if last { 2 * (state.cost + left) } else { 2 * state.cost + left };
            let next = self.candidates(step, &beam).into_iter().filter_map(|order| self.next(step, &beam, order));
            let mut keyed: Vec<(u32, State)> =
                next.map(|state| (cost(&state, state.arrivals.wait(&sink)), state)).collect();
            keyed.sort_by_key(|(cost, _)| *cost);
            // Those that come no later than the last that is kept are looked at more closely.
            let turned = self.turned(step);
            let most = keyed.get(BEAM - 1).map_or(u32::MAX, |(cost, _)| *cost);
            keyed.retain(|(cost, _)| *cost <= most);
            for (_, state) in &mut keyed {
                if let Some(turned) = &turned {
                    state.ties.0 += self.runs(step, turned, state);
                }
                if last {
                    state.ties.1 += square(state.arrivals.wait(&sink));
                }
            }
            keyed.sort_by_key(|(cost, state)| (*cost, state.ties));
            beam = keyed.into_iter().map(|(_, state)| state).take(BEAM).collect();
        }
        let chosen = &beam.first()?.orders;
        let ahead = chosen.iter().enumerate().map(|(step, candidate)| self.order(step, candidate));
        let behind = (self.free.end..self.steps.steps.len()).map(|step| self.in_order(step, &self.sink));
        Some(ahead.chain(behind).collect())
    }

    /// The best way to an order of a step's transforms.
    fn next(&self, step: usize, beam: &[State], candidate: Candidate) -> Option<State> {
        let arrivals = match &self.ends {
            Some(_) => Arrivals::Sums(Sums::of_order(&candidate.digits, &self.radices, self.shapes[step])?),
            None => self.sampled(&self.all_beats(step, &self.order(step, &candidate))),
        };
        let ways = beam.iter().map(|state| {
            let wait = state.arrivals.wait(&arrivals);
            (state, state.cost + wait, (state.ties.0, state.ties.1 + square(wait)))
        });
        let (state, cost, ties) = ways.min_by_key(|&(_, cost, ties)| (cost, ties))?;
        let orders = state.orders.iter().cloned().chain([candidate]).collect();
        Some(State { cost, ties, orders, arrivals })
    }

    /// Marks the elements that are turned by odd eighths behind a step of a beat, where eighths are all that stands there.
    fn turned(&self, step: usize) -> Option<Vec<bool>> {
        let (shape, step) = (self.shapes[step], &self.steps.steps[step]);
        let factors = step.after.as_ref().filter(|_| shape.period == 1 && step.is_of_eighths())?;
        let is_odd = |factor: &Factor| factor.eighth_turns().is_some_and(|eighths| eighths % 2 == 1);
        Some(factors.iter().map(is_odd).collect())
    }

    /// Lanes on which, of these elements behind a step, two come one after the other, or one with the frame's first beat.
    fn runs(&self, number: usize, turned: &[bool], state: &State) -> u32 {
        let (shape, step) = (self.shapes[number], &self.steps.steps[number]);
        let order = state.orders.last().map_or(vec![], |candidate| self.order(number, candidate));
        let turned = |group: &u32, place: usize| turned[step.groups[*group as usize][place]];
        let lanes = (0..shape.copies).flat_map(|copy| (0..step.kernel.radix).map(move |place| (copy, place)));
        let rows = lanes.map(|(copy, place)| {
            std::iter::once(true)
                .chain(order.iter().skip(copy).step_by(shape.copies).map(move |group| turned(group, place)))
        });
        rows.filter(|row| row.clone().zip(row.clone().skip(1)).any(|two| two == (true, true))).count() as u32
    }

    /// The transforms of a step in an order.
    fn order(&self, step: usize, candidate: &Candidate) -> Vec<u32> {
        let Candidate { digits, order } = candidate;
        order.clone().unwrap_or_else(|| {
            let digits: Vec<(&Vec<u32>, u64)> =
                digits.iter().map(|&digit| (&self.digit[digit], self.steps.steps[digit].kernel.radix as u64)).collect();
            let number = |group: &[usize]| {
                digits.iter().fold(0, |number, (digit, radix)| number * radix + u64::from(digit[group[0]]))
            };
            if self.ends.is_none() {
                return self.sorted(step, number);
            }
            // Each number up to that of the groups stands for one, with a digit of 0 at the end.
            let (groups, radix) = (&self.steps.steps[step].groups, self.steps.steps[step].kernel.radix as u64);
            let mut order = vec![0; groups.len()];
            groups.iter().zip(0..).for_each(|(group, at)| order[(number(group) / radix) as usize] = at);
            order
        })
    }

    /// The transforms of a step, the least first.
    fn sorted<K: Ord>(&self, step: usize, key: impl Fn(&[usize]) -> K) -> Vec<u32> {
        let groups = &self.steps.steps[step].groups;
        let mut order: Vec<(K, u32)> = groups.iter().zip(0..).map(|(group, number)| (key(group), number)).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, group)| group).collect()
    }

    /// The transforms of a step in the order of the beats of their elements.
    fn in_order(&self, step: usize, beats: &[Option<u32>]) -> Vec<u32> {
        self.sorted(step, |group| group.first().and_then(|&id| beats[id]))
    }

    /// Those of the sampled elements.
    fn sampled(&self, beats: &[Option<u32>]) -> Arrivals {
        Arrivals::Sampled(self.sample.iter().map(|&id| beats[id]).collect())
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
        // The beats that elements come from on each of the best ways.
        let come = |state: &State| match state.orders.last() {
            Some(candidate) => self.all_beats(step - 1, &self.order(step - 1, candidate)),
            None => self.source.clone(),
        };
        let mut found = Vec::new();
        if is_split(step) && step + 1 == self.free.end {
            for state in beam.iter().take(BEST) {
                let come = come(state);
                found.extend((0..STARTS).map(|start| self.timely(step, &come, start)));
            }
        }
        if step > 0 && (is_split(step) || is_split(step - 1)) {
            found.extend(beam.iter().take(BEST).map(|state| {
                let beats = come(state);
                self.sorted(step, |group| group.iter().filter_map(|&id| beats[id]).max().unwrap_or(0))
            }));
        }
        if let Some(next) = self.steps.steps.get(step + 1).filter(|_| is_split(step) || is_split(step + 1)) {
            let mut number = vec![0; self.steps.elements];
            for (group, rank) in next.groups.iter().zip(0u32..) {
                group.iter().for_each(|&id| number[id] = rank);
            }
            found.push(self.sorted(step, |group| group.iter().map(|&id| number[id]).min().unwrap_or(0)));
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

    /// Orders worth trying at a step.
    fn candidates(&self, step: usize, beam: &[State]) -> Vec<Candidate> {
        let (start, end) = self.span[step];
        let others: Vec<usize> = (start..end).filter(|s| *s != step).collect();
        let mut digit_orders = BTreeSet::new();
        if others.len() <= EXHAUSTIVE {
            permutations(&others, &mut vec![], &mut digit_orders);
        } else {
            let ways = beam.iter().filter_map(|state| Some(&state.orders.last()?.digits));
            for digits in ways.filter(|digits| digits.len() > others.len()) {
                let at = digits.iter().position(|d| *d == step).unwrap_or(0);
                let rotated: Vec<_> = digits.iter().copied().filter(|d| *d != step).collect();
                let mut swapped = digits.clone();
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
        let of_digits = |digits: Vec<usize>| {
            let digits = digits.into_iter().chain([step]).collect();
            Candidate { digits, order: None }
        };
        let of_digits = digit_orders.into_iter().map(of_digits);
        if self.ends.is_some() {
            // No other order is judged by its digits.
            return of_digits.collect();
        }
        let mut orders = self.mirrored(step, beam);
        let beat = |beats: &[Option<u32>], id: usize| u64::from(beats[id].unwrap_or(0));
        if step == self.free.start {
            orders.push(self.sorted(step, |g| g.iter().map(|&id| beat(&self.source, id)).max().unwrap_or(0)));
            orders.push(self.sorted(step, |g| g.iter().map(|&id| beat(&self.source, id)).sum::<u64>()));
        }
        if step + 1 == self.free.end {
            orders.push(self.sorted(step, |g| g.iter().map(|&id| beat(&self.sink, id)).min().unwrap_or(0)));
            orders.push(self.sorted(step, |g| g.iter().map(|&id| beat(&self.sink, id)).sum::<u64>()));
        }
        let orders = orders.into_iter().map(|order| Candidate { digits: vec![], order: Some(order) });
        of_digits.chain(orders).collect()
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
