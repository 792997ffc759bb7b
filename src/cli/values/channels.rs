//! `--channels`: a number of interleaved channels.

use super::numbers::whole;
use super::value::Canonical;

/// Number of interleaved channels.
#[derive(Clone, Copy)]
pub struct Channels(pub usize);

/// Reads a number of channels.
pub fn channels(text: &str) -> Result<Channels, String> {
    whole(text).map(Channels)
}

impl Canonical for Channels {
    /// Writes the number where there are several channels.
    fn canonical(&self) -> Option<String> {
        (self.0 != 1).then(|| self.0.to_string())
    }
}
