//! Errors in data, with their places.

use super::limits::MAX_LINE_BYTES;
use std::{fmt, io};

/// Place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Line of text, counted from 1.
    Line(u64),
    /// Element of an array in the order of the file, counted from 0.
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

/// Error of data that is not frames of samples.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// An error of the system in reading or writing.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An error at one place.
    #[error("{place}: {what}")]
    At {
        /// Place of the error.
        place: Place,
        /// Description of the error.
        what: String,
    },
    /// A line that is too long to be read to its end.
    #[error("line {0}: more than {MAX_LINE_BYTES} bytes without an end of the line; is this a file of text?")]
    Long(u64),
    /// An array that cannot be frames as a whole.
    #[error("{0}")]
    Array(String),
    /// Data that ends within a frame.
    #[error(
        "{place}: the last frame is short: {there} of {size} {what}; add the missing {}, or remove the frame",
        size - there
    )]
    Short {
        /// Place of the end.
        place: Place,
        /// Number of points or samples of the last frame.
        there: usize,
        /// Number of points or samples of a whole frame.
        size: usize,
        /// Plural of what is counted: `points` or `samples`.
        what: &'static str,
    },
}
