//! Frames as blocks: through normalizers, and back to floating point.

use crate::format::{number, word, Float};
use crate::stream::{Converter, Normalizer};

/// What goes with the frames that are transformed together.
pub(super) struct Blocks {
    pub exponents: Vec<i32>,
    /// Frames that are no numbers.
    nan: Vec<bool>,
}

impl Blocks {
    /// So many frames, with this exponent.
    pub fn new(frames: usize, exponent: i32) -> Self {
        Blocks { exponents: vec![exponent; frames], nan: vec![false; frames] }
    }

    /// Brings `values[(2·element + part) · frames + frame]` to the largest of each frame, and adds to its exponent.
    pub fn normalize(&mut self, normalizer: &Normalizer, values: &mut [u64]) {
        let frames = self.exponents.len();
        let ids = normalizer.measured.slots.iter().flatten();
        let starts: Vec<usize> = ids.flat_map(|id| [0, 1].map(|part| (2 * *id as usize + part) * frames)).collect();
        for frame in 0..frames {
            let places = || starts.iter().map(|start| start + frame);
            let measure = match normalizer.float {
                None => words(normalizer, values, places()),
                Some(float) => floats(normalizer, float, values, places()),
            };
            self.exponents[frame] += normalizer.exponent(measure);
            self.nan[frame] |= normalizer.float.is_some_and(|float| u64::from(measure) == float.exponent_max());
        }
    }

    /// Makes floating-point numbers of words in `values[(2·element + part) · frames + frame]`.
    pub fn convert(&self, converter: &Converter, values: &mut [u64]) {
        let Converter { float, input, shift, .. } = *converter;
        for values in values.chunks_mut(self.exponents.len()) {
            for ((value, exponent), nan) in values.iter_mut().zip(&self.exponents).zip(&self.nan) {
                *value = match nan {
                    true => float.nan(),
                    false => float.nearest(number(*value, input).into(), exponent + shift),
                };
            }
        }
    }
}

/// Aligns the words of a frame, and returns h.
fn words(normalizer: &Normalizer, values: &mut [u64], places: impl Iterator<Item = usize> + Clone) -> u32 {
    let Normalizer { input, output, .. } = *normalizer;
    let different = places.clone().map(|at| number(values[at], input)).fold(0, |all, x| all | (x ^ (x >> 63)) as u64);
    let headroom = normalizer.headroom(different);
    for at in places {
        values[at] = word(normalizer.align(number(values[at], input).into(), headroom), output);
    }
    headroom
}

/// Makes words of the numbers of a frame, and returns M.
fn floats(
    normalizer: &Normalizer,
    float: Float,
    values: &mut [u64],
    places: impl Iterator<Item = usize> + Clone,
) -> u32 {
    let largest = places.clone().map(|at| float.fields(values[at]).1).max().unwrap_or(0);
    for at in places {
        let (significand, field) = float.fields(values[at]);
        let distance = (largest - field) as u32;
        values[at] = word(normalizer.align(significand.into(), distance), normalizer.output);
    }
    largest as u32
}
