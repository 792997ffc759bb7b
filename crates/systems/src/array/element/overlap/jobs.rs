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
    pub fn new(m: &'m Builder, name: &str, enabled: (Sig<'m>, Sig<'m>), times: &JobTimes, occupied: usize) -> Self {
        let runs = times.starts.len();
        let longest = times.paces.iter().copied().max().unwrap_or(1).max(occupied);
        let counter = |count: &str, values: usize| m.state(address_bits(values), 0).named(&format!("{name}_{count}"));
        let (run, job, since) = (counter("run", runs), counter("job", runs), counter("since", longest + 1));
        let is_running = m.state(1, 0).named(&format!("{name}_is_running"));
        let goes = begins(enabled, *run, &times.starts) | is_running;

        let is_last = job.is(runs - 1);
        let paces = times.paces.iter().map(|pace| m.constant(since.width(), *pace as u128 - 1));
        let pace = m.select(*run, &paces.collect::<Vec<_>>());
        let ends = goes & since.is(is_last.mux(occupied - 1, pace));
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
    let m = cycle.builder();
    let starts: Vec<Sig> = starts.iter().map(|start| m.constant(cycle.width(), *start as u128)).collect();
    cycle.is(m.select(run, &starts)) & is_overlapped
}
