//! Jobs of the links as counters.

use crate::array::plan::JobTimes;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Jobs in progress: runs of jobs, each of which begins at a time of its own.
pub(super) struct Jobs<'m> {
    /// Whether the exchange of a job goes on.
    pub is_active: Sig<'m>,
    /// Number of the run.
    pub slow: Sig<'m>,
    /// Number of the job in its run.
    pub fast: Sig<'m>,
}

impl<'m> Jobs<'m> {
    /// The counters. `enabled`: whether steps overlap, and the clock cycle since their begin. `occupied`: clock
    /// cycles of a job and one more.
    #[hdl]
    pub fn new(m: &'m Builder, enabled: (Sig<'m>, Sig<'m>), times: &JobTimes, occupied: usize) -> Self {
        let runs = times.starts.len();
        let longest = times.paces.iter().copied().max().unwrap_or(1).max(occupied);
        let counter = |values: usize| m.state(address_bits(values), 0);
        let (run, job, since) = (counter(runs), counter(runs), counter(longest + 1));
        let is_running = m.state(1, 0);
        let goes = begins(enabled, *run, &times.starts) | is_running;

        let is_last = job.is(runs - 1);
        let last_cycle = m.select_number(run, since.width(), times.paces.iter().map(|pace| pace - 1));
        let ends = goes & since.is(is_last.mux(occupied - 1, last_cycle));
        let run_ends = ends & is_last;
        since.next_if(goes, ends.mux(0, since + 1));
        job.next_if(ends, is_last.mux(0, job + 1));
        run.next_if(run_ends, run.is(runs - 1).mux(0, run + 1));
        is_running.next(goes & !run_ends);
        // In the last clock cycle of a job its counters return to their first values.
        let is_active = goes & since.lt(occupied - 1);
        Jobs { is_active, slow: *run, fast: *job }
    }
}

/// Whether a run begins in this clock cycle.
pub(super) fn begins<'m>((is_overlapped, cycle): (Sig<'m>, Sig<'m>), run: Sig<'m>, starts: &[usize]) -> Sig<'m> {
    let start = cycle.builder().select_number(run, cycle.width(), starts.iter().copied());
    cycle.is(start) & is_overlapped
}
