//! The bit-accurate model of plans that transform frames or batches of them, one by one.

use super::core_plan::CorePlan;
use crate::blocks::frames::{BlockModel, FrameChoices, Frames};

/// Bit-accurate model of a plan. Frames hold the points of a batch, and behind them the results.
pub(super) struct BatchModel<'a>(pub &'a dyn CorePlan);

impl BlockModel for BatchModel<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let count = frames.count;
        let points = self.0.timing().beats[0];
        for frame in 0..count {
            let batch: Vec<[u64; 2]> =
                (0..points).map(|point| [0, 1].map(|part| frames.values[(2 * point + part) * count + frame])).collect();
            let (results, overflow) = self.0.transform(&batch);
            for (place, part) in results.as_flattened().iter().enumerate() {
                frames.values[(2 * points + place) * count + frame] = *part;
            }
            frames.overflow[frame] |= overflow;
        }
    }
}
