//! Counters up to numbers that the size of a frame selects.

use super::per_size::PerSize;
use fftgen_hdl::dsl::*;

record! {
    /// Counts the beats of frames.
    pub struct BeatCounter {
        /// The number of the beat.
        beat,
        /// High in each beat of a frame.
        runs,
        /// High in the last beat of a frame.
        is_last,
    }
}

impl<'m> BeatCounter<'m> {
    /// Counts from a start pulse on, which comes a cycle after the pulse of `sizes` or later.
    pub fn new(label: &str, start: Sig<'m>, sizes: &PerSize<'m>) -> Self {
        let m = start.builder();
        let last = sizes.number(|route| route.beats() - 1);
        let run = Run::from(m, &format!("{label}_running"), start);
        let runs = run.active;
        let (beat, is_last) = m.count_to(&format!("{label}_beat"), runs, last);
        run.until(is_last);
        BeatCounter { beat, runs, is_last }
    }
}
