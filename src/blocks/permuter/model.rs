//! The model of a permuter: elements keep their numbers, so that trivial rotations alone change words.

use crate::blocks::frames::{rotated_part, BlockModel, FrameChoices, Frames};
use crate::format::{Float, Format};
use crate::pipeline::Permuter;
use std::sync::Arc;

/// Returns the model of a permuter; none where it rotates nothing.
pub fn permuter_model(permuter: &Permuter, format: Format) -> Option<Arc<dyn BlockModel + '_>> {
    if permuter.rotations.is_empty() {
        return None;
    }
    match format {
        Format::Float(float) => Some(Arc::new(Rotations { powers: &permuter.rotations, float })),
        Format::Fixed(_) => unreachable!("permuters rotate floating-point words only"),
    }
}

/// Multiplications by powers of -i.
struct Rotations<'a> {
    /// `powers[element]`.
    powers: &'a [u8],
    float: Float,
}

impl BlockModel for Rotations<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        for (element, power) in self.powers.iter().enumerate().filter(|(_, power)| **power != 0) {
            let parts = &mut frames.values[2 * element * frames.count..][..2 * frames.count];
            let before = parts.to_vec();
            for (part, values) in parts.chunks_mut(frames.count).enumerate() {
                let (from, negative) = rotated_part(part, Some(power));
                values.copy_from_slice(&before[from * frames.count..][..frames.count]);
                if negative {
                    values.iter_mut().for_each(|value| *value = self.float.neg(*value));
                }
            }
        }
    }
}
