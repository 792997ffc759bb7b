//! Transforms of two points in fixed point whose elements come side by side in one beat. Sum, difference and rotation
//! are one operator, and its two results can leave on either of the two lanes. A permuter after it may therefore find
//! words on the lanes of its banks.

use super::{Layout, Placement, Stage, Transform};
use crate::formula::Kernel;

/// Butterflies across neighbouring lanes.
#[derive(Clone, Debug)]
pub struct LaneButterfly {
    /// Transforms of two points.
    pub stage: Stage,
    /// `swaps[beat]`: whether the results of a beat are swapped; empty if none ever are.
    pub swaps: Vec<bool>,
}

impl LaneButterfly {
    /// Whether lane butterflies can compute a stage: transforms of two points in fixed point, of which no elements but
    /// the second ones are multiplied by -i.
    pub fn can_compute(stage: &Stage) -> bool {
        let Stage { layout, placement: Placement { elements, .. }, rotations, .. } = stage;
        let plain = stage.transform == Transform::Dft(Kernel::direct(2)) && stage.kernel.graph.counts().muls == 0;
        let whole = layout.lanes == 2 * stage.placement.shape.copies && stage.placement.shape.period == 1;
        let in_order = || elements.iter().flatten().eq(&layout.slots) && layout.slots.iter().all(Option::is_some);
        let fits = |(slot, element): (usize, u32)| rotations[element as usize] <= (slot % 2) as u8;
        let second_only = || rotations.is_empty() || layout.slots.iter().flatten().copied().enumerate().all(fits);
        stage.arithmetic.fixed().is_some() && plain && whole && in_order() && second_only()
    }

    /// Returns the layout of the elements at the output.
    pub fn output(&self) -> Layout {
        let mut layout = self.stage.layout.clone();
        let beats = layout.slots.chunks_mut(layout.lanes).zip(&self.swaps);
        beats.filter(|(_, swaps)| **swaps).for_each(|(beat, _)| beat.reverse());
        layout
    }
}
