//! Marks of frames that had a value too large for its word, in any operation of a chain.
//!
//! Each operation tells of it in the beats of its results. A bit of each frame waits until the operation after it has
//! told too, in a queue as long as there are frames between the two.

use super::operation::Planned;
use super::plan::Chain;
use fftgen_hdl::dsl::*;

impl Chain {
    /// Clock cycles from the start of a frame at the input to the last beat of what each operation makes of it, or of
    /// what one before it does where that is later.
    fn ends(&self) -> Vec<usize> {
        let mut start = (self.frames - 1) * self.entering.beats();
        let mut beats = self.entering.beats();
        let mut latest = 0;
        let end = |next: &Planned| {
            start = start + next.latency - (next.frames - 1) * beats;
            beats = next.leaving.beats();
            latest = latest.max(start + beats - 1);
            latest
        };
        self.planned.iter().map(end).collect()
    }

    /// Clock cycles by which results wait where frames are marked: until the last beat of an operation before a crop
    /// that leaves out the end of a frame, or before a sum of frames that overlap.
    pub(super) fn wait_for_marks(&self) -> usize {
        let last_beat = self.latency_unmarked() + self.leaving().beats() - 1;
        match self.config.overflow_mark {
            Some(true) => self.ends().last().map_or(0, |end| end - last_beat),
            _ => 0,
        }
    }
}

/// The bit of each frame, from operation to operation.
pub struct Mark<'m> {
    start: Pulse<'m>,
    interval: usize,
    ends: Vec<usize>,
    /// The bit, which is valid some clock cycles after the start of a frame. `None` as long as no value may be too
    /// large.
    known: Option<(Sig<'m>, usize)>,
}

impl<'m> Mark<'m> {
    /// A bit of no operation yet. `start`: of the frames of a chain.
    pub fn new(start: Sig<'m>, chain: &Chain) -> Self {
        let interval = chain.interval();
        Mark { start: Pulse::new(start, interval), interval, ends: chain.ends(), known: None }
    }

    /// Adds what an operation tells: a bit that is high in a beat of the results of a frame.
    #[hdl]
    pub fn add(&mut self, operation: usize, told: Sig<'m>) {
        let end = self.ends[operation];
        let ends = self.start.later(end).now().untimed();
        let values_overflow = told.builder().state(1, 0);
        let own = values_overflow | told;
        values_overflow.next(own & !ends);
        let both = self.at(end).map_or(own, |before| own | before);
        self.known = Some((both, end));
    }

    /// The bit in the last beat of a frame, which is that many clock cycles after the start.
    pub fn in_last_beat(&self, cycles: usize) -> Option<Sig<'m>> {
        Some(self.at(cycles)? & self.start.later(cycles).now().untimed())
    }

    /// The bit some clock cycles after the start of a frame.
    fn at(&self, cycles: usize) -> Option<Sig<'m>> {
        let (known, since) = self.known?;
        let [put, taken] = [since, cycles].map(|cycles| self.start.later(cycles).now().untimed());
        Some(known.queued(put, taken, (cycles - since).div_ceil(self.interval)))
    }
}
