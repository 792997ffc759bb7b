//! `--scale`: how fixed point is scaled.

use super::value::{Canonical, FromText};
use fftgen::pipeline::numeric::Scale;
use fftgen::{quoted, Choice, Error};

impl FromText for Scale {
    /// Reads `stage`, `1/n` and so on, or shifts as in `2,2,1`.
    fn from_text(text: &str) -> Result<Scale, Error> {
        let lower = text.trim().to_ascii_lowercase();
        if let Some(scale) = Scale::from_word(&lower) {
            return Ok(scale);
        }
        let shifts: Result<Vec<u32>, _> = lower.split(',').map(|shift| shift.trim().parse()).collect();
        shifts.map(Scale::Shifts).map_err(|_| {
            Error::Usage(format!(
                "scale {} is neither {} nor the bits that each stage shifts by, as in 2,2,1",
                quoted(text),
                Scale::words()
            ))
        })
    }
}

impl Canonical for Scale {
    fn canonical(&self) -> Option<String> {
        match self {
            Scale::Shifts(shifts) => Some(shifts.iter().map(u32::to_string).collect::<Vec<_>>().join(",")),
            scale => (*scale != Scale::default()).then(|| scale.word().to_string()),
        }
    }
}
