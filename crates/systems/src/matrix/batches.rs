//! The model of plans that transform frames or batches of them, one by one.

use super::core_plan::CorePlan;
use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::format::Numbers;

/// Model of a plan, bit-accurate in words and exact in residues. Frames hold the points of a batch, and after them the
/// results.
pub(super) struct BatchModel<'a> {
    pub plan: &'a dyn CorePlan,
    pub numbers: Numbers<'a>,
}

impl BlockModel for BatchModel<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let count = frames.count;
        let points = self.plan.points()[0];
        for frame in 0..count {
            let batch: Vec<[u64; 2]> =
                (0..points).map(|point| [0, 1].map(|part| frames.values[(2 * point + part) * count + frame])).collect();
            let (results, overflow) = match self.numbers {
                Numbers::Words(_) => self.plan.transform(&batch),
                Numbers::Residues(field) => (self.plan.exact(field, &batch), false),
            };
            for (place, part) in results.as_flattened().iter().enumerate() {
                frames.values[(2 * points + place) * count + frame] = *part;
            }
            frames.overflow[frame] |= overflow;
        }
    }
}
