//! The command line.

mod args;
mod choices;
mod config;
mod depths;
mod explain;
pub mod failure;
mod folder;
mod generate;
mod job;
mod kernels;
mod model;
mod order;
mod output;
mod programs;
mod progress;
mod runtime;
mod scale;
mod simulators;
mod sizes;
mod summary;
mod synth;
mod verify;

use args::{Cli, Command};
use clap::Parser;
use job::Job;

/// Reads the command line and does what it says.
pub fn run() -> anyhow::Result<()> {
    let cli = Cli::parse();
    match cli.command.unwrap_or(Command::Generate(cli.generate)) {
        Command::Generate(args) => generate::run(&Job::new(args.settings)?),
        Command::Verify(args) => verify::run(&Job::new(args.settings)?, &args.with),
        Command::Model(args) => model::run(&Job::new(args.settings.clone())?, &args),
        Command::Synth(args) => synth::run(&Job::new(args.settings.clone())?, &args),
        Command::Explain(args) => explain::run(&Job::new(args.settings)?, args.json),
    }
}
