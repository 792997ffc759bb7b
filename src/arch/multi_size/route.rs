//! What a row makes of a frame of one size: its radices, place by place, and the order that its points come out in.

use crate::format::Format;
use crate::formula::rules::cooley_tukey;
use crate::formula::{default_kernel, prime_factors, Direction, Factor, Formula, Kernel, Kind, Order};
use crate::pipeline::{Block, FixedStage, Outline, Pipeline, Stage, StageArithmetic, Twiddle};
use crate::schedule::Schedules;
use std::collections::BTreeSet;

/// What becomes of a frame of one size.
#[derive(Clone, Debug)]
pub struct Path {
    pub size: usize,
    /// Position by position, on each lane; 1 where the frame goes past.
    pub radices: Vec<usize>,
    /// What the frame becomes, with each stage as it is for one lane.
    pub pipeline: Pipeline,
    /// What the transform is multiplied by at the end, if it is.
    pub level: Option<Factor>,
}

impl Path {
    /// `level`: what a transform of so many points is multiplied by at the end, if it is, and whether inverse ones only.
    pub(super) fn new(
        radices: &[usize],
        width: usize,
        direction: Direction,
        (level, inverse): (&dyn Fn(usize) -> Option<Factor>, bool),
        schedules: &Schedules,
    ) -> Self {
        let kernels = radices.iter().rev().filter(|radix| **radix > 1).map(|radix| default_kernel(*radix));
        let formula = kernels.map(Formula::from).reduce(|inner, outer| cooley_tukey(outer, inner));
        let of_lane = formula.unwrap_or(Formula::Identity(1));
        let formula = if width == 1 { of_lane } else { cooley_tukey(of_lane, joining(width)) };
        let orders = [Order::Natural; 2];
        let direction = match direction {
            Direction::Chosen { .. } => Direction::Chosen { by: 1 },
            fixed => fixed,
        };
        let outline =
            Outline { formula, kind: Kind::Complex, feedback: usize::MAX, apart: false, width: 1, orders, direction };
        let mut pipeline = outline.draft(schedules);
        let level = level(pipeline.size);
        if let Some(level) = &level {
            let factors = vec![level.clone(); pipeline.elements];
            let (stage, _) = Stage::of_factors(&factors, &pipeline.output, &[], schedules);
            pipeline.blocks.push(Block::Twiddle(Twiddle { stage, bypass: inverse }));
        }
        let [input, output] = [&pipeline.input, &pipeline.output].map(|layout| layout.at_width(width));
        let outline = Outline { width, ..pipeline.outline };
        let pipeline = Pipeline { outline, interval: pipeline.size / width, input, output, ..pipeline };
        Path { size: pipeline.size, radices: radices.to_vec(), pipeline, level }
    }

    /// Beats of a frame, which are the points of a lane.
    pub fn beats(&self) -> usize {
        self.pipeline.interval
    }

    /// The radices with that of the lanes, if there are several.
    pub fn factors(&self) -> impl Iterator<Item = usize> + '_ {
        let width = self.pipeline.outline.width;
        self.radices.iter().copied().chain((width > 1).then_some(width))
    }

    /// The radix at a place; behind the last one that of all lanes.
    pub(super) fn radix(&self, place: usize) -> usize {
        self.radices.get(place).copied().unwrap_or(self.pipeline.outline.width)
    }

    /// Beats between the elements of a transform at a place.
    pub fn distance(&self, place: usize) -> usize {
        self.radices[place + 1..].iter().product()
    }

    /// The number of the stage of the pipeline that stands at a place: the kernel, or the factors behind it.
    pub fn stage(&self, place: usize, factors: bool) -> Option<usize> {
        let number = 2 * self.radices[..place].iter().filter(|radix| **radix > 1).count() + usize::from(factors);
        let there = self.pipeline.blocks.len() - usize::from(self.level.is_some());
        (self.radix(place) > 1 && number < there).then_some(number)
    }

    /// What the block of this number computes.
    pub(super) fn at(&self, number: usize) -> Option<&Stage> {
        self.pipeline.blocks[number].stage()
    }

    /// The number of the stage that multiplies by the level, if there is one.
    pub fn last(&self) -> Option<usize> {
        self.level.as_ref().map(|_| self.pipeline.blocks.len() - 1)
    }

    /// By how many bits fewer a stage shifts than the most there can be, where frames of different sizes are shifted by
    /// different ones at its place; in fixed point.
    pub fn places(&self, stage: Option<usize>, most: i32) -> u64 {
        let numeric = stage.and_then(|stage| self.at(stage)?.arithmetic.fixed());
        numeric.map_or(0, |numeric| (most - numeric.shift).unsigned_abs().into())
    }

    /// Gives a stage its arithmetic, if there is one. The size says by how much it shifts.
    pub(super) fn give(&mut self, format: Format, stage: Option<usize>, arithmetic: Option<StageArithmetic>) {
        let Some(stage) = stage else { return };
        // What went past a place is wider there than the stage before it has made it.
        let before = stage.checked_sub(1).and_then(|before| self.at(before)?.arithmetic.fixed());
        let input = before.map_or(format.bits(), |numeric| numeric.output);
        if let Some((stage, mut arithmetic)) = self.pipeline.blocks[stage].stage_mut().zip(arithmetic) {
            if let Some(fixed) = arithmetic.fixed_mut() {
                *fixed = FixedStage { input, choice: 0, ..*fixed };
            }
            stage.arithmetic = arithmetic;
        }
    }

    /// Takes the first lane out of the factors behind a place, all of which are one there: an infinity times one and nothing
    /// is no number, and what is not multiplied stays what it is. Fixed point only rounds.
    pub(super) fn spare_first_lane(&mut self, place: usize) {
        let Some(stage) = self.stage(place, true) else { return };
        let Pipeline { input, blocks, outline: Outline { width, .. }, .. } = &mut self.pipeline;
        let spared: BTreeSet<u32> = input.slots.iter().step_by(*width).copied().flatten().collect();
        let members = blocks[stage].stage_mut().into_iter().flat_map(|stage| &mut stage.placement.members);
        for element in members.flatten() {
            *element = element.filter(|element| !spared.contains(element));
        }
    }

    /// What the digit of a place counts for in the number of a lane's point. As these come out of the rows, the digit of the
    /// last place is the fastest.
    fn weight(&self, place: usize) -> usize {
        self.radices[..place].iter().product()
    }

    /// What the number of a lane's point goes on by when the digit of a place does, as those behind it begin anew; without
    /// a place, when all digits begin anew.
    pub fn advance(&self, place: Option<usize>) -> isize {
        let behind = place.map_or(0, |place| place + 1)..self.radices.len();
        let back: usize = behind.map(|place| (self.radices[place] - 1) * self.weight(place)).sum();
        place.map_or(0, |place| self.weight(place)) as isize - back as isize
    }

    /// The numbers of a lane's points as they come out of the rows.
    fn points(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.beats()).map(|beat| {
            let digit = |(place, radix): (usize, &usize)| beat / self.distance(place) % radix * self.weight(place);
            self.radices.iter().enumerate().map(digit).sum()
        })
    }

    /// Cycles that the first point of the output waits for the others to be in time.
    pub fn wait(&self) -> usize {
        let width = self.pipeline.outline.width;
        let late = |(beat, point): (usize, usize)| {
            (0..width).map(move |lane| beat.saturating_sub((lane * self.beats() + point) / width)).max()
        };
        self.points().enumerate().filter_map(late).max().unwrap_or(0) + 1
    }
}

/// What takes the points of a beat together.
fn joining(width: usize) -> Kernel {
    match prime_factors(width)[..] {
        [_] => default_kernel(width),
        _ if width.is_power_of_two() => default_kernel(width),
        _ => Kernel::fused(width),
    }
}
