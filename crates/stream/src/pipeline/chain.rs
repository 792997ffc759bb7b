//! A whole transform: a list of blocks.

use super::{Block, Codec, Converter, Layout, Normalizer, Permuter, PipelineSpec, Stage, Units};
use crate::format::{Fixed, Format};
use crate::formula::{Direction, Formula, Kind, RealSplit};
use crate::permute::PermuterRequest;
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};
use crate::schedule::{Goal, ScheduleCache};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// A formula at a streaming width, as a list of blocks.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// Specification, with the number of steps that do have delay feedback.
    pub spec: PipelineSpec,
    /// Complex points of a frame.
    pub size: usize,
    /// Beats of a frame with all of its points: the least distance of frame starts in clock cycles.
    pub interval: usize,
    /// Least clock cycles to each beat; 1 where a beat may come in each clock cycle.
    pub pace: usize,
    /// Elements of the formula, padding included.
    pub elements: usize,
    /// Layout of the elements at the input.
    pub input: Layout,
    /// Layout of the elements at the output.
    pub output: Layout,
    /// Blocks in dataflow order.
    pub blocks: Vec<Block>,
}

/// A permuter of a pipeline, with the elements that enter and leave it.
#[derive(Clone, Debug)]
pub struct Permutation<'a> {
    /// The permuter.
    pub permuter: &'a Permuter,
    /// Elements as they enter.
    pub from: Layout,
    /// Elements as they leave.
    pub to: Layout,
}

impl Pipeline {
    /// Creates a pipeline of blocks that frames of `points` points pass, a point in each beat. Its formula says nothing
    /// of what they compute.
    pub fn of_points(points: usize, direction: Direction, blocks: Vec<Block>) -> Self {
        let layout = Layout::packed(1, 0..points as u32);
        Pipeline {
            spec: PipelineSpec::one_lane(Formula::Identity(points), direction),
            size: points,
            interval: points,
            pace: 1,
            elements: points,
            input: layout.clone(),
            output: layout,
            blocks,
        }
    }

    /// Creates a pipeline without blocks, for a core that is none: only the points of its frames are known, those of
    /// the input and those of the output. `lanes`: points of a beat.
    pub fn of_frames([points, results]: [usize; 2], lanes: usize) -> Self {
        let layout =
            |first: usize, count: usize| Layout::packed(lanes, (first..first + count).map(|place| place as u32));
        let one_lane = Pipeline::of_points(points, Direction::Forward, vec![]);
        Pipeline {
            spec: PipelineSpec { width: lanes, ..one_lane.spec },
            interval: points / lanes,
            elements: points + results,
            input: layout(0, points),
            output: layout(points, results),
            ..one_lane
        }
    }

    /// Lists the permuters in dataflow order.
    pub fn permutations(&self) -> Vec<Permutation<'_>> {
        let (mut found, mut from, mut waiting) = (vec![], self.input.clone(), None);
        let mut reach = |waiting: &mut Option<_>, from: &Layout, to: &Layout| {
            let permutation = |permuter| Permutation { permuter, from: from.clone(), to: to.clone() };
            found.extend(waiting.take().map(permutation));
        };
        for block in &self.blocks {
            match (block, block.stage()) {
                (Block::Permuter(permuter), _) => waiting = Some(permuter),
                (_, Some(stage)) => reach(&mut waiting, &from, &stage.layout),
                (_, None) => {}
            }
            from = block.output().unwrap_or(from);
        }
        reach(&mut waiting, &from, &self.output);
        found
    }

    /// Inserts permuters between blocks that compute. A permuter takes over the rotations of the block after it where
    /// negation is free.
    pub fn permuted(mut self, schedules: &ScheduleCache) -> Self {
        let (mut blocks, mut from) = (Vec::new(), self.input.clone());
        for mut block in std::mem::take(&mut self.blocks) {
            if let Some(stage) = block.stage_mut() {
                let mut permuter = self.permuter(&from, &stage.layout, false, schedules);
                if schedules.model.costs.free_negation {
                    permuter = permuter.with_rotations(&stage.layout, &mut stage.rotations);
                }
                blocks.extend((!permuter.is_identity()).then_some(Block::Permuter(permuter)));
            }
            from = block.output().unwrap_or(from);
            blocks.push(block);
        }
        let last = self.permuter(&from, &self.output, true, schedules);
        blocks.extend((!last.is_identity()).then_some(Block::Permuter(last)));
        Pipeline { blocks, ..self }
    }

    /// Searches better schedules for batches of several beats.
    pub fn search(&mut self, schedules: &ScheduleCache) {
        let short = |stage: &&mut Stage| stage.placement.shape.period > 1 && !stage.kernel.schedule.is_long();
        self.stages_mut().filter(short).for_each(|stage| stage.search(schedules));
    }

    /// Refines the operand routes of the schedules of long batches, whose latency and operators stay as they are.
    /// Returns whether there are such batches.
    pub fn refine_routes(&mut self) -> bool {
        let long: Vec<&mut Stage> = self.stages_mut().filter(|stage| stage.kernel.schedule.is_long()).collect();
        let any = !long.is_empty();
        long.into_par_iter().for_each(|stage| stage.kernel.schedule.refine_routes());
        any
    }

    /// Returns the stages in dataflow order.
    pub fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.blocks.iter().filter_map(Block::stage)
    }

    /// Returns the stages in dataflow order for changes.
    pub fn stages_mut(&mut self) -> impl Iterator<Item = &mut Stage> {
        self.blocks.iter_mut().filter_map(Block::stage_mut)
    }

    /// Returns the normalizers of block floating point, each with the number of stages before it.
    pub fn normalizers(&self) -> impl Iterator<Item = (usize, &Normalizer)> {
        let mut stages = 0;
        self.blocks.iter().filter_map(move |block| {
            stages += usize::from(block.stage().is_some());
            match block {
                Block::Normalizer(normalizer) => Some((stages, normalizer)),
                _ => None,
            }
        })
    }

    /// Returns the converter from block floating point to floating point, if there is one.
    pub fn converter(&self) -> Option<&Converter> {
        match self.blocks.last() {
            Some(Block::Codec(Codec::Convert(converter))) => Some(converter),
            _ => None,
        }
    }

    /// Returns the encoding of shared-exponent words, if the core computes with these.
    pub fn shared(&self) -> Option<&SharedExponent> {
        match self.blocks.last() {
            Some(Block::Codec(Codec::Leave(shared))) => Some(shared),
            _ => None,
        }
    }

    /// Returns the layout after the last stage before a block, or that of the input.
    pub fn layout_ahead(&self, block: usize) -> Layout {
        self.blocks[..block].iter().rev().find_map(Block::output).unwrap_or_else(|| self.input.clone())
    }

    /// Returns the layout of the first stage from a block on, or that of the output.
    pub fn layout_from(&self, block: usize) -> &Layout {
        self.blocks[block..].iter().find_map(Block::stage).map_or(&self.output, |stage| &stage.layout)
    }

    /// Clock cycles from the first input beat to the first output beat with permuters of the least possible latency.
    pub fn min_latency(&self) -> usize {
        let before = std::iter::once(&self.input).chain(self.stages().map(|stage| &stage.layout));
        let after = self.stages().map(|stage| &stage.layout).chain([&self.output]);
        let permuters = before.zip(after).map(|(from, to)| from.longest_wait(to, self.elements));
        let blocks = self.blocks.iter().filter(|block| block.stage().is_some());
        blocks.map(Block::latency).sum::<usize>() + permuters.sum::<usize>()
    }

    /// Returns the permuter from a layout to another. `last` says that all blocks with stages are before it.
    pub(super) fn permuter(&self, from: &Layout, to: &Layout, last: bool, schedules: &ScheduleCache) -> Permuter {
        let request = PermuterRequest {
            interval: self.interval,
            clear: last,
            least_memory: schedules.model.least_memory,
            // Pairs of mirrored points, and the points of a support, have orders that are no digit orders.
            whole_frames: self.split().is_some() || self.spec.support.is_some(),
            spare_cycles: schedules.model.goal != Goal::Latency,
            registered_above: schedules.model.registered_above,
        };
        Permuter::kept(from, to, request)
    }

    /// Describes the transform in words.
    pub fn title(&self) -> String {
        let direction = match self.spec.direction {
            Direction::Forward => "DFT",
            Direction::Inverse => "inverse DFT",
            Direction::Chosen { .. } => "DFT or inverse DFT",
        };
        let data = match (self.spec.kind, self.spec.direction) {
            (Kind::Complex, _) => "",
            (Kind::Real, Direction::Inverse) => " to real samples",
            (Kind::Real, _) => " of real samples",
            (Kind::RealPair, Direction::Inverse) => " to pairs of real frames",
            (Kind::RealPair, _) => " of pairs of real frames",
        };
        let channels = match self.spec.shape.channels() {
            1 => String::new(),
            channels => format!(" of {channels} interleaved channels"),
        };
        let support = match (self.points(), self.spec.support.is_some()) {
            (_, false) => String::new(),
            ([_, points], _) if self.spec.direction == Direction::Inverse => format!(" to {points} points"),
            ([points, _], _) => format!(" of {points} points"),
        };
        format!("{}-point {direction}{data}{channels}{support}", self.spec.shape)
    }

    /// Returns the step of real data, if there is one.
    fn split(&self) -> Option<RealSplit> {
        self.spec.kind.split(self.spec.point_shape(), self.spec.direction == Direction::Inverse)
    }

    /// Points of a frame that come in, and points that go out.
    pub fn points(&self) -> [usize; 2] {
        let supported = self.spec.support.as_ref().map_or(self.size, |support| support.positions.len());
        match self.spec.direction {
            Direction::Inverse => [self.size, supported],
            Direction::Forward | Direction::Chosen { .. } => [supported, self.size],
        }
    }

    /// Samples of a frame. A complex point has two real samples.
    pub fn samples(&self) -> usize {
        self.size * self.spec.kind.share()
    }

    /// Samples of a transform: those of a frame, or of one of its channels.
    pub fn transform_samples(&self) -> usize {
        self.samples() / self.spec.shape.channels()
    }

    /// Whether the transform is a convolution with a chirp.
    pub fn is_convolution(&self) -> bool {
        self.spec.formula.pads()
    }

    /// The formula, with the step of real data, and which of its steps have delayed feedback.
    pub fn plan(&self) -> String {
        let formula = match self.split() {
            None => self.spec.formula.to_string(),
            Some(split) if split.inverse => format!("{}·{split}", self.spec.formula),
            Some(split) => format!("{split}·{}", self.spec.formula),
        };
        let feedback = match self.blocks.iter().filter(|block| block.has_feedback()).count() {
            0 => String::new(),
            1 => "; delayed feedback in 1 step".into(),
            many => format!("; delayed feedback in {many} steps"),
        };
        let lines = match &self.spec.support {
            Some(support) if support.whole_lines => "; whole lines",
            _ => "",
        };
        let datapath = self.shared().map_or(String::new(), |word| format!("; {}", word.name()));
        formula + lines + &feedback + &datapath
    }

    /// Clock cycles from the first input beat to the first output beat.
    pub fn latency(&self) -> usize {
        self.input_cycles() + self.blocks.iter().map(Block::latency).sum::<usize>()
    }

    /// Clock cycles of a register at the input: one if the first block after wires shares operators, whose operands
    /// have to stay as they are for all of a beat.
    pub fn input_cycles(&self) -> usize {
        let first = self.blocks.iter().find(|block| block.latency() > 0).and_then(Block::stage);
        usize::from(first.is_some_and(|stage| !stage.kernel.shared_units.is_empty()))
    }

    /// Real operators of all stages.
    pub fn units(&self) -> Units {
        self.stages().map(Stage::units).sum()
    }

    /// Returns `bits[block]`, the bits of a component before each block, and after the last one as a last entry. A
    /// component at the input has `ports` bits.
    pub fn bits(&self, ports: u32) -> Vec<u32> {
        let encoding = self.stages().next().map_or(InputEncoding::Word, |stage| stage.input_encoding());
        let floats =
            self.normalizers().next().filter(|(stages, _)| *stages == 0).map_or(ports, |(_, first)| first.input);
        let mut bits = vec![self.shared().map_or(floats, |shared| shared.input_bits(encoding))];
        for block in &self.blocks {
            let before = bits[bits.len() - 1];
            bits.push(match block {
                Block::Normalizer(normalizer) => normalizer.output,
                Block::Codec(Codec::Enter(shared)) => shared.bits(),
                Block::Codec(Codec::Leave(SharedExponent { float, .. }) | Codec::Convert(Converter { float, .. })) => {
                    float.bits()
                }
                _ => block.stage().map_or(before, |stage| stage.arithmetic.output_bits()),
            });
        }
        bits
    }

    /// Returns the format of the output for a format of the input. Fixed-point words may have grown.
    pub fn output_format(&self, input: Format) -> Format {
        match (input, self.bits(input.bits()).last()) {
            (Format::Fixed(Fixed { fraction, .. }), Some(bits)) => {
                Format::Fixed(Fixed { integer: bits.saturating_sub(fraction).max(1), fraction })
            }
            _ => input,
        }
    }

    /// Returns the range of the exponents at the output, where results are words times 2^exponent.
    pub fn exponents(&self) -> Option<RangeInclusive<i32>> {
        self.block_exponents().filter(|_| self.converter().is_none())
    }

    /// Returns the range of the exponents of frames within the core, in block floating point.
    pub fn block_exponents(&self) -> Option<RangeInclusive<i32>> {
        let ranges = self.normalizers().map(|(_, normalizer)| normalizer.exponents());
        let sum = ranges.reduce(|a, b| a.start() + b.start()..=a.end() + b.end())?;
        let shifts = self.shifts();
        let headroom = self.stages().filter_map(|stage| Some(stage.arithmetic.fixed()?.max_pre_shift()));
        let headroom = headroom.sum::<u32>() as i32;
        Some(sum.start() + shifts - headroom..=sum.end() + shifts)
    }

    /// Bits of a two's complement number for every exponent at the output.
    pub fn exponent_bits(&self) -> Option<u32> {
        self.exponents().and(self.block_exponent_bits())
    }

    /// Bits of a two's complement number for every exponent within the core.
    pub fn block_exponent_bits(&self) -> Option<u32> {
        let range = self.block_exponents()?;
        // A converter adds a constant to the exponent, and subtracts the number of leading zeros of a word.
        let range = match self.converter() {
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

    /// Sum of the right shifts of all stages, in bits.
    pub fn shifts(&self) -> i32 {
        self.stages().filter_map(|stage| Some(stage.net_shift(stage.arithmetic.fixed()?.shift))).sum()
    }

    /// Complex words of memory in all blocks.
    pub fn memory_words(&self) -> usize {
        self.blocks.iter().map(Block::words).sum()
    }
}
