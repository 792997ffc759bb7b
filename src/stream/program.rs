//! A whole transform as a stream: permuters and stages in a row.

use super::arrange::arrange;
use super::feedback::{distance, is_in_beats};
use super::permuter::Request;
use super::schedule::{Schedule, Schedules};
use super::{Layout, Permuter, Shape, Stage};
use crate::dag::from_formula;
use crate::format::{Fixed, Format};
use crate::plan::{Direction, Factor, Formula, Order, Step, Steps};

/// A formula at a width.
#[derive(Clone, Debug)]
pub struct Program {
    pub formula: Formula,
    /// So many of the first steps need no permuters: they have delayed feedback or their elements in one beat.
    pub feedback: usize,
    /// Of the points that come, and of those that go.
    pub orders: [Order; 2],
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
}

/// What a stream is made from.
#[derive(Clone, PartialEq, Debug)]
pub struct Outline {
    pub formula: Formula,
    /// As many of the first steps do without permuters, with delayed feedback, or as many as find their elements in
    /// place if that is fewer.
    pub feedback: usize,
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
    Stage(&'a Stage),
}

impl Part<'_> {
    /// What the piece is called in hardware.
    pub fn label(&self) -> &'static str {
        match self {
            Part::Permuter(_) => "permute",
            Part::Stage(stage) if stage.feedback.is_some() => "feedback",
            Part::Stage(stage) if stage.kernel.radix == 1 => "factors",
            Part::Stage(_) => "kernel",
        }
    }

    /// Cycles from the first input beat to the first output beat.
    pub fn latency(&self) -> usize {
        match self {
            Part::Permuter(permuter) => permuter.latency,
            Part::Stage(stage) => stage.latency(),
        }
    }
}

impl Program {
    /// The stages of an outline, with operators on the terms of these schedules.
    pub fn new(outline: &Outline, schedules: &Schedules) -> Self {
        let program = Self::unordered(outline, schedules);
        let Program { interval, input, output, stages, .. } = &program;
        let layouts: Vec<&Layout> =
            [input].into_iter().chain(stages.iter().map(|stage| &stage.layout)).chain([output]).collect();
        let pairs = layouts.windows(2).enumerate();
        let request = |i: usize| Request {
            interval: *interval,
            clear: i == stages.len(),
            least_memory: schedules.terms.least_memory,
        };
        let permuters = pairs.map(|(i, pair)| Permuter::new(pair[0], pair[1], request(i))).collect();
        Program { permuters, ..program }
    }

    /// The same without permuters: what the stages compute, whatever the order.
    pub fn unordered(outline: &Outline, schedules: &Schedules) -> Self {
        let Outline { ref formula, feedback, width, orders, direction } = *outline;
        let size = formula.size_in();
        let interval = size.div_ceil(width);
        let steps = Steps::new(formula).in_order(orders);
        let ids = |list: &[usize]| Layout::packed(width, list.iter().map(|&id| id as u32));
        let (input, output) = (ids(&steps.source), ids(&steps.sink));
        let shapes: Vec<Shape> = steps
            .steps
            .iter()
            .map(|step| {
                let counts = from_formula(&step.kernel.into()).counts();
                Shape::new(step.groups.len(), step.kernel.radix, counts.adds + counts.muls, interval)
            })
            .collect();
        let fits = |(step, shape): &(&Step, &Shape)| {
            let in_beat = shape.period == 1 && shape.lanes == width && is_in_beats(&step.groups, &input);
            in_beat || distance(&step.groups, &input).is_some()
        };
        let feedback = steps.steps.iter().zip(&shapes).take(feedback).take_while(fits).count();
        let arranged = arrange(&steps, feedback, &shapes, width);
        let natural = steps.steps.len() == 1;
        let mut stages: Vec<Stage> = Vec::new();
        let mut turns = vec![];
        for (index, step) in steps.steps.iter().enumerate() {
            let begin = stages.len();
            let mut behind = None;
            match distance(&step.groups, &input).filter(|_| index < feedback) {
                Some(distance) => {
                    let factors = |factors: &Vec<Factor>| Stage::of_factors(factors, &input, schedules);
                    stages.extend(step.before.as_ref().map(factors));
                    stages.push(Stage::with_feedback(step, &input, distance, schedules));
                    behind = step.after.as_ref().and_then(|factors| quarters(factors));
                    stages.extend(step.after.as_ref().filter(|_| behind.is_none()).map(factors));
                }
                None => stages.push(Stage::new(step, shapes[index], &arranged[index], natural, schedules)),
            }
            stages[begin].turns = std::mem::replace(&mut turns, behind.unwrap_or_default());
        }
        if let (Direction::Chosen { by: by @ 2.. }, Some(last)) = (direction, stages.last()) {
            stages.push(Stage::division(by, &last.layout.clone(), steps.elements, schedules));
        }
        let permuters = vec![];
        let (formula, elements) = (formula.clone(), steps.elements);
        Program {
            formula,
            feedback,
            orders,
            size,
            width,
            interval,
            direction,
            elements,
            input,
            output,
            stages,
            permuters,
        }
    }

    /// What the transform is, in words.
    pub fn title(&self) -> String {
        let direction = match self.direction {
            Direction::Forward => "DFT",
            Direction::Inverse => "inverse DFT",
            Direction::Chosen { .. } => "DFT or inverse DFT",
        };
        format!("{}-point {direction}", self.size)
    }

    /// The formula, and which of its steps have delayed feedback.
    pub fn plan(&self) -> String {
        match self.stages.iter().filter(|stage| stage.feedback.is_some()).count() {
            0 => self.formula.to_string(),
            1 => format!("{}; delayed feedback in 1 step", self.formula),
            many => format!("{}; delayed feedback in {many} steps", self.formula),
        }
    }

    /// The pieces in order, without permuters that do nothing.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let stages = self.stages.iter().map(|stage| Some(Part::Stage(stage))).chain([None]);
        self.permuters
            .iter()
            .zip(stages)
            .flat_map(|(permuter, stage)| [(!permuter.is_identity()).then_some(Part::Permuter(permuter)), stage])
            .flatten()
    }

    /// Cycles from the first input beat to the first output beat.
    pub fn latency(&self) -> usize {
        self.parts().map(|part| part.latency()).sum()
    }

    /// Real adders, and real multipliers.
    pub fn operators(&self) -> (usize, usize) {
        let schedules = || self.stages.iter().map(|stage| &stage.schedule);
        (schedules().map(Schedule::adders).sum(), schedules().map(Schedule::multipliers).sum())
    }

    /// Bits of a component at each permuter, for ports of so many bits on the input side; the last is the output's.
    pub fn words(&self, input: u32) -> impl Iterator<Item = u32> + '_ {
        let behind = self.stages.iter().map(move |stage| stage.numeric.map_or(input, |numeric| numeric.output));
        std::iter::once(input).chain(behind)
    }

    /// The format of what comes out where this one goes in: words may have grown.
    pub fn output_format(&self, input: Format) -> Format {
        match (input, self.words(input.bits()).last()) {
            (Format::Fixed(Fixed { fraction, .. }), Some(bits)) => {
                Format::Fixed(Fixed { integer: bits.saturating_sub(fraction).max(1), fraction })
            }
            _ => input,
        }
    }

    /// Complex words of memory in all permuters and feedbacks.
    pub fn memory_words(&self) -> usize {
        let (permuters, stages) = (self.permuters.iter().map(Permuter::words), self.stages.iter().map(Stage::words));
        permuters.chain(stages).sum()
    }
}

/// Factors as quarter turns by -i, if that is all they are.
fn quarters(factors: &[Factor]) -> Option<Vec<u8>> {
    factors.iter().map(|factor| factor.quarter_turns()).collect()
}
