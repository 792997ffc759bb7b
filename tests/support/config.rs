//! Configurations by their main numbers.

use fftgen::format::Format;
use fftgen::Config;

/// The defaults for a size, a width in points a cycle, and the name of a format without subnormal numbers.
pub fn config(size: usize, width: usize, precision: &str) -> Config {
    Config::new(size, width, Format::parse(precision, false).unwrap())
}
