//! Frames of the testbench. Each 32-bit word is a function of its number, which the testbench computes too, so that
//! frames of any size need no file. Rows of results are compared by digests.

use crate::external::{External, Plan};
use crate::format::Format;
use crate::model::Sample;
use serde::Serialize;

/// Bytes of a word.
pub(super) const WORD_BYTES: usize = 4;

/// Places of points in words of 32 bits.
pub(super) struct Words {
    /// Rows of a frame.
    pub rows: usize,
    /// Words from a row to the next.
    pub pitch: usize,
    /// Words of a row that hold points.
    pub row: usize,
    /// Bits of the last word of a row that hold points.
    pub last: u32,
}

impl Words {
    pub fn new(plan: &Plan) -> Self {
        let bytes = plan.shape.row() * 2 * plan.component_bytes;
        let spare = bytes.next_multiple_of(WORD_BYTES) - bytes;
        Words {
            rows: plan.frame_bytes() / plan.row_pitch,
            pitch: plan.row_pitch / WORD_BYTES,
            row: bytes.div_ceil(WORD_BYTES),
            last: u32::MAX >> (8 * spare),
        }
    }

    /// Returns the bits of a word of a row that hold points.
    fn mask(&self, word: usize) -> u32 {
        if word + 1 == self.row {
            self.last
        } else {
            u32::MAX
        }
    }
}

/// Bits of a word of the stimulus that are as random numbers have them, and bits that are set.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Pattern {
    #[serde(serialize_with = "hex")]
    keep: u32,
    #[serde(serialize_with = "hex")]
    set: u32,
}

fn hex<S: serde::Serializer>(word: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{word:08x}"))
}

impl Pattern {
    /// Returns the patterns of even and of odd words. Floating-point numbers have an exponent near that of one, so that
    /// none of them is infinite.
    pub fn for_format(format: Format, component_bytes: usize) -> [Pattern; 2] {
        let Format::Float(float) = format else { return [Pattern { keep: u32::MAX, set: 0 }; 2] };
        let random = 2.min(float.exponent - 1);
        let bias = (1u64 << (float.exponent - 1)) - 1;
        let field = (((1u64 << (float.exponent - random)) - 1) << (float.fraction + random), float.fraction);
        let set = (bias >> random << random) << field.1;
        // A component of fewer bytes than a word occurs several times in it.
        let repeated = |bits: u64| (0..8 / component_bytes).fold(0, |all, at| all | bits << (8 * component_bytes * at));
        let (fixed, set) = (repeated(field.0), repeated(set));
        [0, 32].map(|first| Pattern { keep: !((fixed >> first) as u32), set: (set >> first) as u32 })
    }
}

/// Mixes the bits of a number until each depends on all of the number.
fn mixed(number: u32) -> u32 {
    let x = (number ^ number >> 16).wrapping_mul(0x7feb_352d);
    let x = (x ^ x >> 15).wrapping_mul(0x846c_a68b);
    x ^ x >> 16
}

/// Returns the points of a frame of the stimulus of a seed.
pub(super) fn frame(core: &External, number: usize, seed: u32) -> Vec<Sample> {
    let (plan, words) = (&core.plan, Words::new(&core.plan));
    let patterns = Pattern::for_format(core.config.format, plan.component_bytes);
    let bytes = plan.component_bytes;
    let row = |row: usize| {
        let first = (number * words.rows + row) * words.pitch;
        let word = |word: usize| {
            let pattern = patterns[(first + word) % 2];
            ((mixed((first + word) as u32 ^ seed) & pattern.keep) | pattern.set) & words.mask(word)
        };
        let stored: Vec<u8> = (0..words.row).flat_map(|at| word(at).to_le_bytes()).collect();
        let component = move |at: usize| core.loaded_component(&stored[at * bytes..][..bytes]);
        (0..plan.shape.row()).map(move |point| [component(2 * point), component(2 * point + 1)]).collect::<Vec<_>>()
    };
    (0..words.rows).flat_map(row).collect()
}

/// Returns the digest of each row of a result.
pub(super) fn digests(core: &External, frame: &[Sample]) -> Vec<u32> {
    let (plan, words) = (&core.plan, Words::new(&core.plan));
    let stored = |component: u64| core.stored_component(component).to_le_bytes().into_iter().take(plan.component_bytes);
    let digest = |row: &[Sample]| {
        let mut bytes: Vec<u8> = row.as_flattened().iter().flat_map(|component| stored(*component)).collect();
        bytes.resize(bytes.len().next_multiple_of(WORD_BYTES), 0);
        bytes.chunks(WORD_BYTES).fold(0u32, |digest, word| {
            let word = word.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
            (digest.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b1)
        })
    };
    debug_assert_eq!(frame.len(), words.rows * plan.shape.row());
    frame.chunks(plan.shape.row()).map(digest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floating_point_stimuli_are_numbers_near_one() {
        for (name, bytes) in [("fp16", 2), ("bf16", 2), ("fp32", 4), ("fp64", 8), ("e6m9", 2)] {
            let format = Format::parse(name, false).unwrap();
            let patterns = Pattern::for_format(format, bytes);
            for number in (0..64).step_by(2) {
                let [low, high] = [0, 1].map(|at| mixed(number + at as u32) & patterns[at].keep | patterns[at].set);
                let both = u64::from(high) << 32 | u64::from(low);
                for component in 0..8 / bytes {
                    let word = both >> (8 * bytes * component) & (u64::MAX >> (64 - format.bits()));
                    let value = format.to_f64(word).abs();
                    assert!((0.0625..16.0).contains(&value), "{name}: {value}");
                }
            }
        }
    }
}
