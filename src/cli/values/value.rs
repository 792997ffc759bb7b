//! What all values can do.

use fftgen::Error;
use std::path::PathBuf;

/// A value that the canonical command can state.
pub trait Canonical {
    /// Writes the value as its flag reads it: none for the default, and nothing for a flag that is set.
    fn canonical(&self) -> Option<String>;

    /// Returns what is wrong with the text of the value, if it is read late.
    fn refused(&self) -> Option<Error> {
        None
    }
}

/// A value that is read from text.
pub trait FromText: Sized {
    /// Reads the value. The error names the flag.
    fn from_text(text: &str) -> Result<Self, Error>;
}

impl Canonical for bool {
    fn canonical(&self) -> Option<String> {
        self.then(String::new)
    }
}

impl Canonical for usize {
    fn canonical(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Canonical for String {
    fn canonical(&self) -> Option<String> {
        Some(self.clone())
    }
}

impl Canonical for PathBuf {
    fn canonical(&self) -> Option<String> {
        Some(self.display().to_string())
    }
}
