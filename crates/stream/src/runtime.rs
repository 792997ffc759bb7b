//! Choices that a core makes for each frame: direction and size. Shifts of a frame are fields of a plan.

use crate::rtl::address_bits;
use std::ops::Range;

/// Choices that a core leaves open until a frame begins.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Runtime {
    /// Whether a frame chooses between the forward and the inverse transform.
    pub direction: bool,
    /// Sizes that a frame chooses from, in ascending order. Empty if the core has one size.
    pub sizes: Vec<usize>,
}

/// Direction and size of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// Configuration word that selects the mode.
    pub word: u64,
    /// Low bits of the word with size and direction. Shifts are above them.
    pub choice_bits: u32,
    /// Points of a transform.
    pub size: usize,
    /// Points of a frame that come in, and points that go out.
    pub points: [usize; 2],
    /// Whether the transform is the inverse one.
    pub inverse: bool,
}

impl Mode {
    /// Returns the shift in the bits `field`, which are counted from the first one above the other choices.
    pub fn shift(&self, field: Range<u32>) -> u64 {
        self.word >> (self.choice_bits + field.start) & ((1 << field.len()) - 1)
    }
}

impl Runtime {
    /// Returns the number of bits of a configuration word, without shifts. It is zero if a frame has no choice.
    pub fn bits(&self) -> u32 {
        self.size_bits() + u32::from(self.direction)
    }

    /// Returns the number of low bits of a configuration word that hold the index of the size.
    pub fn size_bits(&self) -> u32 {
        match self.sizes.len() {
            0 => 0,
            sizes => address_bits(sizes),
        }
    }

    /// Lists all modes. The first one holds until the first configuration word arrives. `size` and `inverse` apply
    /// where a frame has no choice.
    pub fn modes(&self, size: usize, inverse: bool) -> Vec<Mode> {
        let sizes = if self.sizes.is_empty() { &[size][..] } else { &self.sizes };
        let directions = if self.direction { vec![false, true] } else { vec![inverse] };
        let mode = |(index, size): (usize, usize), inverse: bool| {
            let direction = u64::from(self.direction && inverse) << self.size_bits();
            Mode { word: index as u64 | direction, choice_bits: self.bits(), size, points: [size; 2], inverse }
        };
        let indexed_sizes = || sizes.iter().copied().enumerate();
        directions.into_iter().flat_map(|inverse| indexed_sizes().map(move |size| mode(size, inverse))).collect()
    }
}
