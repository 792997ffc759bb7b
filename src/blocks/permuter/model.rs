//! The model of a permuter: elements keep their numbers, so that trivial rotations alone change words.

use crate::blocks::frames::{turned, Asked, BlockModel, Frames};
use crate::format::{Float, Format};
use crate::pipeline::Permuter;
use std::sync::Arc;

/// Returns the model of a permuter; none where it rotates nothing.
pub fn permuter_model(permuter: &Permuter, format: Format) -> Option<Arc<dyn BlockModel + '_>> {
    if permuter.turns.is_empty() {
        return None;
    }
    match format {
        Format::Float(float) => Some(Arc::new(Turns { turns: &permuter.turns, float })),
        Format::Fixed(_) => unreachable!("permuters turn words whose signs are bits of their own"),
    }
}

/// Quarter turns by element.
struct Turns<'a> {
    turns: &'a [u8],
    float: Float,
}

impl BlockModel for Turns<'_> {
    fn run(&self, frames: &mut Frames, _: Asked) {
        for (element, turns) in self.turns.iter().enumerate().filter(|(_, turns)| **turns != 0) {
            let parts = &mut frames.values[2 * element * frames.count..][..2 * frames.count];
            let before = parts.to_vec();
            for (part, values) in parts.chunks_mut(frames.count).enumerate() {
                let (from, negative) = turned(part, Some(turns));
                values.copy_from_slice(&before[from * frames.count..][..frames.count]);
                if negative {
                    values.iter_mut().for_each(|value| *value = self.float.neg(*value));
                }
            }
        }
    }
}
