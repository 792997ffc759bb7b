//! When frames may start.

use crate::quote::counted;

/// Timing of frames at the native interface, in cycles of the core's clock enable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameTiming {
    /// Beats of a frame on the input and on the output, one a cycle.
    pub beats: [usize; 2],
    /// Initiation interval: the least distance of frame starts. At least the beats on either side.
    pub interval: usize,
    /// From the first input beat to the first output beat.
    pub latency: usize,
}

/// Writes the beats of a frame on the input and on the output.
pub fn beats([input, output]: [usize; 2]) -> String {
    match input == output {
        true => counted(input, "beat"),
        false => format!("{} on the input and {output} on the output", counted(input, "beat")),
    }
}

/// Writes which clock cycles have a beat, where a beat takes up to four of them.
///
/// ```
/// assert_eq!(fftgen_cores::arch::every(2), "second");
/// ```
pub fn every(pace: usize) -> &'static str {
    const WORDS: [&str; 4] = ["single", "second", "third", "fourth"];
    WORDS[(pace.max(1) - 1).min(WORDS.len() - 1)]
}
