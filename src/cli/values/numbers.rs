//! Whole numbers.

use std::num::IntErrorKind;
use std::time::Duration;

/// What is wrong with a count that no limit of a core is near.
pub const TOO_LARGE: &str = "numbers go up to 4294967295";

/// Reads a count.
pub fn whole(text: &str) -> Result<usize, &'static str> {
    match text.parse::<usize>() {
        Ok(number) if number <= u32::MAX as usize => Ok(number),
        Err(error) if *error.kind() != IntErrorKind::PosOverflow => Err("a whole number is wanted, as in 20"),
        Ok(_) | Err(_) => Err(TOO_LARGE),
    }
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
