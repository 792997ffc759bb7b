//! Frames through a normalizer.

use crate::format::{number, word};
use crate::stream::Normalizer;

/// Brings `values[(2·element + part) · frames + frame]` to the largest of each frame, and adds to its exponent.
pub(super) fn run(normalizer: &Normalizer, frames: usize, values: &mut [u64], exponents: &mut [i32]) {
    let Normalizer { measured, input, output, .. } = normalizer;
    let starts =
        || measured.slots.iter().flatten().flat_map(|id| [0, 1].map(|part| (2 * *id as usize + part) * frames));
    let mut different = vec![0; frames];
    for start in starts() {
        for (different, value) in different.iter_mut().zip(&values[start..]) {
            let value = number(*value, *input);
            *different |= (value ^ (value >> 63)) as u64;
        }
    }
    let headroom: Vec<u32> = different.into_iter().map(|different| normalizer.headroom(different)).collect();
    for start in starts() {
        for (value, headroom) in values[start..].iter_mut().zip(&headroom) {
            *value = word(normalizer.align(number(*value, *input).into(), *headroom), *output);
        }
    }
    for (exponent, headroom) in exponents.iter_mut().zip(headroom) {
        *exponent += normalizer.exponent(headroom);
    }
}
