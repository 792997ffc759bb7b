//! The command line as it is written.

mod command_line;
mod commands;
mod files;
mod flags;
mod headings;
mod settings;
mod speech;
mod sweep;
#[cfg(test)]
mod tests;
mod tooling;

pub use command_line::{Cli, Command};
pub use commands::{Generate, Model, Report, Synth, Verify};
pub use files::{Described, Files};
pub use settings::Settings;
pub use sweep::Sweep;
pub use tooling::{Completions, Doctor, Document, List, Man, Schema, Topic};
