//! Transforms of two in fixed point whose elements come side by side in one beat: sums, differences and quarter turns are one
//! operator, and which of two lanes takes which result is free. So a permuter behind them may find its words in the lanes of
//! its banks.

use super::{Layout, Placement, Stage, Transform};
use crate::formula::Kernel;

/// Butterflies across neighbouring lanes.
#[derive(Clone, Debug)]
pub struct LaneButterfly {
    pub stage: Stage,
    /// `swaps[beat]`: two lanes leave on each other's; empty if none ever does.
    pub swaps: Vec<bool>,
}

impl LaneButterfly {
    /// Whether a stage's transforms can be such butterflies, turned by -i in their second elements at most.
    pub fn can_compute(stage: &Stage) -> bool {
        let Stage { layout, placement: Placement { members, .. }, turns, .. } = stage;
        let plain = stage.transform == Transform::Dft(Kernel::direct(2)) && stage.kernel.graph.counts().muls == 0;
        let whole = layout.lanes == 2 * stage.placement.shape.copies && stage.placement.shape.period == 1;
        let in_order = || members.iter().flatten().eq(&layout.slots) && layout.slots.iter().all(Option::is_some);
        let turned = |(place, element): (usize, u32)| turns[element as usize] <= (place % 2) as u8;
        let turns = || turns.is_empty() || layout.slots.iter().flatten().copied().enumerate().all(turned);
        stage.arithmetic.fixed().is_some() && plain && whole && in_order() && turns()
    }

    /// Where elements go out.
    pub fn output(&self) -> Layout {
        let mut layout = self.stage.layout.clone();
        let beats = layout.slots.chunks_mut(layout.lanes).zip(&self.swaps);
        beats.filter(|(_, swaps)| **swaps).for_each(|(beat, _)| beat.reverse());
        layout
    }
}
