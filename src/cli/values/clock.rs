//! `--clock`: the frequency of the clock.

use super::ratio::Ratio;
use super::value::{Canonical, FromText};
use fftgen::{quoted, Error};

/// Frequency, with its text.
#[derive(Clone, PartialEq, Debug)]
pub struct Clock {
    text: String,
    pub(super) hertz: Ratio,
}

impl Clock {
    /// Returns the frequency in MHz.
    pub fn mhz(&self) -> f64 {
        self.hertz.over as f64 / self.hertz.under as f64 / 1e6
    }
}

impl FromText for Clock {
    /// Reads `250MHz` or `0.1 GHz`.
    fn from_text(text: &str) -> Result<Clock, Error> {
        let hertz = Ratio::hertz(text).ok_or_else(|| {
            Error::Usage(format!("clock {} is no frequency: it has a unit, as in 250MHz or 0.25GHz", quoted(text)))
        })?;
        Ok(Clock { text: text.trim().into(), hertz })
    }
}

impl Canonical for Clock {
    fn canonical(&self) -> Option<String> {
        Some(self.text.clone())
    }
}
