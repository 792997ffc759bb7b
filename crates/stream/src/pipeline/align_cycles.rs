//! Clock cycles of the alignment of shared-exponent words before a stage's transforms.

use super::arithmetic::{InputEncoding, SharedExponent};
use super::stage::ports;
use super::{Shape, Stage};

impl Stage {
    /// Returns the encoding of shared-exponent words, if the stage computes with these.
    pub fn shared(&self) -> Option<SharedExponent> {
        self.arithmetic.shared().map(|(word, _)| *word)
    }

    /// Returns the encoding of the words at the input.
    pub fn input_encoding(&self) -> InputEncoding {
        self.arithmetic.shared().map_or(InputEncoding::Word, |(_, input)| input)
    }

    /// Clock cycles to align the words of a transform to one exponent: none for words without exponents.
    pub fn align_cycles(&self) -> usize {
        match self.shared() {
            None => 0,
            Some(shared) if self.placement.shape.period == 1 => {
                shared.align_cycles(self.input_encoding(), self.transform.radix())
            }
            Some(shared) => {
                self.max_exponent_cycles() + shared.shift_cycles(self.input_encoding(), self.placement.shape.copies)
            }
        }
    }

    /// Clock cycles by which words are delayed until the largest exponent of their transform is known, for transforms
    /// whose elements come in several beats.
    pub fn max_exponent_cycles(&self) -> usize {
        let lanes = self.placement.shape.lanes;
        let own = self.shared().map_or(0, |shared| shared.max_exponent_cycles(self.input_encoding(), lanes));
        self.max_span() + own
    }

    /// Whether the exponent of a transform has to be held, because that of the next batch is found before the words of
    /// this one are shifted.
    pub fn holds_exponents(&self) -> bool {
        2 * self.max_span() >= self.placement.shape.period
    }

    /// Beats from the first to the last element of a transform, at most.
    fn max_span(&self) -> usize {
        self.spans().iter().map(|(first, last)| last - first).max().unwrap_or(0)
    }

    /// Returns the first and the last beat of each transform of a batch.
    pub fn spans(&self) -> Vec<(usize, usize)> {
        let row = self.transforms();
        let beats = |transform: usize| {
            let present = |beat: &usize| {
                row[beat * self.placement.shape.lanes..][..self.placement.shape.lanes].contains(&Some(transform))
            };
            let all: Vec<usize> = (0..self.placement.shape.period).filter(present).collect();
            (all.first().copied().unwrap_or(0), all.last().copied().unwrap_or(0))
        };
        (0..self.placement.shape.copies).map(beats).collect()
    }

    /// Returns `transforms[beat of the batch · lanes + lane]`: number of the transform whose element comes there.
    pub fn transforms(&self) -> Vec<Option<usize>> {
        let Shape { lanes, period, copies, .. } = self.placement.shape;
        let mut row = vec![None; period * lanes];
        for (input, (beat, part)) in
            ports(self.transform.kernel(), &self.placement.shape, self.placement.natural).into_iter().enumerate()
        {
            row[beat * lanes + part / 2] =
                Some(input / 2 / self.transform.radix()).filter(|transform| *transform < copies);
        }
        row
    }
}
