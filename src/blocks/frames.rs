//! Frames that are transformed together.

/// Values of all elements of several frames, and what is known of each frame.
pub struct Frames {
    pub count: usize,
    /// `values[(2·element + part) · count + frame]`.
    pub values: Vec<u64>,
    /// By frame: a value was too large for its word.
    pub overflow: Vec<bool>,
    /// By frame, in block floating point.
    pub exponents: Vec<i32>,
    /// By frame, in block floating point: the frame is no number.
    pub nan: Vec<bool>,
}

/// What frames choose.
#[derive(Clone, Copy)]
pub struct Asked {
    pub inverse: bool,
    /// The shift of a block; none where it is the block's own.
    pub shift: Option<u32>,
}

/// What a block makes of frames.
pub trait BlockModel: Sync + Send {
    fn run(&self, frames: &mut Frames, asked: Asked);

    /// Batches of a frame, in a block that computes batches.
    fn batches(&self) -> Option<usize> {
        None
    }
}

impl Frames {
    /// Zeros, with this exponent.
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

/// The part of a number that so many quarter turns by -i make this part, and whether they change its sign.
pub fn turned(part: usize, turns: Option<&u8>) -> (usize, bool) {
    let turns = turns.map_or(0, |turns| usize::from(*turns));
    (part ^ (turns & 1), (turns + part) & 2 != 0)
}
