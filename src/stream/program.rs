//! A whole transform as a stream: permuters and stages in a row.

use super::arrange::arrange;
use super::feedback::{distance, is_in_beats};
use super::permuter::Request;
use super::schedule::{Goal, Schedules};
use super::{Converter, Layout, Normalizer, Permuter, Shape, Stage, Units};
use crate::dag::{from_formula, from_split, Way};
use crate::format::{Fixed, Format};
use crate::plan::{Direction, Factor, Formula, Kind, Order, Split, Step, Steps};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// A formula at a width.
#[derive(Clone, Debug)]
pub struct Program {
    pub formula: Formula,
    /// What a frame holds: real data takes a step beside the formula.
    pub kind: Kind,
    /// So many steps need no permuters: they have delayed feedback or their elements in one beat. They are the first ones, or
    /// behind the step of real data the last ones.
    pub feedback: usize,
    /// Of the points that come, and of those that go.
    pub orders: [Order; 2],
    /// Complex points of a frame, and of a beat.
    pub size: usize,
    pub width: usize,
    /// Beats of a frame, and least distance of frame starts.
    pub interval: usize,
    /// The inverse is the forward transform with real and imaginary parts exchanged on both sides.
    pub direction: Direction,
    /// Elements that the plan numbers; inputs and the padding.
    pub elements: usize,
    pub input: Layout,
    pub output: Layout,
    pub stages: Vec<Stage>,
    /// Ahead of each stage, and behind the last.
    pub permuters: Vec<Permuter>,
    /// Around each permuter, where there is one: in block floating point.
    pub normalizers: Vec<Option<Normalizer>>,
    /// Behind everything, where results are floating-point numbers that were computed as blocks.
    pub converter: Option<Converter>,
}

/// What a stream is made from.
#[derive(Clone, PartialEq, Debug)]
pub struct Outline {
    pub formula: Formula,
    /// What a frame holds: real data takes a step beside the formula.
    pub kind: Kind,
    /// As many of the first steps do without permuters, with delayed feedback, or as many as find their elements in
    /// place if that is fewer. Where the step of real data stands first, it is the last ones.
    pub feedback: usize,
    /// Eighths of a turn behind a step may be a stage of their own, and without feedback each step is one stage otherwise.
    pub apart: bool,
    /// Points a cycle.
    pub width: usize,
    /// Of the points that come, and of those that go.
    pub orders: [Order; 2],
    /// The inverse is the forward transform with real and imaginary parts exchanged on both sides.
    pub direction: Direction,
}

/// One piece of the pipeline.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    Permuter(&'a Permuter),
    Normalizer(&'a Normalizer),
    Stage(&'a Stage),
    Converter(&'a Converter),
}

impl Part<'_> {
    /// What the piece is called in hardware.
    pub fn label(&self) -> &'static str {
        match self {
            Part::Permuter(_) => "permute",
            Part::Normalizer(_) => "normalize",
            Part::Converter(_) => "convert",
            Part::Stage(stage) if stage.feedback.is_some() => "feedback",
            Part::Stage(stage) if stage.kernel.radix == 1 => "factors",
            Part::Stage(_) => "kernel",
        }
    }

    /// Cycles from the first input beat to the first output beat.
    pub fn latency(&self) -> usize {
        match self {
            Part::Permuter(permuter) => permuter.latency,
            Part::Normalizer(normalizer) => normalizer.latency(),
            Part::Converter(converter) => converter.latency(),
            Part::Stage(stage) => stage.latency(),
        }
    }
}

impl Program {
    /// The stages of an outline, with operators on the terms of these schedules.
    pub fn new(outline: &Outline, schedules: &Schedules) -> Self {
        Self::unordered(outline, schedules).permuted(schedules)
    }

    /// The same with its permuters.
    pub fn permuted(self, schedules: &Schedules) -> Self {
        let all = 0..=self.stages.len();
        let permuters: Vec<Permuter> = all.map(|i| self.permuter_from(i, self.ahead_of(i), schedules)).collect();
        Program { normalizers: vec![None; permuters.len()], permuters, ..self }
    }

    /// Better schedules for its stages, where a search finds any.
    pub fn search(&mut self, schedules: &Schedules) {
        let short = |stage: &&mut Stage| stage.shape.period > 1 && !stage.schedule.is_long();
        self.stages.iter_mut().filter(short).for_each(|stage| stage.search(schedules));
    }

    /// Thinks the schedules of long batches through, whose latency and operators stay what they are; whether there are any.
    pub fn think(&mut self) -> bool {
        let long: Vec<&mut Stage> = self.stages.iter_mut().filter(|stage| stage.schedule.is_long()).collect();
        let any = !long.is_empty();
        long.into_par_iter().for_each(|stage| stage.schedule.thought_through());
        any
    }

    /// Where elements come from ahead of the stage of this number.
    fn ahead_of(&self, stage: usize) -> &Layout {
        stage.checked_sub(1).map_or(&self.input, |before| &self.stages[before].layout)
    }

    /// Where elements go to in the stage of this number, or behind the last one.
    fn taken_in(&self, stage: usize) -> &Layout {
        self.stages.get(stage).map_or(&self.output, |stage| &stage.layout)
    }

    /// Cycles from the first input beat to the first output beat that no permuters can do with less than.
    pub fn least_latency(&self) -> usize {
        let wait = |stage: usize| self.ahead_of(stage).longest_wait(self.taken_in(stage), self.elements);
        self.stages.iter().map(Stage::latency).sum::<usize>() + (0..=self.stages.len()).map(wait).sum::<usize>()
    }

    /// The permuter of this number, from a layout.
    pub(super) fn permuter_from(&self, number: usize, from: &Layout, schedules: &Schedules) -> Permuter {
        let to = self.taken_in(number);
        let request = Request {
            interval: self.interval,
            clear: number == self.stages.len(),
            least_memory: schedules.terms.least_memory,
            // Points that mirror each other make orders that are none of digits.
            whole_frames: self.split().is_some(),
            spare_cycles: schedules.terms.goal != Goal::Latency,
        };
        let permuter = Permuter::new(from, to, request);
        match self.stages.get(number).filter(|_| schedules.terms.prices.free_signs) {
            Some(stage) => permuter.turning(&stage.layout, &stage.turns),
            None => permuter,
        }
    }

    /// The same without permuters: what the stages compute, whatever the order.
    pub fn unordered(outline: &Outline, schedules: &Schedules) -> Self {
        let Outline { ref formula, kind, feedback, apart, width, orders, direction } = *outline;
        let size = formula.size_in();
        let interval = size.div_ceil(width);
        let split = kind.split(size, direction == Direction::Inverse);
        let steps = split.into_iter().fold(Steps::new(formula), Steps::split).in_order(orders);
        let ids = |list: &[usize]| Layout::packed(width, list.iter().map(|&id| id as u32));
        let (input, output) = (ids(&steps.source), ids(&steps.sink));
        let shapes: Vec<Shape> = steps
            .steps
            .iter()
            .map(|step| {
                let graph = match step.split {
                    None => from_formula(&step.kernel.into()),
                    Some(split) => from_split(split, Way::Past),
                };
                let counts = graph.counts();
                Shape::new(step.groups.len(), step.kernel.radix, counts.adds + counts.muls, interval)
            })
            .collect();
        // Elements pass the first steps in the order of the inputs, or the last steps in that of the outputs.
        let joins = split.is_some_and(|split| split.inverse);
        let passing = if joins { &output } else { &input };
        let fits = |(step, shape): &(&Step, &Shape)| {
            let in_beat = shape.period == 1 && shape.lanes == width && is_in_beats(&step.groups, passing);
            step.split.is_none() && (in_beat || distance(&step.groups, passing).is_some())
        };
        let count = steps.steps.len();
        let each = || steps.steps.iter().zip(&shapes);
        let (feedback, free) = if joins {
            let feedback = each().rev().take(feedback).take_while(fits).count();
            (feedback, 0..count - feedback)
        } else {
            let feedback = each().take(feedback).take_while(fits).count();
            (feedback, feedback..count)
        };
        let arranged = arrange(&steps, free.clone(), &shapes, width);
        let natural = count == 1;
        // Signs that are bits of their own turn with any element.
        let any_turns = schedules.terms.prices.free_signs;
        let mut stages: Vec<Stage> = Vec::new();
        let mut turns = vec![];
        for (index, step) in steps.steps.iter().enumerate() {
            let begin = stages.len();
            let behind;
            match distance(&step.groups, passing).filter(|_| !free.contains(&index)) {
                Some(distance) => {
                    let before = step.before.as_ref();
                    stages.extend(before.map(|factors| Stage::of_factors(factors, passing, &[], schedules).0));
                    stages.push(Stage::with_feedback(step, passing, distance, schedules));
                    behind = Some((step.after.as_ref(), passing.clone()));
                }
                None => {
                    // What comes next takes quarter turns as it takes its elements, or a permuter ahead of it.
                    let worth = any_turns || shapes[index].period == 1;
                    let apart = apart && index + 1 < count && worth && step.is_of_eighths();
                    let held = if apart { &Step { after: None, ..step.clone() } } else { step };
                    let stage = Stage::new(held, shapes[index], &arranged[index], natural, schedules);
                    behind = apart.then(|| (step.after.as_ref(), stage.layout.clone()));
                    stages.push(stage);
                }
            }
            let mut left = vec![];
            if let Some((Some(factors), layout)) = behind {
                left = quarters(factors).unwrap_or_default();
                if left.is_empty() {
                    let alike = free.contains(&index) || !free.contains(&(index + 1));
                    let next = steps.steps.get(index + 1).filter(|next| next.split.is_none() && (any_turns || alike));
                    let turnable = match next {
                        None => vec![],
                        Some(_) if any_turns => vec![true; steps.elements],
                        Some(next) => second_of_two(next, steps.elements),
                    };
                    let (stage, turns) = Stage::of_factors(factors, &layout, &turnable, schedules);
                    stages.push(stage);
                    left = turns.unwrap_or_default();
                }
            }
            stages[begin].turns = std::mem::replace(&mut turns, left);
        }
        if let (Direction::Chosen { by: by @ 2.. }, Some(last)) = (direction, stages.last()) {
            stages.push(Stage::division(by, &last.layout.clone(), steps.elements, schedules));
        }
        Program {
            formula: formula.clone(),
            kind,
            feedback,
            orders,
            size,
            width,
            interval,
            direction,
            elements: steps.elements,
            input,
            output,
            stages,
            permuters: vec![],
            normalizers: vec![],
            converter: None,
        }
    }

    /// What the transform is, in words.
    pub fn title(&self) -> String {
        let direction = match self.direction {
            Direction::Forward => "DFT",
            Direction::Inverse => "inverse DFT",
            Direction::Chosen { .. } => "DFT or inverse DFT",
        };
        let data = match (self.kind, self.direction) {
            (Kind::Complex, _) => "",
            (Kind::Real, Direction::Inverse) => " to real samples",
            (Kind::Real, _) => " of real samples",
            (Kind::RealPair, Direction::Inverse) => " to pairs of real frames",
            (Kind::RealPair, _) => " of pairs of real frames",
        };
        format!("{}-point {direction}{data}", self.samples())
    }

    /// The step of real data, if there is one.
    fn split(&self) -> Option<Split> {
        self.kind.split(self.size, self.direction == Direction::Inverse)
    }

    /// Samples of a frame: of real ones there are two to a point.
    pub fn samples(&self) -> usize {
        self.size * self.kind.share()
    }

    /// The formula, with the step of real data, and which of its steps have delayed feedback.
    pub fn plan(&self) -> String {
        let formula = match self.split() {
            None => self.formula.to_string(),
            Some(split) if split.inverse => format!("{}·{split}", self.formula),
            Some(split) => format!("{split}·{}", self.formula),
        };
        match self.stages.iter().filter(|stage| stage.feedback.is_some()).count() {
            0 => formula,
            1 => format!("{formula}; delayed feedback in 1 step"),
            many => format!("{formula}; delayed feedback in {many} steps"),
        }
    }

    /// The pieces in order, without permuters that do nothing.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let stages = self.stages.iter().map(|stage| Some(Part::Stage(stage))).chain([None]);
        let pieces = self.permuters.iter().zip(&self.normalizers).zip(stages);
        let parts = pieces.flat_map(|((permuter, normalizer), stage)| {
            let permuter = (!permuter.is_identity()).then_some(Part::Permuter(permuter));
            [permuter, normalizer.as_ref().map(Part::Normalizer), stage]
        });
        parts.flatten().chain(self.converter.as_ref().map(Part::Converter))
    }

    /// Cycles from the first input beat to the first output beat.
    pub fn latency(&self) -> usize {
        self.parts().map(|part| part.latency()).sum()
    }

    /// Its operators.
    pub fn units(&self) -> Units {
        self.stages.iter().map(Stage::units).sum()
    }

    /// Bits of a component ahead of each permuter, for ports of so many bits on the input side.
    pub fn words(&self, input: u32) -> impl Iterator<Item = u32> + '_ {
        let behind = self.stages.iter().map(move |stage| stage.numeric.map_or(input, |numeric| numeric.output));
        let first = self.normalizers.first().and_then(Option::as_ref).map_or(input, |normalizer| normalizer.input);
        std::iter::once(first).chain(behind)
    }

    /// The format of what comes out where this one goes in: words may have grown.
    pub fn output_format(&self, input: Format) -> Format {
        let normalized = self.normalizers.last().and_then(Option::as_ref).map(|normalizer| normalizer.output);
        match (input, normalized.or_else(|| self.words(input.bits()).last())) {
            (Format::Fixed(Fixed { fraction, .. }), Some(bits)) => {
                Format::Fixed(Fixed { integer: bits.saturating_sub(fraction).max(1), fraction })
            }
            _ => input,
        }
    }

    /// The exponents that go with the frames that come out, where results are words times 2^exponent.
    pub fn exponents(&self) -> Option<RangeInclusive<i32>> {
        self.block_exponents().filter(|_| self.converter.is_none())
    }

    /// The exponents that frames can have within the core, in block floating point.
    pub fn block_exponents(&self) -> Option<RangeInclusive<i32>> {
        let ranges = self.normalizers.iter().flatten().map(Normalizer::exponents);
        let sum = ranges.reduce(|a, b| a.start() + b.start()..=a.end() + b.end())?;
        let shifts = self.shifts();
        Some(sum.start() + shifts..=sum.end() + shifts)
    }

    /// Bits of a two's complement number for every exponent that comes out.
    pub fn exponent_bits(&self) -> Option<u32> {
        self.exponents().and(self.block_exponent_bits())
    }

    /// The same for every exponent within the core.
    pub fn block_exponent_bits(&self) -> Option<u32> {
        let range = self.block_exponents()?;
        // A converter counts from another exponent, and down by a word's zeros.
        let range = match &self.converter {
            Some(c) => {
                let field = c.field();
                *range.start() + field.min(0) - c.bits() as i32..=*range.end() + field.max(0)
            }
            None => range,
        };
        let fits =
            |bits: &u32| -(1i64 << (bits - 1)) <= (*range.start()).into() && i64::from(*range.end()) < 1 << (bits - 1);
        (1..=32).find(fits)
    }

    /// Bits that all stages together shift by.
    pub fn shifts(&self) -> i32 {
        self.stages.iter().filter_map(|stage| Some(stage.numeric?.shift)).sum()
    }

    /// Complex words of memory in all permuters, normalizers and feedbacks.
    pub fn memory_words(&self) -> usize {
        let (permuters, stages) = (self.permuters.iter().map(Permuter::words), self.stages.iter().map(Stage::words));
        permuters.chain(self.normalizers.iter().flatten().map(Normalizer::words)).chain(stages).sum()
    }
}

/// The elements that are the second ones of transforms of two.
fn second_of_two(step: &Step, elements: usize) -> Vec<bool> {
    let mut second = vec![false; elements];
    step.groups.iter().filter(|group| group.len() == 2).for_each(|group| second[group[1]] = true);
    second
}

/// Factors as quarter turns by -i, if that is all they are.
fn quarters(factors: &[Factor]) -> Option<Vec<u8>> {
    factors.iter().map(|factor| factor.quarter_turns()).collect()
}
