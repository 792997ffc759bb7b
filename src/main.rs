//! The program: reads the command line, does one thing, and says how it went.

mod cli;

use mimalloc::MiMalloc;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cli::signals::handle();
    let done = cli::run();
    // A signal that has come before the end makes the end.
    let _undisturbed = cli::signals::undisturbed();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => cli::failure::report(&error),
    }
}
