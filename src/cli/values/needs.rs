//! Values of requirements: `--snr`, `--latency`, `--max-bram` and `--device`.

use super::ratio::Ratio;
use super::value::{Canonical, FromText};
use fftgen::synth::{Chip, CHIPS};
use fftgen::{quoted, Error};

/// Largest signal-to-noise ratio in dB.
const MAX_DB: f64 = 1000.0;

/// A value that is kept with its text.
macro_rules! textual {
    ($name:ident) => {
        impl Canonical for $name {
            fn canonical(&self) -> Option<String> {
                Some(self.text.clone())
            }
        }
    };
}

/// Signal-to-noise ratio in dB.
#[derive(Clone, PartialEq, Debug)]
pub struct Decibels {
    text: String,
    pub db: f64,
}

impl FromText for Decibels {
    /// Reads `70dB` or `70`.
    fn from_text(text: &str) -> Result<Self, Error> {
        let lower = text.trim().to_ascii_lowercase();
        let number = lower.strip_suffix("db").unwrap_or(&lower).trim_end();
        let ratio = Ratio::decimal(number).filter(|ratio| ratio.value() <= MAX_DB);
        let ratio = ratio.ok_or_else(|| {
            Error::Usage(format!("snr {} is no ratio in decibels above 0; for example 70dB", quoted(text)))
        })?;
        Ok(Decibels { text: text.trim().into(), db: ratio.value() })
    }
}

textual!(Decibels);

/// Longest latency: a time, or clock cycles.
#[derive(Clone, PartialEq, Debug)]
pub struct Latency {
    text: String,
    /// Seconds, or clock cycles.
    amount: Ratio,
    is_time: bool,
}

impl Latency {
    /// Returns the whole clock cycles within the time.
    pub fn cycles(&self, clock_mhz: f64) -> usize {
        let by = if self.is_time { clock_mhz * 1e6 } else { 1.0 };
        (self.amount.value() * by) as usize
    }
}

impl FromText for Latency {
    /// Reads a time, as in `20us`, or clock cycles, as in `2000`.
    fn from_text(text: &str) -> Result<Self, Error> {
        let time = Ratio::seconds(text);
        let cycles =
            || Ratio::decimal(text.trim().trim_end_matches("cycles").trim_end()).filter(|ratio| ratio.under == 1);
        let amount = time.or_else(cycles).ok_or_else(|| {
            Error::Usage(format!(
                "latency {} is neither a time, as in 20us, nor clock cycles, as in 2000",
                quoted(text)
            ))
        })?;
        Ok(Latency { text: text.trim().into(), amount, is_time: time.is_some() })
    }
}

textual!(Latency);

/// Number of block RAMs, of which half a block is the least part.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockRams {
    text: String,
    pub count: f64,
}

impl FromText for BlockRams {
    /// Reads `12` or `12.5`.
    fn from_text(text: &str) -> Result<Self, Error> {
        let zero = matches!(text.trim(), "0" | "0.0");
        let count =
            Ratio::decimal(text.trim()).filter(|ratio| ratio.under <= 10 && (2 * ratio.over) % ratio.under == 0);
        match count {
            _ if zero => Ok(BlockRams { text: "0".into(), count: 0.0 }),
            Some(ratio) => Ok(BlockRams { text: text.trim().into(), count: ratio.value() }),
            None => {
                Err(Error::Usage(format!("max-bram {}: blocks or halves are counted, as in 12 or 12.5", quoted(text))))
            }
        }
    }
}

textual!(BlockRams);

/// Device of a family.
#[derive(Clone, PartialEq, Debug)]
pub struct Device {
    text: String,
    pub chip: &'static Chip,
}

impl FromText for Device {
    /// Reads the name of a device, which may go on with package and speed grade.
    fn from_text(text: &str) -> Result<Self, Error> {
        let chip = Chip::of_name(text).ok_or_else(|| {
            let names: Vec<&str> = CHIPS.iter().map(|chip| chip.name).collect();
            Error::Usage(format!(
                "device {} is not in the table, which has {}; for another one give its family by --target, and limits \
                 by --max-lut, --max-dsp and --max-bram",
                quoted(text),
                names.join(", ")
            ))
        })?;
        Ok(Device { text: text.trim().into(), chip })
    }
}

textual!(Device);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_are_read_with_their_units() {
        let decibels = ["70dB", "70 dB", "70", "61.5db"].map(|text| Decibels::from_text(text).map(|snr| snr.db).ok());
        assert_eq!(decibels, [Some(70.0), Some(70.0), Some(70.0), Some(61.5)]);
        let cycles = |text: &str| Latency::from_text(text).map(|latency| latency.cycles(250.0)).ok();
        assert_eq!(["20us", "1ms", "80ns", "2000"].map(cycles), [5000, 250_000, 20, 2000].map(Some));
        let blocks = |text: &str| BlockRams::from_text(text).map(|blocks| blocks.count).ok();
        assert_eq!(
            ["0", "0.0", "12", "12.5", "12.3", "-1"].map(blocks),
            [Some(0.0), Some(0.0), Some(12.0), Some(12.5), None, None]
        );
        for text in ["", "0", "-3", "dB", "70 bels", "nan", "999999999"] {
            assert!(Decibels::from_text(text).is_err(), "{text}");
        }
        for text in ["", "20", "20 parsecs", "0us"] {
            assert_eq!(Latency::from_text(text).is_ok(), text == "20", "{text}");
        }
    }
}
