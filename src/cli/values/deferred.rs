//! Values that are read late.

use super::value::{Canonical, FromText};
use fftgen::Error;
use std::convert::Infallible;
use std::str::FromStr;

/// A value whose error is kept until the value is needed. A value of a configuration file that a flag overrides is
/// never needed.
#[derive(Clone)]
pub struct Deferred<T>(Result<T, Error>);

impl<T: FromText> FromStr for Deferred<T> {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Deferred(T::from_text(text)))
    }
}

impl<T> From<T> for Deferred<T> {
    fn from(value: T) -> Self {
        Deferred(Ok(value))
    }
}

impl<T: Clone> Deferred<T> {
    /// Returns the value, or what is wrong with its text.
    pub fn get(&self) -> Result<T, Error> {
        self.0.clone()
    }

    /// Changes the value, if its text is one.
    pub fn map(self, change: impl FnOnce(T) -> T) -> Self {
        Deferred(self.0.map(change))
    }

    /// Returns the value of a flag if it is given, or what is wrong with its text.
    pub fn optional(flag: &Option<Self>) -> Result<Option<T>, Error> {
        flag.as_ref().map(Deferred::get).transpose()
    }

    /// Returns the values of a flag that may be given several times, if it is given, or what is wrong with a text.
    pub fn list(flag: &Option<Vec<Self>>) -> Result<Option<Vec<T>>, Error> {
        flag.as_ref().map(|values| values.iter().map(Deferred::get).collect()).transpose()
    }
}

impl<T: Canonical> Canonical for Vec<Deferred<T>> {
    fn canonical(&self) -> Option<String> {
        let values: Option<Vec<String>> = self.iter().map(Canonical::canonical).collect();
        Some(values?.join(","))
    }

    fn refused(&self) -> Option<Error> {
        self.iter().find_map(Canonical::refused)
    }
}

impl<T: Canonical> Canonical for Deferred<T> {
    fn canonical(&self) -> Option<String> {
        self.0.as_ref().ok().and_then(Canonical::canonical)
    }

    fn refused(&self) -> Option<Error> {
        self.0.as_ref().err().cloned()
    }
}
