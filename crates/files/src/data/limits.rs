//! Limits of files of frames.

/// Maximum length of a line in bytes.
pub(super) const MAX_LINE_BYTES: u64 = 1 << 20;

/// Maximum length in bytes of an array that is read as a whole.
pub(super) const MAX_ARRAY_BYTES: u64 = 1 << 29;
