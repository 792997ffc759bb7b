//! The cost of a plan: an estimate of the core's area, and its latency.

use crate::blocks::constant_multipliers::stage_dsp;
use crate::blocks::kind;
use crate::format::Format;
use crate::pipeline::{Block, Pipeline, Units};
use crate::schedule::ScheduleModel;

/// Estimate of a plan's area and its latency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Operators of the core.
    pub units: Units,
    /// Number of complex words of memory.
    pub words: usize,
    /// Latency in cycles.
    pub latency: usize,
    /// LUTs of the core, without the AXI4-Stream wrapper.
    pub luts: usize,
    /// Number of DSP blocks.
    pub blocks: usize,
    /// LUTs, including the worth of the DSP blocks.
    pub area: usize,
    /// Area and latency in one number, weighed by the goal. The plan with the lowest score is chosen.
    pub score: u64,
}

impl Cost {
    /// Estimates the cost of a pipeline.
    pub fn new(pipeline: &Pipeline, schedule_model: &ScheduleModel) -> Self {
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

    /// Whether nothing that goals weigh is more than that of another plan.
    pub fn is_within(&self, other: &Self) -> bool {
        self.luts <= other.luts && self.blocks <= other.blocks && self.latency <= other.latency
    }

    /// Returns a lower bound on the score of a draft with schedules but without permuters, of whose area the passes leave
    /// at least one part in `share`. The area is 0 in fixed point, because widths are not assigned yet.
    pub(super) fn min_score(pipeline: &Pipeline, share: usize, schedule_model: &ScheduleModel) -> u64 {
        let costs = &schedule_model.costs;
        let dsp = |block: &Block| block.stage().map_or(0, |stage| stage_dsp(stage, costs) * costs.luts_per_dsp);
        let area_of = |block: &Block| kind(block).luts(0, costs) + dsp(block);
        let area: usize = match schedule_model.format {
            Format::Float(_) => pipeline.blocks.iter().map(area_of).sum(),
            Format::Fixed(_) => 0,
        };
        schedule_model.goal.score(area / share, pipeline.min_latency(), pipeline.spec.width).0
    }
}
