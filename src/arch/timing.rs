//! When frames may start.

/// Timing of frames at the native interface, in cycles of the core's clock enable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameTiming {
    /// Beats of a frame, one a cycle.
    pub beats: usize,
    /// Initiation interval: the least distance of frame starts. At least `beats`.
    pub interval: usize,
    /// From the first input beat to the first output beat.
    pub latency: usize,
}
