//! The command line.

mod args;
mod command;
mod config;
mod counts;
mod explain;
pub mod failure;
mod folder;
mod generate;
mod job;
mod kinds;
mod model;
mod output;
mod pace;
mod points;
mod programs;
mod progress;
mod running;
pub mod signals;
mod simulators;
mod summary;
mod synth;
mod temporary;
mod values;
mod verify;

use args::{Cli, Command};
use job::Job;

/// Reads the command line and does what it says.
pub fn run() -> anyhow::Result<()> {
    let cli = Cli::read()?;
    match cli.command.unwrap_or(Command::Generate(cli.generate)) {
        Command::Generate(args) => generate::run(&Job::new(args.described)?, args.force),
        Command::Verify(args) => verify::run(&Job::new(args.settings)?, &args.with, args.limits.timeout),
        Command::Model(args) => model::run(&Job::new(args.settings()?)?, &args),
        Command::Synth(args) => synth::run(&Job::new(args.settings.clone())?, &args),
        Command::Explain(args) => explain::run(&Job::new(args.settings.clone())?, args.form()),
    }
}
