//! The model of a permuter: elements keep their numbers, so that trivial rotations alone change words.

use crate::blocks::frames::{rotated_part, BlockModel, FrameChoices, Frames};
use crate::exact::Field;
use crate::format::{Float, Format, Numbers};
use crate::pipeline::Permuter;
use std::sync::Arc;

/// Returns the model of a permuter; none where it rotates nothing.
pub fn permuter_model<'a>(permuter: &'a Permuter, numbers: Numbers<'a>) -> Option<Arc<dyn BlockModel + 'a>> {
    if permuter.rotations.is_empty() {
        return None;
    }
    let powers = &permuter.rotations[..];
    match numbers {
        Numbers::Words(Format::Float(float)) => Some(Arc::new(Rotations { powers, signs: float })),
        Numbers::Words(Format::Fixed(_)) => unreachable!("permuters rotate floating-point words only"),
        Numbers::Residues(field) => Some(Arc::new(Rotations { powers, signs: field })),
    }
}

/// Numbers that have signs.
trait Signs: Send + Sync {
    /// Negates.
    fn negative(&self, value: u64) -> u64;
}

impl Signs for Float {
    fn negative(&self, value: u64) -> u64 {
        self.neg(value)
    }
}

impl Signs for &Field {
    fn negative(&self, value: u64) -> u64 {
        self.neg(value)
    }
}

/// Multiplications by powers of -i.
struct Rotations<'a, S> {
    /// `powers[element]`.
    powers: &'a [u8],
    signs: S,
}

impl<S: Signs> BlockModel for Rotations<'_, S> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        for (element, power) in self.powers.iter().enumerate().filter(|(_, power)| **power != 0) {
            let parts = &mut frames.values[2 * element * frames.count..][..2 * frames.count];
            let before = parts.to_vec();
            for (part, values) in parts.chunks_mut(frames.count).enumerate() {
                let (from, negative) = rotated_part(part, Some(power));
                values.copy_from_slice(&before[from * frames.count..][..frames.count]);
                if negative {
                    values.iter_mut().for_each(|value| *value = self.signs.negative(*value));
                }
            }
        }
    }
}
