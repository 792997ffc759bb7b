//! What a kind of test frames makes a frame from.

use crate::format::Format;
use crate::model::Sample;
use crate::rng::Rng;

/// A frame to be made.
pub struct Frame<'a> {
    pub format: &'a Format,
    pub size: usize,
    /// How many of its kind have been: places, amplitudes and signs differ from one to the next.
    pub turn: usize,
    pub rng: &'a mut Rng,
}

impl Frame<'_> {
    /// Samples whose components are told by their index and part.
    pub fn each(&mut self, mut word: impl FnMut(&mut Rng, usize, usize) -> u64) -> Vec<Sample> {
        (0..self.size).map(|index| [0, 1].map(|part| word(self.rng, index, part))).collect()
    }

    /// A place for what is alone.
    pub fn place(&mut self) -> usize {
        self.rng.below(self.size as u64) as usize
    }

    /// One of some, each in its turn.
    pub fn one_of<T: Copy>(&self, choices: &[T]) -> T {
        choices[self.turn % choices.len()]
    }

    /// Signs that a transform gathers in one of its results: all alike, in turn, and others.
    pub fn signs(&self) -> impl Fn(usize) -> bool + 'static {
        let turn = self.turn;
        move |index| match turn % 4 {
            0 => false,
            1 => true,
            2 => index % 2 == 1,
            _ => (index & (turn / 4 + 2)).count_ones() % 2 == 1,
        }
    }
}
