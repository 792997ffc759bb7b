//! Counters up to numbers that the size of a frame selects.

use super::per_size::PerSize;
use crate::lower::count::count_to;
use crate::lower::run::Run;
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
        let run = Run::from(m, format!("{label}_running"), start);
        let runs = run.active;
        let (beat, is_last) = count_to(m, format!("{label}_beat"), runs, last);
        run.until(m, is_last);
        BeatCounter { beat, runs, is_last }
    }
}
