//! Limits of files of frames.

/// Longest line, in bytes.
pub(super) const LONGEST: u64 = 1 << 20;
