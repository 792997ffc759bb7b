//! The command line.

mod args;
mod binding;
mod command;
mod config;
mod counts;
mod doctor;
mod explain;
mod failure;
mod figures;
mod folder;
mod generate;
mod job;
mod keywords;
mod kinds;
mod list;
mod make;
mod model;
mod operations;
mod output;
mod pace;
mod points;
mod programs;
mod progress;
mod reading;
mod report;
mod requirements;
mod running;
mod schema;
mod settings_config;
mod several;
mod shell;
mod signals;
mod simulators;
mod summary;
mod sweep;
mod synonyms;
mod synth;
mod tables;
mod tally;
mod temporary;
pub mod trial;
mod values;
mod verbosity;
mod verify;
mod whole_file;

pub use binding::{DescribedCore, FrameForm};
pub use keywords::{is_flag, keywords};
pub use sweep::DescribedSweep;

use args::Command;
use job::Job;
use output::print;
use several::each;
use std::process::ExitCode;

/// Runs the program: reads the command line, does one thing, and says how it went.
pub fn main() -> ExitCode {
    signals::handle();
    let done = run();
    // A signal that has come before the end makes the end.
    let _undisturbed = signals::undisturbed();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}

/// Reads the command line and does what it says.
fn run() -> anyhow::Result<()> {
    let cli = reading::read()?;
    verbosity::set(cli.speech.verbosity());
    match cli.command.unwrap_or(Command::Generate(cli.generate)) {
        Command::Generate(args) => generate::run(args),
        Command::Verify(args) => {
            each(args.settings.clone(), args.json, |job, is_listed| verify::run(job, is_listed, &args))
        }
        Command::Model(args) => model::run(&Job::new(args.settings()?)?, &args),
        Command::Synth(args) => each(args.settings.clone(), args.json, |job, _| synth::run(job, &args)),
        Command::Explain(args) if args.svg => print(&explain::run(&Job::new(args.settings.clone())?, args.form())?),
        Command::Explain(args) => each(args.settings.clone(), args.json, |job, _| explain::run(job, args.form())),
        Command::Report(args) => report::run(&Job::new(args.settings.clone())?, &args),
        Command::Sweep(args) => sweep::run(&args),
        Command::List(args) => list::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => shell::completions(&args),
        Command::Man(args) => shell::man(&args),
    }
}
