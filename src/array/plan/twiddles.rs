//! Twiddle factors between the rounds of a frame of one dimension.

use super::cycles::READ;
use super::Plan;

impl Plan {
    /// Whether the results of a round are multiplied by twiddle factors.
    pub(crate) fn has_twiddles(&self, round: usize) -> bool {
        self.long.is_some() && round + 1 < self.rounds.len()
    }

    /// Returns the exponent of the twiddle factor of a point behind a round.
    pub(crate) fn exponent(&self, round: usize, point: usize) -> usize {
        let next = &self.rounds[round + 1];
        let known = self.rounds[..=round].iter().map(|round| round.digit(point) * round.result_stride);
        next.digit(point) * next.stride * known.sum::<usize>()
    }

    /// Clock cycles that results wait for their twiddle factors, because engines are faster.
    pub(crate) fn twiddle_wait(&self) -> usize {
        let ahead = self.long.map_or(0, |long| long.ahead);
        let rounds = (0..self.rounds.len()).filter(|round| self.has_twiddles(*round));
        rounds.map(|round| ahead.saturating_sub(self.engine(round).latency + 1)).max().unwrap_or(0)
    }

    /// Clock cycles from the first address of a round to its first result that is written.
    pub(crate) fn result_cycle(&self, round: usize) -> usize {
        let engine = READ + self.engine(round).latency;
        match self.long.filter(|_| self.has_twiddles(round)) {
            Some(long) => engine + self.twiddle_wait() + long.latency,
            None => engine,
        }
    }
}
