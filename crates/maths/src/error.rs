//! Errors with messages for the user.

pub use crate::quote::{counted, figure, quoted};

use crate::format::FormatError;

/// A request that cannot be met. The message names the value, the reason and the fix.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Error {
    /// The request contradicts itself or the rules of the command line.
    #[error("{0}")]
    Usage(String),
    /// A well-formed request that the program does not support.
    #[error("{0}")]
    Unsupported(String),
    /// A core that takes more DSP blocks than it may have.
    #[error(
        "max-dsp {max_dsp} is too few: {what} a cycle, in {format} take at least {}; try --max-dsp {fewest},{less} or \
         --nodsp",
        counted(*fewest, "DSP block")
    )]
    TooFewBlocks {
        /// Most DSP blocks of the core.
        max_dsp: usize,
        /// What passes in a clock cycle.
        what: String,
        /// Name of the number format.
        format: String,
        /// Fewest DSP blocks of a core that was found.
        fewest: usize,
        /// A further remedy.
        less: String,
    },
    /// Data that does not have the form it must have.
    #[error("{0}")]
    Data(String),
    /// Netlist and reference model differ: a bug of this program.
    #[error("{0}")]
    Mismatch(String),
}

impl From<FormatError> for Error {
    fn from(error: FormatError) -> Self {
        Error::Usage(error.to_string())
    }
}

impl Error {
    /// Returns the exit code of a program that ends with this error.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Usage(_) | Error::Data(_) => 2,
            Error::Unsupported(_) | Error::TooFewBlocks { .. } => 3,
            Error::Mismatch(_) => 4,
        }
    }
}
