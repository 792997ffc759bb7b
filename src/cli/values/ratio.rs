//! Positive numbers as exact ratios, with units.

/// Most digits of a decimal.
const MAX_DIGITS: usize = 9;

/// Units of a frequency, in Hz.
const HERTZ: [(&str, u128); 4] = [("ghz", 1_000_000_000), ("mhz", 1_000_000), ("khz", 1_000), ("hz", 1)];

/// Units of samples in a second.
const SAMPLES: [(&str, u128); 8] = [
    ("gsps", 1_000_000_000),
    ("msps", 1_000_000),
    ("ksps", 1_000),
    ("sps", 1),
    ("gs/s", 1_000_000_000),
    ("ms/s", 1_000_000),
    ("ks/s", 1_000),
    ("s/s", 1),
];

/// Units of a time, in nanoseconds.
const TIMES: [(&str, u128); 4] = [("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", NANOSECONDS)];

/// Nanoseconds of a second.
const NANOSECONDS: u128 = 1_000_000_000;

/// Positive ratio of whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio {
    pub over: u128,
    pub under: u128,
}

impl Ratio {
    /// Reads a decimal, as in `0.125`.
    pub fn decimal(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{fraction}");
        let is_number = (1..=MAX_DIGITS).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        let over = is_number.then(|| digits.parse().ok())?.filter(|over| *over > 0)?;
        Some(Ratio { over, under: 10u128.pow(fraction.len() as u32) })
    }

    /// Reads a frequency, as in `250MHz`, in Hz.
    pub fn hertz(text: &str) -> Option<Self> {
        with_unit(text, &HERTZ)
    }

    /// Reads a rate, as in `100MSPS` or `100 MS/s`, in samples a second.
    pub fn samples_per_second(text: &str) -> Option<Self> {
        with_unit(text, &SAMPLES)
    }

    /// Reads a time, as in `20us`, in seconds.
    pub fn seconds(text: &str) -> Option<Self> {
        with_unit(text, &TIMES).map(|time| Ratio { under: time.under * NANOSECONDS, ..time })
    }

    /// Returns the number.
    pub fn value(&self) -> f64 {
        self.over as f64 / self.under as f64
    }
}

/// Reads a decimal with one of some units.
fn with_unit(text: &str, units: &[(&str, u128)]) -> Option<Ratio> {
    let text = text.trim().to_ascii_lowercase();
    let (number, unit) = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    Ratio::decimal(number.trim_end()).map(|number| Ratio { over: number.over * unit, ..number })
}
