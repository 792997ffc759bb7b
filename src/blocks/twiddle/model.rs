//! The model of twiddle factors: a stage, which forward frames may pass by.

use crate::blocks::frames::{Asked, BlockModel, Frames};
use crate::blocks::kernel::stage_model;
use crate::pipeline::Twiddle;
use std::sync::Arc;

/// Returns the model of twiddle factors.
pub fn twiddle_model(twiddle: &Twiddle) -> Arc<dyn BlockModel + '_> {
    match twiddle.bypass {
        true => Arc::new(InverseOnly(stage_model(&twiddle.stage))),
        false => stage_model(&twiddle.stage),
    }
}

/// Inverse frames pass the block, forward frames pass it by.
struct InverseOnly<'a>(Arc<dyn BlockModel + 'a>);

impl BlockModel for InverseOnly<'_> {
    fn run(&self, frames: &mut Frames, asked: Asked) {
        if asked.inverse {
            self.0.run(frames, asked);
        }
    }

    fn batches(&self) -> Option<usize> {
        self.0.batches()
    }
}
