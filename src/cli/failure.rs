//! Messages and exit codes of errors.

use fftgen::data::DataError;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// Error of an external program that is missing or failed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ToolError(pub String);

/// Error of several cores of which some failed. Their own errors are told before.
#[derive(Debug, thiserror::Error)]
#[error("{failed} of {all} cores failed; the others are done")]
pub struct SeveralError {
    pub failed: usize,
    pub all: usize,
    /// Exit code of the first failure.
    pub code: u8,
}

/// Writes the error to standard error, and returns the exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if is_broken_pipe(error) {
        // The reader of the output has closed it, which is no error.
        return ExitCode::SUCCESS;
    }
    let _ = writeln!(std::io::stderr(), "error: {}", visible(&format!("{error:#}")));
    ExitCode::from(code(error))
}

/// Escapes control characters that a terminal would obey.
pub fn visible(text: &str) -> String {
    let escaped =
        |c: char| if c.is_control() && !"\n\t".contains(c) { c.escape_default().to_string() } else { c.into() };
    text.chars().map(escaped).collect()
}

/// Returns the exit code of an error.
pub fn code(error: &anyhow::Error) -> u8 {
    if let Some(several) = error.downcast_ref::<SeveralError>() {
        return several.code;
    }
    if let Some(error) = error.downcast_ref::<fftgen::Error>() {
        return error.exit_code();
    }
    match (error.downcast_ref::<DataError>(), error.is::<ToolError>()) {
        (Some(DataError::Io(_)), _) => 1,
        (Some(_), _) => 2,
        (_, true) => 5,
        _ => 1,
    }
}

/// Whether the reader of the output has closed it.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let causes = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    causes.into_iter().any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
