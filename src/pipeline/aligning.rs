//! When the words of a step's transforms are at one exponent, where their parts share exponents.

use super::arithmetic::{InputEncoding, SharedExponent};
use super::stage::ports;
use super::{Shape, Stage};

impl Stage {
    /// What its words are, where their parts share exponents.
    pub fn shared(&self) -> Option<SharedExponent> {
        self.arithmetic.shared().map(|(word, _)| *word)
    }

    /// How its words come in.
    pub fn input_encoding(&self) -> InputEncoding {
        self.arithmetic.shared().map_or(InputEncoding::Word, |(_, input)| input)
    }

    /// Cycles to bring the words of a transform to one exponent, where they have exponents.
    pub fn aligning(&self) -> usize {
        match self.shared() {
            None => 0,
            Some(_) if self.placement.shape.period == 1 => {
                SharedExponent::aligning(self.input_encoding(), self.transform.radix())
            }
            Some(_) => self.gathering() + SharedExponent::placing(self.input_encoding(), self.placement.shape.copies),
        }
    }

    /// Cycles that words wait for the largest exponent of their transform, whose elements come in several beats.
    pub fn gathering(&self) -> usize {
        self.longest_span() + SharedExponent::gathering(self.input_encoding(), self.placement.shape.lanes)
    }

    /// Whether the exponent of a transform has to be held for its words: the next batch's comes before they have passed.
    pub fn holds_exponents(&self) -> bool {
        2 * self.longest_span() >= self.placement.shape.period
    }

    fn longest_span(&self) -> usize {
        self.spans().iter().map(|(first, last)| last - first).max().unwrap_or(0)
    }

    /// The first and the last beat of each transform of a batch.
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

    /// `[beat of a batch · lanes + lane]`: the transform whose element comes there.
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
