//! Flags about what the program says, which all commands have.

use crate::cli::verbosity::Verbosity;
use clap::Args;

#[derive(Args)]
#[command(next_help_heading = "Messages")]
pub struct Speech {
    /// Say nothing but errors and what was asked for
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say what happens to each file, and what other programs print
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

impl Speech {
    /// Returns the amount that is asked for.
    pub fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Usual,
        }
    }
}
