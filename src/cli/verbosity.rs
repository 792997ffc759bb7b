//! How much the program says beside its results.

use std::sync::atomic::{AtomicU8, Ordering};

/// Amount of what is said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verbosity {
    /// Errors and what was asked for.
    Quiet,
    /// A summary and progress too.
    Usual,
    /// What was done to each file, and what other programs have printed, too.
    Verbose,
}

static LEVEL: AtomicU8 = AtomicU8::new(Verbosity::Usual as u8);

/// Sets the amount for the rest of the process.
pub fn set(verbosity: Verbosity) {
    LEVEL.store(verbosity as u8, Ordering::Relaxed);
}

/// Whether there is neither a summary nor progress.
pub fn is_quiet() -> bool {
    LEVEL.load(Ordering::Relaxed) == Verbosity::Quiet as u8
}

/// Whether details are said.
pub fn is_verbose() -> bool {
    LEVEL.load(Ordering::Relaxed) == Verbosity::Verbose as u8
}

/// Writes details to standard error, if they are asked for.
pub fn detail(text: &str) {
    if is_verbose() {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
    }
}
