//! The program: reads the command line, does one thing, and says how it went.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => cli::failure::report(&error),
    }
}
