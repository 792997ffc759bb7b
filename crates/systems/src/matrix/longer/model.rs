//! The bit-accurate model of a change of the fraction's length.

use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::format::Float;

/// Change of the format of some elements of a frame.
pub struct Converted {
    /// Elements whose words change.
    pub elements: Vec<usize>,
    /// Format of the words.
    pub from: Float,
    /// Format of the changed words.
    pub to: Float,
}

impl BlockModel for Converted {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let Converted { ref elements, from, to } = *self;
        let convert = |word: u64| match from.is_shorter_than(to) {
            true => from.lengthened(to, word),
            false => from.shortened(to, word),
        };
        for element in elements {
            let words = &mut frames.values[2 * element * frames.count..2 * (element + 1) * frames.count];
            words.iter_mut().for_each(|word| *word = convert(*word));
        }
    }
}
