//! What is chosen frame by frame, but for shifts, which a plan has fields for.

use crate::rtl::address_bits;
use std::ops::Range;

/// What a core leaves open until a frame begins.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Runtime {
    /// Forward or inverse.
    pub direction: bool,
    /// The sizes that there are, the smallest first; empty where there is but one.
    pub sizes: Vec<usize>,
}

/// A kind of frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// The configuration word that asks for it.
    pub word: u64,
    pub size: usize,
    pub inverse: bool,
}

impl Mode {
    /// What some bits of the word say.
    pub fn field(&self, bits: Range<u32>) -> u64 {
        self.word >> bits.start & ((1 << bits.len()) - 1)
    }
}

impl Runtime {
    /// Bits of a configuration word, shifts aside; none where nothing is left open.
    pub fn bits(&self) -> u32 {
        self.size_bits() + u32::from(self.direction)
    }

    /// Those of them, the lowest, that number the size.
    pub fn size_bits(&self) -> u32 {
        match self.sizes.len() {
            0 => 0,
            sizes => address_bits(sizes),
        }
    }

    /// All kinds of frames, the first one that of a frame before there was a configuration word. `size` and `inverse`
    /// are those of all frames where these do not choose.
    pub fn modes(&self, size: usize, inverse: bool) -> Vec<Mode> {
        let sizes = if self.sizes.is_empty() { &[size][..] } else { &self.sizes };
        let directions = if self.direction { vec![false, true] } else { vec![inverse] };
        let mode = |(number, size): (usize, usize), inverse: bool| {
            let direction = u64::from(self.direction && inverse) << self.size_bits();
            Mode { word: number as u64 | direction, size, inverse }
        };
        let numbered = || sizes.iter().copied().enumerate();
        directions.into_iter().flat_map(|inverse| numbered().map(move |size| mode(size, inverse))).collect()
    }
}
