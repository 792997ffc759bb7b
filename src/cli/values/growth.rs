//! `--max-growth`: bits, or any number of them.

use super::value::{Canonical, FromText};
use fftgen::{quoted, Error};

/// Maximum growth of words in bits; none without a limit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MaxGrowth(pub Option<u32>);

impl FromText for MaxGrowth {
    /// Reads a number of bits, or `none`.
    fn from_text(text: &str) -> Result<MaxGrowth, Error> {
        match text.trim() {
            "none" => Ok(MaxGrowth(None)),
            number => number.parse().map(|bits| MaxGrowth(Some(bits))).map_err(|_| {
                Error::Usage(format!("max-growth {} is neither a number of bits nor none; for example 6", quoted(text)))
            }),
        }
    }
}

impl Canonical for MaxGrowth {
    fn canonical(&self) -> Option<String> {
        self.0.map(|bits| bits.to_string())
    }
}
