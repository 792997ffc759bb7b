//! Formats, as they are written in a chain.

use super::text::Arguments;
use crate::design::Config;
use crate::error::Error;
use crate::format::{Float, Format};

/// Reads the format that may come next.
pub fn optional_format(arguments: &mut Arguments) -> Result<Option<Format>, Error> {
    arguments.next_if(|_| true).map(|word| read_format(arguments, word)).transpose()
}

/// Reads a format, such as `fixed24`, `q2.22` or `fp32`.
pub fn read_format(arguments: &Arguments, word: &str) -> Result<Format, Error> {
    Format::parse(word, false).map_err(|error| arguments.refuse(error))
}

/// A format as a chain has it: numbers of all floating-point formats have subnormals where those that enter have them.
pub fn in_chain(format: Format, config: &Config) -> Format {
    match (format, config.format) {
        (Format::Float(float), Format::Float(Float { subnormals, .. })) => Format::Float(Float { subnormals, ..float }),
        _ => format,
    }
}
