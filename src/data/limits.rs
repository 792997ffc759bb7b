//! Limits of files of frames.

/// Maximum length of a line in bytes.
pub(super) const MAX_LINE_BYTES: u64 = 1 << 20;
