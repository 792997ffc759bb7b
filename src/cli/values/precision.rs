//! `--precision`: a number format.

use super::value::{Canonical, FromText};
use fftgen::format::Format;
use fftgen::Error;

impl FromText for Format {
    /// Reads the name of a format, without subnormal numbers.
    fn from_text(text: &str) -> Result<Format, Error> {
        Ok(Format::parse(text, false)?)
    }
}

impl Canonical for Format {
    fn canonical(&self) -> Option<String> {
        Some(self.name())
    }
}
