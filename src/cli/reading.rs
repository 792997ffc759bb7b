//! Reading of the command line.

use super::args::{Cli, Command, Described, Generate};
use super::job::Job;
use super::synonyms::Line;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser};
use fftgen::Error;
use std::ffi::OsString;
use std::path::Path;

/// Reads the command line. Ends the program if the line asks for help or cannot be read.
pub fn read() -> Result<Cli, Error> {
    line(std::env::args_os().collect())?.map_err(|error| misplaced(&error).unwrap_or_else(|| error.exit()))
}

/// Reads a command line, whose first word is the program. The error of the parser may be the help that is asked for.
pub fn line(words: Vec<OsString>) -> Result<clap::error::Result<Cli>, Error> {
    let texts: Option<Vec<String>> = words.iter().map(|word| word.to_str().map(String::from)).collect();
    let Some(texts) = texts else { return Ok(Cli::try_parse_from(words)) };
    let line = Line::new(&texts, takes_size);
    match line.complaints.is_empty() {
        true => Ok(Cli::try_parse_from(line.words)),
        false => Err(Error::Usage(line.complaint(check))),
    }
}

/// Returns what is wrong with a command line, or with the cores that it describes.
fn check(words: &[String]) -> Result<(), String> {
    let first_line =
        |error: clap::Error| error.to_string().lines().next().unwrap_or_default().replacen("error: ", "", 1);
    let cli = Cli::try_parse_from(words).map_err(first_line)?;
    let Some(described) = described(cli) else { return Ok(()) };
    match described.settings.config.as_deref() == Some(Path::new("-")) {
        // Standard input can be read only once.
        true => Ok(()),
        false => Job::all(described).map(drop).map_err(|error| format!("{error:#}")),
    }
}

/// Returns the flags about the cores of a line. `None` where its command takes none.
pub fn described(cli: Cli) -> Option<Described> {
    match cli.command.unwrap_or(Command::Generate(cli.generate)) {
        Command::Generate(args) => Some(args.described),
        Command::Verify(args) => Some(args.settings.into()),
        Command::Model(args) => Some(args.settings.into()),
        Command::Synth(args) => Some(args.settings.into()),
        Command::Explain(args) => Some(args.settings.into()),
        Command::Report(args) => Some(args.settings.into()),
        Command::Sweep(_)
        | Command::List(_)
        | Command::Doctor(_)
        | Command::Schema(_)
        | Command::Completions(_)
        | Command::Man(_) => None,
    }
}

/// Returns the error for a flag that only another command has.
fn misplaced(error: &clap::Error) -> Option<Error> {
    let flag = match (error.kind(), error.get(ContextKind::InvalidArg)?) {
        (ErrorKind::UnknownArgument, ContextValue::String(flag)) => flag.strip_prefix("--")?,
        _ => return None,
    };
    let flags = Generate::augment_args(clap::Command::new("generate"));
    let known = flags.get_arguments().any(|known| known.get_long() == Some(flag));
    known.then(|| {
        Error::Usage(format!("--{flag} is about the files that generate writes, and says nothing here; leave it out"))
    })
}

/// Whether a word is the name of a command that makes a core.
fn takes_size(word: &str) -> bool {
    let program = Cli::command();
    program.find_subcommand(word).is_some_and(|command| command.get_arguments().any(|flag| flag.get_id() == "size"))
}
