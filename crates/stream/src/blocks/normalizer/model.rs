//! The model of a normalizer.

use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::format::{number, word, Float};
use crate::pipeline::Normalizer;

impl BlockModel for &Normalizer {
    /// Shifts the words of each frame by its measure, and adds to its exponent.
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let count = frames.count;
        let ids = self.measured.slots.iter().flatten();
        let starts: Vec<usize> = ids.flat_map(|id| [0, 1].map(|part| (2 * *id as usize + part) * count)).collect();
        for frame in 0..count {
            let indices = || starts.iter().map(|start| start + frame);
            let measure = match self.float {
                None => align_words(self, &mut frames.values, indices()),
                Some(float) => align_floats(self, float, &mut frames.values, indices()),
            };
            frames.exponents[frame] += self.exponent(measure);
            frames.nan[frame] |= self.float.is_some_and(|float| u64::from(measure) == float.exponent_max());
        }
    }
}

/// Aligns the words of a frame, and returns h.
fn align_words(normalizer: &Normalizer, values: &mut [u64], indices: impl Iterator<Item = usize> + Clone) -> u32 {
    let Normalizer { input, output, .. } = *normalizer;
    let different = indices.clone().map(|at| number(values[at], input)).fold(0, |all, x| all | (x ^ (x >> 63)) as u64);
    let headroom = normalizer.headroom(different);
    for at in indices {
        values[at] = word(normalizer.align(number(values[at], input).into(), headroom), output);
    }
    headroom
}

/// Converts the floating-point numbers of a frame to words, and returns M.
fn align_floats(
    normalizer: &Normalizer,
    float: Float,
    values: &mut [u64],
    indices: impl Iterator<Item = usize> + Clone,
) -> u32 {
    let largest = indices.clone().map(|at| float.fields(values[at]).1).max().unwrap_or(0);
    for at in indices {
        let (significand, field) = float.fields(values[at]);
        let distance = (largest - field) as u32;
        values[at] = word(normalizer.align(significand.into(), distance), normalizer.output);
    }
    largest as u32
}
