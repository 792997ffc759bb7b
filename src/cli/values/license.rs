//! `--license`: an SPDX expression.

use super::value::{Canonical, FromText};
use fftgen::{quoted, Error};

const DEFAULT: &str = "0BSD";

/// The licence of the generated files.
#[derive(Clone, PartialEq)]
pub struct License(pub String);

impl Default for License {
    fn default() -> Self {
        License(DEFAULT.into())
    }
}

impl FromText for License {
    /// Reads an SPDX expression. It has few characters, because it stands in comments and in JSON.
    fn from_text(text: &str) -> Result<License, Error> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-.+ ()".contains(c);
        let has_start = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '(');
        match has_start && text.chars().all(is_allowed) {
            true => Ok(License(text.into())),
            false => Err(Error::Usage(format!(
                "license {} is no SPDX expression; for example {DEFAULT}, MIT or \"MIT OR Apache-2.0\"",
                quoted(text)
            ))),
        }
    }
}

impl Canonical for License {
    fn canonical(&self) -> Option<String> {
        (*self != License::default()).then(|| self.0.clone())
    }
}
