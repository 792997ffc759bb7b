//! What a plan costs: an estimate of the core's area, and its latency.

use crate::blocks::constant_multipliers::stage_dsp;
use crate::blocks::kind;
use crate::format::Format;
use crate::pipeline::{Block, Pipeline, Units};
use crate::schedule::ScheduleModel;

/// Estimate of a plan's area and its latency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    pub units: Units,
    /// Complex words of memory.
    pub words: usize,
    /// Cycles.
    pub latency: usize,
    /// LUTs of the core, without its ports' protocol.
    pub luts: usize,
    /// DSP blocks.
    pub blocks: usize,
    /// LUTs, with what the DSP blocks are worth.
    pub area: usize,
    /// Area with latency as a price, as the goal has it: the least is chosen.
    pub score: usize,
}

impl Cost {
    pub(super) fn of(pipeline: &Pipeline, schedule_model: &ScheduleModel) -> Self {
        let costs = &schedule_model.costs;
        let units = pipeline.units();
        let blocks = pipeline.stages().map(|stage| stage_dsp(stage, costs)).sum();
        let each = pipeline.blocks.iter().zip(pipeline.bits(schedule_model.format.bits()));
        let luts = each.map(|(block, bits)| kind(block).luts(bits, costs)).sum();
        let latency = pipeline.latency();
        let area = luts + blocks * costs.luts_per_dsp;
        let (score, _) = schedule_model.goal.score(area, latency, pipeline.spec.width);
        Cost { units, words: pipeline.memory_words(), latency, luts, blocks, area, score }
    }

    /// The least score that a pipeline can have, whose stages are scheduled but whose permuters are not there yet. What
    /// stages take in fixed point is not known before.
    pub(super) fn least(pipeline: &Pipeline, schedule_model: &ScheduleModel) -> usize {
        let costs = &schedule_model.costs;
        let dsp = |block: &Block| block.stage().map_or(0, |stage| stage_dsp(stage, costs) * costs.luts_per_dsp);
        let of = |block: &Block| kind(block).luts(0, costs) + dsp(block);
        let area = match schedule_model.format {
            Format::Float(_) => pipeline.blocks.iter().map(of).sum(),
            Format::Fixed(_) => 0,
        };
        schedule_model.goal.score(area, pipeline.min_latency(), pipeline.spec.width).0
    }
}
