//! Whole numbers.

use std::time::Duration;

/// Most that a count may be.
const MAX: usize = u32::MAX as usize;

/// Reads a count, in digits or as a power, as in `2^20`.
pub fn whole(text: &str) -> Result<usize, String> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = match text.split_once('^') {
        Some((base, power)) if is_number(base) && is_number(power) => {
            base.parse().ok().zip(power.parse().ok()).and_then(|(base, power)| usize::checked_pow(base, power))
        }
        None if is_number(text) => text.parse().ok(),
        _ => return Err("a whole number is wanted, as in 20".into()),
    };
    number.filter(|number| *number <= MAX).ok_or_else(|| format!("too large: numbers go up to {MAX}"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_numbers_and_large_ones_are_too_large() {
        assert_eq!((whole("20"), whole("2^20"), whole("4294967295")), (Ok(20), Ok(1 << 20), Ok(MAX)));
        for text in ["4294967296", "2^32", "2^64", "2^9999999999", "99999999999999999999"] {
            assert!(whole(text).is_err_and(|what| what.contains("too large")), "{text}");
        }
        for text in ["", "+4", "-4", "2^", "^2", "2^-1", "2^2^2", "1k"] {
            assert!(whole(text).is_err_and(|what| what.contains("whole number")), "{text}");
        }
    }
}
