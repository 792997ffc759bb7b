//! Passes over a pipeline whose blocks have their arithmetic.

use super::schedule::Schedules;
use super::{Block, Butterfly, Feedback, LaneButterfly, Program};

/// Makes one operator of the adder and the switches of transforms of two in fixed point, where these allow it.
pub fn fuse_butterflies(program: &mut Program) {
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
    program.blocks = std::mem::take(&mut program.blocks).into_iter().map(fused).collect();
}

/// Lets butterflies across two lanes swap their results, where that spares the permuter behind them a switch.
pub fn swap_outputs(program: &mut Program, schedules: &Schedules) {
    for index in 1..program.blocks.len() {
        let [Block::LaneButterfly(butterfly), Block::Permuter(behind)] = &program.blocks[index - 1..=index] else {
            continue;
        };
        let normalized = matches!(program.blocks.get(index + 1), Some(Block::Normalizer(_)));
        let stage = &butterfly.stage;
        let Some(bank) = behind.banks.first().filter(|_| stage.layout.lanes == 2 && !normalized) else { continue };
        let second = bank.source.iter().map(|lane| *lane == Some(1));
        let swaps = second.cycle().take(stage.layout.beats).collect();
        let swapped = LaneButterfly { swaps, stage: stage.clone() };
        let last = !program.blocks[index..].iter().any(|block| block.stage().is_some());
        let spared = program.permuter(&swapped.output(), program.layout_from(index), last, schedules);
        let bits = stage.leaving_bits(0);
        if spared.latency <= behind.latency && spared.luts(bits) < behind.luts(bits) {
            program.blocks[index - 1] = Block::LaneButterfly(swapped);
            program.blocks[index] = Block::Permuter(spared);
        }
    }
}
