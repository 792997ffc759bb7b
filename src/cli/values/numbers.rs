//! Whole numbers.

use std::time::Duration;

/// Reads a count.
pub fn whole(text: &str) -> Result<usize, &'static str> {
    let sensible = text.parse().ok().filter(|number| *number <= u32::MAX as usize);
    sensible.ok_or("a whole number is wanted, as in 20")
}

/// Reads a configuration word, decimal or hexadecimal.
pub fn config_word(text: &str) -> Result<u64, &'static str> {
    let word = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    word.map_err(|_| "a whole number is wanted, as in 6 or 0x2a")
}

/// Reads a time in seconds.
pub fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| (1..=u32::MAX.into()).contains(seconds));
    seconds.map(Duration::from_secs).ok_or("a whole number of seconds above 0 is wanted, as in 600")
}
