//! The command line as it is written.

mod command_line;
mod commands;
mod files;
mod flags;
mod settings;
#[cfg(test)]
mod tests;

pub use command_line::{Cli, Command};
pub use commands::{Model, Synth};
pub use files::{Described, Files};
pub use settings::Settings;
