//! Messages and exit codes of errors.

use fftgen::data::DataError;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// Error of an external program that is missing or failed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ToolError(pub String);

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
fn visible(text: &str) -> String {
    let escaped =
        |c: char| if c.is_control() && !"\n\t".contains(c) { c.escape_default().to_string() } else { c.into() };
    text.chars().map(escaped).collect()
}

fn code(error: &anyhow::Error) -> u8 {
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

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let causes = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    causes.into_iter().any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
