//! The model of a stage whose shift depends on the headroom of a frame.

use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::pipeline::FixedStage;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A stage of which frames have a smaller shift if their words do not fill the memory.
pub(super) struct ByHeadroom<'a> {
    pub fixed: FixedStage,
    /// The stage with the shift of a frame.
    pub stage: Arc<dyn BlockModel + 'a>,
}

impl BlockModel for ByHeadroom<'_> {
    /// Transforms the frames of each headroom together, and takes the headroom off their exponents.
    fn run(&self, frames: &mut Frames, choices: FrameChoices) {
        let FixedStage { input_bits, output_bits, shift, .. } = self.fixed;
        let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for frame in 0..frames.count {
            let headroom =
                (frames.headroom(frame, input_bits) + output_bits - input_bits).min(self.fixed.max_pre_shift());
            groups.entry(headroom).or_default().push(frame);
        }
        for (headroom, group) in groups {
            let mut taken = frames.taken(&group);
            let less = headroom as i32;
            self.stage.run(&mut taken, FrameChoices { shift: Some(shift - less), ..choices });
            taken.exponents.iter_mut().for_each(|exponent| *exponent -= less);
            frames.put(&group, &taken);
        }
    }

    fn batches(&self) -> Option<usize> {
        self.stage.batches()
    }
}
