//! Frames of real samples of one dimension: frequencies, and where the samples and the spectrum of a frame are.
//!
//! A frame has N = 2·n1·n2·n3 samples, numbers j = (j1·n2 + j2)·n3 + j3, of which samples 2a and 2a + 1 along j1 are a
//! point. The transform along j1 is that of real samples, and gives n1 results k1 of which 0 and n1 are real and share
//! point 0. A result has the number k = k1 + 2·n1·(k2 + n2·k3). Before the transform along j2 values are multiplied by
//! the root of unity of order N with exponent j2·n3·k1, and before that along j3 with exponent j3·(k1 + 2·n1·k2).
//!
//! A pencil with k1 = 0 is two real sequences: one has k1 = 0 and no factor, so that its result n - k is the conjugate
//! of result k. The other one has k1 = n1, and its result n - 1 - k is the conjugate of result k. For even n that
//! leaves results 0 to n/2 of the first sequence, of which the ends are real and share point 0, and results n/2 to n -
//! 1 of the second one. They share point 0 because they are pencils of two real sequences for the next transform: of k
//! = 0 and of half the period of k. Results above N/2 are conjugates of those below, as which they are given.
//!
//! An inverse transform has the rounds, the factors and the places in the opposite order.

use super::Plan;
use crate::formula::Kind;

/// How the spectra of both real sequences of a pencil of n points mirror themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mirrors {
    /// In both, result n - k is the conjugate of result k. Each point 0 and n/2 holds a real result of each.
    Same,
    /// In the second one, result n - 1 - k is the conjugate of result k. Point 0 holds the real results 0 and n/2 of
    /// the first one.
    Shifted,
}

impl Plan {
    /// Returns how spectra mirror themselves.
    pub(crate) fn mirrors(&self) -> Mirrors {
        if self.is_long_real() {
            Mirrors::Shifted
        } else {
            Mirrors::Same
        }
    }

    /// Whether frames are real samples of one dimension.
    pub(crate) fn is_long_real(&self) -> bool {
        self.long.is_some() && self.kind == Kind::Real
    }

    /// Returns the rounds in the order of a forward transform.
    fn forward_rounds(&self) -> Vec<usize> {
        let rounds = 0..self.rounds.len();
        if self.is_inverse() {
            rounds.rev().collect()
        } else {
            rounds.collect()
        }
    }

    /// Returns the rounds before a round in the order of a forward transform.
    pub(crate) fn rounds_ahead(&self, round: usize) -> Vec<usize> {
        self.forward_rounds().into_iter().take_while(|other| *other != round).collect()
    }

    /// Distance of the numbers of two results that follow each other along a round.
    pub(crate) fn frequency_stride(&self, round: usize) -> usize {
        let ahead: usize = self.rounds_ahead(round).into_iter().map(|other| self.rounds[other].length).product();
        if self.row_round() == Some(round) {
            1
        } else {
            2 * ahead
        }
    }

    /// Distance of the numbers of two samples that follow each other along a round.
    pub(crate) fn sample_stride(&self, round: usize) -> usize {
        let behind = self.forward_rounds().into_iter().skip_while(|other| *other != round).skip(1);
        behind.map(|other| self.rounds[other].length).product()
    }

    /// Returns the number of the result of a point along some rounds, the first ones of a forward transform.
    fn frequency(&self, rounds: &[usize], point: usize) -> usize {
        let (mut sum, mut is_paired) = (0, false);
        for &round in rounds {
            let (digit, stride) = (self.rounds[round].digit(point), self.frequency_stride(round));
            let is_of_second = is_paired && self.is_above(round, digit);
            sum += digit * stride + if is_of_second { stride / 2 } else { 0 };
            is_paired = digit == 0 && (is_paired || stride == 1);
        }
        sum
    }

    /// Whether a number along a round is at least half of the length.
    pub(crate) fn is_above(&self, round: usize, number: usize) -> bool {
        2 * number >= self.rounds[round].length
    }

    /// Returns what the number of a sample along a round is multiplied by to make the exponent of its factor.
    /// `is_second`: of the second sequence of a pencil.
    pub(crate) fn exponent_step(&self, round: usize, point: usize, is_second: bool) -> usize {
        let half = if is_second { self.frequency_stride(round) / 2 } else { 0 };
        self.sample_stride(round) * (self.frequency(&self.rounds_ahead(round), point) + half)
    }

    /// Returns the round whose points of at least half of its length are conjugates of results above N/2: the last one
    /// of a forward transform of one dimension.
    pub(crate) fn conjugate_round(&self) -> Option<usize> {
        let last = if self.is_inverse() { 0 } else { self.rounds.len() - 1 };
        Some(last).filter(|_| self.is_long_real())
    }

    /// Returns the number of a point of the spectrum, of its number in the elements.
    pub(crate) fn spectrum_point(&self, number: usize) -> usize {
        let result = self.frequency(&self.forward_rounds(), number);
        result.min(2 * self.points_in_all() - result)
    }

    /// Returns the numbers of the samples of a point, of the number of the point.
    pub(crate) fn samples(&self, point: usize) -> [usize; 2] {
        let stride = self.row_round().map_or(1, |row| self.sample_stride(row));
        let first = point + point / stride * stride;
        [first, first + stride]
    }
}
