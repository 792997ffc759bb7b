//! Conversions: how the results of an operation leave it, as elements of a format.

mod exact;
mod floating;
mod traits;

pub use exact::finish;
pub use traits::{Conversion, Integers};

use crate::design::Config;
use crate::format::{Float, Format};
use exact::Requantize;
use floating::{between, to_fixed, to_float, Same};
use std::sync::Arc;

/// Returns the conversion of exact numbers.
pub fn of_integers(from: Integers, to: Format, config: &Config) -> Arc<dyn Conversion> {
    match to {
        Format::Fixed(to) => Arc::new(Requantize::new(from, to, config.arithmetic.rounding.unwrap_or_default())),
        Format::Float(to) => Arc::new(to_float(from, to, config)),
    }
}

/// Returns the conversion of floating-point numbers.
pub fn of_floats(from: Float, to: Format, config: &Config) -> Arc<dyn Conversion> {
    match to {
        Format::Float(to) if to == from => Arc::new(Same),
        Format::Float(to) => Arc::new(between(from, to, config)),
        Format::Fixed(to) => Arc::new(to_fixed(from, to, config)),
    }
}
