//! What can be wrong with data, and where.

use super::limits::LONGEST;
use std::{fmt, io};

/// Where in a file something stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A line of text, counted from 1.
    Line(u64),
    /// An element of an array in the order of the file, counted from 0.
    Element(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Element(element) => write!(f, "element {element}"),
        }
    }
}

/// Data that is not frames of samples.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something is wrong at one place.
    #[error("{place}: {what}")]
    At { place: Place, what: String },
    /// A line is not read to its end.
    #[error("line {0}: more than {LONGEST} bytes without an end of the line; is this a file of text?")]
    Long(u64),
    /// The array as a whole cannot be frames.
    #[error("{0}")]
    Array(String),
    /// The data ends within a frame.
    #[error(
        "{place}: the last frame is short: {there} of {size} {what}; add the missing {}, or remove the frame",
        size - there
    )]
    Short { place: Place, there: usize, size: usize, what: &'static str },
}
