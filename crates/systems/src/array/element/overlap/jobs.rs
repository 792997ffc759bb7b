//! Jobs of the links as counters.

use crate::array::plan::JobTimes;
use crate::rtl::{address_bits, Module, Net};

/// Jobs in progress: runs of jobs, each of which begins at a time of its own.
pub(super) struct Jobs {
    /// Whether the exchange of a job goes on.
    pub is_active: Net,
    /// Number of the run.
    pub slow: Net,
    /// Number of the job in its run.
    pub fast: Net,
}

impl Jobs {
    /// Adds the counters. `enabled`: whether steps overlap, and the clock cycle since their begin. `occupied`: clock cycles of a job and one
    /// more.
    pub fn new(m: &mut Module, name: &str, enabled: (Net, Net), times: &JobTimes, occupied: usize) -> Self {
        let runs = times.starts.len();
        let bits = address_bits(runs);
        let (slow, fast) = (m.state(bits, Some(0)), m.state(bits, Some(0)));
        m.name(slow, format!("{name}_run"));
        m.name(fast, format!("{name}_job"));
        let begins = begins(m, enabled, slow, &times.starts);
        let is_running = m.state(1, Some(0));
        m.name(is_running, format!("{name}_is_running"));
        let goes = m.or(begins, is_running);

        let longest = times.paces.iter().copied().max().unwrap_or(1).max(occupied);
        let cycle_bits = address_bits(longest + 1);
        let since = m.state(cycle_bits, Some(0));
        m.name(since, format!("{name}_since"));
        let is_last = m.eq_const(fast, runs as u128 - 1);
        let limits: Vec<Net> = times.paces.iter().map(|pace| m.constant(cycle_bits, *pace as u128 - 1)).collect();
        let limit = m.select(slow, &limits);
        let occupied = m.constant(cycle_bits, occupied as u128 - 1);
        let limit = m.mux(is_last, occupied, limit);
        let at_limit = m.eq(since, limit);
        let ends = m.and(goes, at_limit);
        let run_ends = m.and(ends, is_last);
        let [zero, one] = [0, 1].map(|value| m.constant(cycle_bits, value));
        let later = m.add(since, one);
        let next = m.mux(ends, zero, later);
        m.drive_enabled(since, next, goes);
        let [zero, one] = [0, 1].map(|value| m.constant(bits, value));
        let next_fast = m.add(fast, one);
        let next_fast = m.mux(is_last, zero, next_fast);
        m.drive_enabled(fast, next_fast, ends);
        let (is_last_run, next_slow) = (m.eq_const(slow, runs as u128 - 1), m.add(slow, one));
        let next_slow = m.mux(is_last_run, zero, next_slow);
        m.drive_enabled(slow, next_slow, run_ends);
        let goes_on = m.not(run_ends);
        let next = m.and(goes, goes_on);
        m.drive(is_running, next);
        // In the last clock cycle of a job its counters return to their first values.
        let is_due = m.lt(since, occupied);
        Jobs { is_active: m.and(goes, is_due), slow, fast }
    }
}

/// Returns whether a run begins in this clock cycle.
pub(super) fn begins(m: &mut Module, (is_overlapped, cycle): (Net, Net), run: Net, starts: &[usize]) -> Net {
    let starts: Vec<Net> = starts.iter().map(|start| m.constant(m.width(cycle), *start as u128)).collect();
    let start = m.select(run, &starts);
    let is_now = m.eq(cycle, start);
    m.and(is_now, is_overlapped)
}
