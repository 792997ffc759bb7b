//! Frames in the model, several of which are transformed together.

use crate::format::number;

/// Values of all elements of several frames, with the state of each frame.
#[derive(Default)]
pub struct Frames {
    /// Number of frames.
    pub count: usize,
    /// `values[(2·element + part) · count + frame]`.
    pub values: Vec<u64>,
    /// `overflow[frame]`: whether a value was too large for its word.
    pub overflow: Vec<bool>,
    /// `exponents[frame]`, in block floating point.
    pub exponents: Vec<i32>,
    /// `nan[frame]`: whether the frame is NaN, in block floating point.
    pub nan: Vec<bool>,
}

/// Choices of frames in run-time configuration.
#[derive(Clone, Copy)]
pub struct FrameChoices {
    /// Whether the transform is inverse.
    pub inverse: bool,
    /// Right shift of the block in bits. `None` for the block's own.
    pub shift: Option<i32>,
}

/// The bit-accurate model of a block.
pub trait BlockModel: Sync + Send {
    /// Replaces the values of frames by those after the block.
    fn run(&self, frames: &mut Frames, choices: FrameChoices);

    /// Whether results depend on frames before, so that all frames from a reset on have to come together.
    fn has_history(&self) -> bool {
        false
    }

    /// Batches of a frame. `None` for a block without batches.
    fn batches(&self) -> Option<usize> {
        None
    }
}

impl Frames {
    /// Replaces the frames by `count` frames of zeros with an exponent, in the same memory.
    pub fn clear(&mut self, count: usize, elements: usize, exponent: i32) {
        fn refill<T: Copy>(list: &mut Vec<T>, length: usize, value: T) {
            list.clear();
            list.resize(length, value);
        }
        self.count = count;
        refill(&mut self.values, 2 * elements * count, 0);
        refill(&mut self.overflow, count, false);
        refill(&mut self.exponents, count, exponent);
        refill(&mut self.nan, count, false);
    }

    /// Returns the headroom of a frame of words of `bits` bits: the number of bits after the sign that equal it in
    /// every component.
    pub fn headroom(&self, frame: usize, bits: u32) -> u32 {
        let components = self.values.iter().skip(frame).step_by(self.count);
        let different = components.map(|&value| number(value, bits)).fold(0, |all, x| all | (x ^ (x >> 63)) as u64);
        bits - 1 - (u64::BITS - different.leading_zeros())
    }

    /// Takes some frames out.
    pub fn taken(&self, frames: &[usize]) -> Frames {
        let values = self.values.chunks(self.count).flat_map(|row| frames.iter().map(|&frame| row[frame])).collect();
        Frames {
            count: frames.len(),
            values,
            overflow: frames.iter().map(|&frame| self.overflow[frame]).collect(),
            exponents: frames.iter().map(|&frame| self.exponents[frame]).collect(),
            nan: frames.iter().map(|&frame| self.nan[frame]).collect(),
        }
    }

    /// Puts frames that were taken out back.
    pub fn put(&mut self, frames: &[usize], taken: &Frames) {
        for (row, taken) in self.values.chunks_mut(self.count).zip(taken.values.chunks(taken.count)) {
            frames.iter().zip(taken).for_each(|(&frame, value)| row[frame] = *value);
        }
        for (index, &frame) in frames.iter().enumerate() {
            self.overflow[frame] = taken.overflow[index];
            self.exponents[frame] = taken.exponents[index];
            self.nan[frame] = taken.nan[index];
        }
    }

    /// Changes the words of all elements.
    #[inline(always)]
    pub fn each_word(&mut self, change: impl Fn([u64; 2]) -> [u64; 2]) {
        for parts in self.values.chunks_mut(2 * self.count) {
            let (re, im) = parts.split_at_mut(self.count);
            re.iter_mut().zip(im).for_each(|(re, im)| [*re, *im] = change([*re, *im]));
        }
    }
}

/// Returns the part of a number that becomes part `part` by a multiplication by a power of -i, and whether its sign
/// changes. No power stands for 0.
pub fn rotated_part(part: usize, power: Option<&u8>) -> (usize, bool) {
    let power = power.map_or(0, |power| usize::from(*power));
    (part ^ (power & 1), (power + part) & 2 != 0)
}
