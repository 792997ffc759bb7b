//! Passes over a pipeline whose stages have their arithmetic.

use super::{Block, Butterfly, Feedback, LaneButterfly, Pipeline};
use crate::schedule::ScheduleCache;

/// Replaces transforms of two points in fixed point by fused butterflies: adders and switches become one operator.
pub fn fuse_butterflies(pipeline: &mut Pipeline) {
    let fused = |block: Block| match block {
        Block::Feedback(feedback) if feedback.can_fuse() => {
            let Feedback { stage, distance } = feedback;
            Block::Butterfly(Butterfly { stage, distance })
        }
        Block::Kernel(stage) if LaneButterfly::can_compute(&stage) => {
            Block::LaneButterfly(LaneButterfly { stage, swaps: vec![] })
        }
        other => other,
    };
    pipeline.blocks = std::mem::take(&mut pipeline.blocks).into_iter().map(fused).collect();
}

/// Swaps results of lane butterflies on two lanes, where the permuter after them is then cheaper and has no longer
/// latency.
pub fn swap_outputs(pipeline: &mut Pipeline, schedules: &ScheduleCache) {
    for index in 1..pipeline.blocks.len() {
        let [Block::LaneButterfly(butterfly), Block::Permuter(behind)] = &pipeline.blocks[index - 1..=index] else {
            continue;
        };
        let normalized = matches!(pipeline.blocks.get(index + 1), Some(Block::Normalizer(_)));
        let stage = &butterfly.stage;
        let Some(bank) = behind.banks.first().filter(|_| stage.layout.lanes == 2 && !normalized) else { continue };
        let second = bank.written_lanes.iter().map(|lane| *lane == Some(1));
        let swaps = second.cycle().take(stage.layout.beats).collect();
        let swapped = LaneButterfly { swaps, stage: stage.clone() };
        let last = !pipeline.blocks[index..].iter().any(|block| block.stage().is_some());
        let spared = pipeline.permuter(&swapped.output(), pipeline.layout_from(index), last, schedules);
        let bits = stage.arithmetic.output_bits();
        if spared.latency <= behind.latency && spared.luts(bits) < behind.luts(bits) {
            pipeline.blocks[index - 1] = Block::LaneButterfly(swapped);
            pipeline.blocks[index] = Block::Permuter(spared);
        }
    }
}
