//! The model of twiddle factors: a stage that forward frames may bypass.

use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::blocks::kernel::stage_model;
use crate::format::Numbers;
use crate::pipeline::Twiddle;
use std::sync::Arc;

/// Returns the model of twiddle factors.
pub fn twiddle_model<'a>(twiddle: &'a Twiddle, numbers: Numbers<'a>) -> Arc<dyn BlockModel + 'a> {
    match twiddle.bypass {
        true => Arc::new(InverseOnly(stage_model(&twiddle.stage, numbers))),
        false => stage_model(&twiddle.stage, numbers),
    }
}

/// A block that forward frames bypass.
struct InverseOnly<'a>(Arc<dyn BlockModel + 'a>);

impl BlockModel for InverseOnly<'_> {
    fn run(&self, frames: &mut Frames, choices: FrameChoices) {
        if choices.inverse {
            self.0.run(frames, choices);
        }
    }

    fn batches(&self) -> Option<usize> {
        self.0.batches()
    }
}
