//! Frames of real samples: which pencils are two real sequences.
//!
//! Two samples of a row are a point, and results 0 and N/2 of a row are real and share point 0
//! ([`crate::formula::RealSplit`]). A pencil of another dimension that passes through point 0 of the rows is thus two
//! real sequences, one as real and one as imaginary parts. The engine transforms one after the other. Because a
//! spectrum of real values mirrors itself, half of each is enough: of n results those below n/2 are of the first
//! sequence, and those above n/2 of the second one. Results 0 and n/2 are real and share a point again, so that pencils
//! of the next dimension through these are two real sequences too. In frames of one dimension only those through point
//! 0 are (`spectrum`).
//!
//! An inverse transform takes the dimensions in the opposite order, so that a pencil is known by the numbers along the
//! dimensions after it.

use super::Plan;
use crate::formula::Kind;
use std::ops::Range;

impl Plan {
    /// Returns the round along the rows of real samples, if frames have them.
    pub(crate) fn row_round(&self) -> Option<usize> {
        let last = self.rounds.len() - 1;
        (self.kind == Kind::Real).then_some(if self.is_inverse() { last } else { 0 })
    }

    /// Whether the transform is inverse.
    pub(crate) fn is_inverse(&self) -> bool {
        self.engines[0].config.inverse
    }

    /// Returns the rounds whose numbers say whether a pencil of a round is two real sequences: those along the rows,
    /// and between these and the round. None if no pencil of the round is.
    pub(crate) fn deciding_rounds(&self, round: usize) -> Option<Range<usize>> {
        let row = self.row_round().filter(|row| *row != round)?;
        Some(if round > row { row..round } else { round + 1..row + 1 })
    }

    /// Returns the numbers along the dimension of a round of points that hold two real values, where all other numbers
    /// allow it.
    pub(crate) fn shared_points(&self, round: usize) -> Vec<usize> {
        let length = self.rounds[round].length;
        let has_half = self.row_round() != Some(round) && length % 2 == 0 && self.long.is_none();
        let half = has_half.then_some(length / 2);
        [0].into_iter().chain(half).collect()
    }

    /// Returns the numbers within a block of [`Plan::shared_points`] of all elements.
    pub(crate) fn shared_places(&self, round: usize) -> Vec<usize> {
        let block = self.blocks()[round];
        let mut places: Vec<usize> = self.shared_points(round).into_iter().map(|number| number % block).collect();
        places.dedup();
        places
    }

    /// Whether the pencil of a round through a point is two real sequences.
    pub(crate) fn is_paired(&self, round: usize, point: usize) -> bool {
        let is_shared = |other: usize| self.shared_points(other).contains(&self.rounds[other].digit(point));
        self.deciding_rounds(round).is_some_and(|mut others| others.all(is_shared))
    }

    /// Number of pencils of an element that pass the engine twice in a round, because they are two real sequences in
    /// some element.
    pub fn repeated_pencils(&self, round: usize) -> usize {
        let Some(others) = self.deciding_rounds(round) else { return 0 };
        others.fold(self.pencils(round), |count, other| count / self.blocks()[other] * self.shared_places(other).len())
    }

    /// Number of results of a pencil's first pass that wait for the second one, complex ones or real ones of an inverse
    /// transform; 0 if no pencil passes twice.
    pub(crate) fn waiting_results(&self) -> usize {
        let rounds = (0..self.rounds.len()).filter(|round| self.repeated_pencils(*round) > 0);
        rounds.map(|round| self.rounds[round].length).max().unwrap_or(0)
    }

    /// Number of times that a pencil passes the engine of an element in a round.
    pub(crate) fn passes(&self, round: usize) -> usize {
        self.pencils(round) + self.repeated_pencils(round)
    }
}
