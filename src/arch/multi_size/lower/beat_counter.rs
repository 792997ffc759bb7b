//! Counters up to numbers that the size of a frame selects.

use super::per_size::PerSize;
use crate::lower::count::count_to;
use crate::rtl::{Module, Net};

/// Counts the beats of frames.
pub struct BeatCounter {
    /// The number of the beat.
    pub beat: Net,
    /// High in each beat of a frame.
    pub runs: Net,
    /// High in the last beat of a frame.
    pub is_last: Net,
}

impl BeatCounter {
    /// Counts from a start pulse on, which comes a cycle after the pulse of `sizes` or later.
    pub fn new(m: &mut Module, label: &str, start: Net, sizes: &PerSize) -> Self {
        let last = sizes.number(m, |route| route.beats() - 1);
        let running = m.state(1, Some(0));
        m.name(running, format!("{label}_running"));
        let runs = m.or(start, running);
        let (beat, is_last) = count_to(m, format!("{label}_beat"), runs, last);
        let more_to_come = m.not(is_last);
        let goes_on = m.and(runs, more_to_come);
        m.drive(running, goes_on);
        BeatCounter { beat, runs, is_last }
    }
}
