//! Twiddle factors between the rounds of a frame of one dimension.
//!
//! They multiply the results of a round, or, where frames are real samples, the points before it: a pencil of two real
//! sequences has a factor for each of both, so that a point is multiplied on its way to the engine, and in an inverse
//! transform on its way from it.

use super::cycles::READ;
use super::Plan;
use crate::design::Config;
use std::ops::Range;

impl Plan {
    /// Whether points are multiplied before engines, not results after them.
    pub(crate) fn multiplies_points(&self) -> bool {
        self.is_long_real() && !self.is_inverse()
    }

    /// Returns the rounds whose points or results are multiplied by twiddle factors, if there are any.
    pub(crate) fn twiddle_rounds(&self) -> Range<usize> {
        match (self.long, self.multiplies_points()) {
            (None, _) => 0..0,
            (Some(_), true) => 1..self.rounds.len(),
            (Some(_), false) => 0..self.rounds.len() - 1,
        }
    }

    /// Returns the configuration that products with twiddle factors go by: that of an engine for complex pencils.
    pub(crate) fn twiddle_config(&self) -> &Config {
        &self.engine(self.twiddle_rounds().start).config
    }

    /// Whether the points or the results of a round are multiplied by twiddle factors.
    pub(crate) fn has_twiddles(&self, round: usize) -> bool {
        self.twiddle_rounds().contains(&round)
    }

    /// Returns the exponent of the twiddle factor of a point after a round, where frames are complex.
    pub(crate) fn exponent(&self, round: usize, point: usize) -> usize {
        let next = &self.rounds[round + 1];
        let known = self.rounds[..=round].iter().map(|round| round.digit(point) * round.result_stride);
        next.digit(point) * next.stride * known.sum::<usize>()
    }

    /// Clock cycles that results wait for their twiddle factors, because engines are faster.
    pub(crate) fn twiddle_wait(&self) -> usize {
        if self.multiplies_points() {
            return 0;
        }
        let ahead = self.long.map_or(0, |long| long.ahead);
        self.twiddle_rounds().map(|round| ahead.saturating_sub(self.engine(round).latency + 1)).max().unwrap_or(0)
    }

    /// Clock cycle of a round in which the engine's first point is read. It waits for its twiddle factor where points
    /// are multiplied.
    pub(crate) fn feed_cycle(&self, round: usize) -> usize {
        let long = self.long.filter(|_| self.multiplies_points() && self.has_twiddles(round));
        long.map_or(0, |long| long.ahead - READ)
    }

    /// Clock cycles from the first address of a round to its first result that is written.
    pub(crate) fn result_cycle(&self, round: usize) -> usize {
        let engine = self.feed_cycle(round) + READ + self.engine(round).latency;
        match self.long.filter(|_| self.has_twiddles(round)) {
            Some(long) => engine + self.twiddle_wait() + long.latency,
            None => engine,
        }
    }
}
