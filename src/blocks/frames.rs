//! Frames in the model, several of which are transformed together.

/// Values of all elements of several frames, with the state of each frame.
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
    pub shift: Option<u32>,
}

/// The bit-accurate model of a block.
pub trait BlockModel: Sync + Send {
    /// Replaces the values of frames by those behind the block.
    fn run(&self, frames: &mut Frames, choices: FrameChoices);

    /// Batches of a frame. `None` for a block without batches.
    fn batches(&self) -> Option<usize> {
        None
    }
}

impl Frames {
    /// Creates frames of zeros with an exponent.
    pub fn new(count: usize, elements: usize, exponent: i32) -> Self {
        let values = vec![0; 2 * elements * count];
        Frames {
            count,
            values,
            overflow: vec![false; count],
            exponents: vec![exponent; count],
            nan: vec![false; count],
        }
    }

    /// Changes the words of all elements.
    pub fn each_word(&mut self, change: impl Fn([u64; 2]) -> [u64; 2]) {
        for parts in self.values.chunks_mut(2 * self.count) {
            let (re, im) = parts.split_at_mut(self.count);
            re.iter_mut().zip(im).for_each(|(re, im)| [*re, *im] = change([*re, *im]));
        }
    }
}

/// Returns the part of a number that becomes part `part` by a multiplication by a power of -i, and whether its sign changes. No
/// power stands for 0.
pub fn rotated_part(part: usize, power: Option<&u8>) -> (usize, bool) {
    let power = power.map_or(0, |power| usize::from(*power));
    (part ^ (power & 1), (power + part) & 2 != 0)
}
