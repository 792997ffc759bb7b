//! A whole transform as a stream: a list of blocks.

use super::{Block, Codec, Converter, Layout, Normalizer, Permuter, PipelineSpec, Stage, Units};
use crate::format::{Fixed, Format};
use crate::formula::{Direction, Kind, RealSplit};
use crate::permute::PermuterRequest;
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};
use crate::schedule::{Goal, ScheduleCache};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// A formula at a width.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// What it was made from, with no more steps of feedback than there are.
    pub spec: PipelineSpec,
    /// Complex points of a frame.
    pub size: usize,
    /// Beats of a frame, and least distance of frame starts.
    pub interval: usize,
    /// Elements that the plan numbers; inputs and the padding.
    pub elements: usize,
    pub input: Layout,
    pub output: Layout,
    /// In dataflow order.
    pub blocks: Vec<Block>,
}

impl Pipeline {
    /// Inserts permuters between blocks that compute. Where signs are bits of their own a permuter takes the quarter turns of
    /// the block behind it.
    pub fn permuted(mut self, schedules: &ScheduleCache) -> Self {
        let (mut blocks, mut from) = (Vec::new(), self.input.clone());
        for mut block in std::mem::take(&mut self.blocks) {
            if let Some(stage) = block.stage_mut() {
                let mut permuter = self.permuter(&from, &stage.layout, false, schedules);
                if schedules.model.costs.free_negation {
                    permuter = permuter.with_rotations(&stage.layout, &mut stage.turns);
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

    /// Thinks the schedules of long batches through, whose latency and operators stay what they are; whether there are any.
    pub fn refine_routes(&mut self) -> bool {
        let long: Vec<&mut Stage> = self.stages_mut().filter(|stage| stage.kernel.schedule.is_long()).collect();
        let any = !long.is_empty();
        long.into_par_iter().for_each(|stage| stage.kernel.schedule.refine_routes());
        any
    }

    /// What the blocks compute that compute steps of the formula.
    pub fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.blocks.iter().filter_map(Block::stage)
    }

    /// The stages, to be changed.
    pub fn stages_mut(&mut self) -> impl Iterator<Item = &mut Stage> {
        self.blocks.iter_mut().filter_map(Block::stage_mut)
    }

    /// The normalizers, in block floating point, each with the number of stages ahead of it.
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

    /// What makes floating-point numbers of a block's words, if they are computed so.
    pub fn converter(&self) -> Option<&Converter> {
        match self.blocks.last() {
            Some(Block::Codec(Codec::Convert(converter))) => Some(converter),
            _ => None,
        }
    }

    /// What numbers are computed as, if their parts share an exponent.
    pub fn shared(&self) -> Option<&SharedExponent> {
        match self.blocks.last() {
            Some(Block::Codec(Codec::Leave(shared))) => Some(shared),
            _ => None,
        }
    }

    /// Where elements come from ahead of a block.
    pub fn layout_ahead(&self, block: usize) -> Layout {
        self.blocks[..block].iter().rev().find_map(Block::output).unwrap_or_else(|| self.input.clone())
    }

    /// Where elements go in the first block from this one on that computes, or behind the last one.
    pub fn layout_from(&self, block: usize) -> &Layout {
        self.blocks[block..].iter().find_map(Block::stage).map_or(&self.output, |stage| &stage.layout)
    }

    /// Cycles from the first input beat to the first output beat that no permuters can do with less than.
    pub fn least_latency(&self) -> usize {
        let ahead = std::iter::once(&self.input).chain(self.stages().map(|stage| &stage.layout));
        let taken = self.stages().map(|stage| &stage.layout).chain([&self.output]);
        let waits = ahead.zip(taken).map(|(from, to)| from.longest_wait(to, self.elements));
        let blocks = self.blocks.iter().filter(|block| block.stage().is_some());
        blocks.map(Block::latency).sum::<usize>() + waits.sum::<usize>()
    }

    /// A permuter from a layout to another. `last`: behind all blocks that compute.
    pub(super) fn permuter(&self, from: &Layout, to: &Layout, last: bool, schedules: &ScheduleCache) -> Permuter {
        let request = PermuterRequest {
            interval: self.interval,
            clear: last,
            least_memory: schedules.model.least_memory,
            // Points that mirror each other make orders that are none of digits.
            whole_frames: self.split().is_some(),
            spare_cycles: schedules.model.goal != Goal::Latency,
        };
        schedules.permuters.permuter(from, to, request)
    }

    /// What the transform is, in words.
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
        format!("{}-point {direction}{data}{channels}", self.spec.shape)
    }

    /// The step of real data, if there is one.
    fn split(&self) -> Option<RealSplit> {
        self.spec.kind.split(self.spec.point_shape(), self.spec.direction == Direction::Inverse)
    }

    /// Samples of a frame: of real ones there are two to a point.
    pub fn samples(&self) -> usize {
        self.size * self.spec.kind.share()
    }

    /// Samples of a transform: those of a frame, or of one of its channels.
    pub fn transform_samples(&self) -> usize {
        self.samples() / self.spec.shape.channels()
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
        let datapath = self.shared().map_or(String::new(), |word| format!("; {}", word.name()));
        formula + &feedback + &datapath
    }

    /// Cycles from the first input beat to the first output beat.
    pub fn latency(&self) -> usize {
        self.blocks.iter().map(Block::latency).sum()
    }

    /// Its operators.
    pub fn units(&self) -> Units {
        self.stages().map(Stage::units).sum()
    }

    /// `bits[block]`: of a component ahead of each block and behind the last, for ports of `ports` bits on the input side.
    pub fn bits(&self, ports: u32) -> Vec<u32> {
        let taken = self.stages().next().map_or(InputEncoding::Word, |stage| stage.input_encoding());
        let floats =
            self.normalizers().next().filter(|(stages, _)| *stages == 0).map_or(ports, |(_, first)| first.input);
        let mut bits = vec![self.shared().map_or(floats, |shared| shared.entering_bits(taken))];
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

    /// The format of what comes out where this one goes in: words may have grown.
    pub fn output_format(&self, input: Format) -> Format {
        match (input, self.bits(input.bits()).last()) {
            (Format::Fixed(Fixed { fraction, .. }), Some(bits)) => {
                Format::Fixed(Fixed { integer: bits.saturating_sub(fraction).max(1), fraction })
            }
            _ => input,
        }
    }

    /// The exponents that go with the frames that come out, where results are words times 2^exponent.
    pub fn exponents(&self) -> Option<RangeInclusive<i32>> {
        self.block_exponents().filter(|_| self.converter().is_none())
    }

    /// The exponents that frames can have within the core, in block floating point.
    pub fn block_exponents(&self) -> Option<RangeInclusive<i32>> {
        let ranges = self.normalizers().map(|(_, normalizer)| normalizer.exponents());
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

    /// Bits that all stages together shift by.
    pub fn shifts(&self) -> i32 {
        self.stages().filter_map(|stage| Some(stage.arithmetic.fixed()?.shift)).sum()
    }

    /// Complex words of memory in all blocks.
    pub fn memory_words(&self) -> usize {
        self.blocks.iter().map(Block::words).sum()
    }
}
