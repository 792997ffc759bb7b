//! A whole transform as a stream: permuters and stages in a row.

use super::numeric::{Datapath, Shared, Source};
use super::permuter::Request;
use super::schedule::{Goal, Schedules};
use super::{Converter, Layout, Normalizer, Outline, Permuter, Stage, Units};
use crate::format::{Fixed, Format};
use crate::plan::{Direction, Kind, Split};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// A formula at a width.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it was made from, with no more steps of feedback than there are.
    pub outline: Outline,
    /// Complex points of a frame.
    pub size: usize,
    /// Beats of a frame, and least distance of frame starts.
    pub interval: usize,
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
    /// What numbers are computed as, where their parts share an exponent.
    pub shared: Option<Shared>,
}

/// One piece of the pipeline.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    Permuter(&'a Permuter),
    Normalizer(&'a Normalizer),
    Stage(&'a Stage),
    Converter(&'a Converter),
    /// Makes words that share exponents of floating-point numbers.
    Entry(&'a Shared),
    /// Makes floating-point numbers of these.
    Exit(&'a Shared),
}

impl Part<'_> {
    /// What the piece is called in hardware.
    pub fn label(&self) -> &'static str {
        match self {
            Part::Permuter(_) => "permute",
            Part::Normalizer(_) => "normalize",
            Part::Converter(_) => "convert",
            Part::Entry(_) => "enter",
            Part::Exit(_) => "leave",
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
            Part::Entry(_) => Shared::aligning(Source::Numbers, 1),
            Part::Exit(_) => Shared::LEAVING,
            Part::Stage(stage) => stage.latency(),
        }
    }
}

impl Program {
    /// The stages of an outline, with operators on the terms of these schedules.
    pub fn new(outline: &Outline, schedules: &Schedules) -> Self {
        outline.draft(schedules).permuted(schedules)
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
        let permuter = schedules.permuters.of(from, to, request);
        match self.stages.get(number).filter(|_| schedules.terms.prices.free_signs) {
            Some(stage) => permuter.turning(&stage.layout, &stage.turns),
            None => permuter,
        }
    }

    /// What the transform is, in words.
    pub fn title(&self) -> String {
        let direction = match self.outline.direction {
            Direction::Forward => "DFT",
            Direction::Inverse => "inverse DFT",
            Direction::Chosen { .. } => "DFT or inverse DFT",
        };
        let data = match (self.outline.kind, self.outline.direction) {
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
        self.outline.kind.split(self.size, self.outline.direction == Direction::Inverse)
    }

    /// Samples of a frame: of real ones there are two to a point.
    pub fn samples(&self) -> usize {
        self.size * self.outline.kind.share()
    }

    /// The formula, with the step of real data, and which of its steps have delayed feedback.
    pub fn plan(&self) -> String {
        let formula = match self.split() {
            None => self.outline.formula.to_string(),
            Some(split) if split.inverse => format!("{}·{split}", self.outline.formula),
            Some(split) => format!("{split}·{}", self.outline.formula),
        };
        let feedback = match self.stages.iter().filter(|stage| stage.feedback.is_some()).count() {
            0 => String::new(),
            1 => "; delayed feedback in 1 step".into(),
            many => format!("; delayed feedback in {many} steps"),
        };
        let datapath = self.shared.map_or(String::new(), |shared| format!("; {}", Datapath::Shared(shared.aligned)));
        formula + &feedback + &datapath
    }

    /// What the first stage takes, where words share exponents.
    fn taken(&self) -> Source {
        self.stages.first().map_or(Source::Words, |stage| stage.source)
    }

    /// The pieces in order, without permuters that do nothing.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let stages = self.stages.iter().map(|stage| Some(Part::Stage(stage))).chain([None]);
        let pieces = self.permuters.iter().zip(&self.normalizers).zip(stages);
        let parts = pieces.flat_map(|((permuter, normalizer), stage)| {
            let permuter = (!permuter.is_identity()).then_some(Part::Permuter(permuter));
            [permuter, normalizer.as_ref().map(Part::Normalizer), stage]
        });
        let entry = self.shared.as_ref().filter(|_| self.taken() != Source::Numbers).map(Part::Entry);
        let ends = [self.converter.as_ref().map(Part::Converter), self.shared.as_ref().map(Part::Exit)];
        entry.into_iter().chain(parts.flatten()).chain(ends.into_iter().flatten())
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
        let behind = self.stages.iter().map(move |stage| stage.leaving_bits(input));
        let first = self.normalizers.first().and_then(Option::as_ref).map_or(input, |normalizer| normalizer.input);
        let first = self.shared.map_or(first, |shared| shared.entering_bits(self.taken()));
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
