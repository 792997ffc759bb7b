//! A whole transform as a stream: permuters and stages in a row.

use super::arrange::arrange;
use super::permuter::Request;
use super::schedule::{Schedule, Terms};
use super::{Layout, Permuter, Shape, Stage};
use crate::dag::from_formula;
use crate::format::{Fixed, Format};
use crate::plan::{Formula, Steps};

/// A formula at a width.
#[derive(Clone, Debug)]
pub struct Program {
    pub formula: Formula,
    pub size: usize,
    pub width: usize,
    /// Beats of a frame, and least distance of frame starts.
    pub interval: usize,
    /// Exchange real and imaginary parts on both sides: turns a transform into the inverse, unscaled.
    pub swap: bool,
    /// Elements that the plan numbers; inputs and the padding.
    pub elements: usize,
    pub input: Layout,
    pub output: Layout,
    pub stages: Vec<Stage>,
    /// Ahead of each stage, and behind the last.
    pub permuters: Vec<Permuter>,
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
    /// `formula` on `width` points a cycle with operators on these terms.
    pub fn new(formula: &Formula, width: usize, terms: &Terms, swap: bool) -> Self {
        let size = formula.size_in();
        let interval = size.div_ceil(width);
        let steps = Steps::new(formula);
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
        let orders = arrange(&steps, &shapes, width);
        let natural = steps.steps.len() == 1;
        let stages: Vec<Stage> = steps
            .steps
            .iter()
            .zip(&shapes)
            .zip(&orders)
            .map(|((step, shape), order)| Stage::new(step, *shape, order, natural, terms))
            .collect();
        let layouts: Vec<&Layout> =
            [&input].into_iter().chain(stages.iter().map(|stage| &stage.layout)).chain([&output]).collect();
        let pairs = layouts.windows(2).enumerate();
        let request = |i: usize| Request { interval, clear: i == stages.len(), least_memory: terms.least_memory };
        let permuters = pairs.map(|(i, pair)| Permuter::new(pair[0], pair[1], request(i))).collect();
        let elements = steps.elements;
        Program { formula: formula.clone(), size, width, interval, swap, elements, input, output, stages, permuters }
    }

    /// What the transform is, in words.
    pub fn title(&self) -> String {
        let direction = if self.swap { "inverse DFT" } else { "DFT" };
        format!("{}-point {direction}", self.size)
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

    /// Complex words of memory in all permuters.
    pub fn memory_words(&self) -> usize {
        self.permuters.iter().map(Permuter::words).sum()
    }
}
