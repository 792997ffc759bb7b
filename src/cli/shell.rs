//! `fftgen completions` and `fftgen man`: the command line for shells and for man.

use super::args::{Cli, Completions, Man};
use super::output::print;
use clap::CommandFactory;
use fftgen::{quoted, Error};

pub fn completions(args: &Completions) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "fftgen", &mut script);
    print(&String::from_utf8_lossy(&script))
}

pub fn man(args: &Man) -> anyhow::Result<()> {
    let mut program = Cli::command();
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => {
            let found = program.get_subcommands().find(|command| command.get_name() == name).cloned();
            found.ok_or_else(|| {
                let names: Vec<&str> = program.get_subcommands().map(|command| command.get_name()).collect();
                Error::Usage(format!("man {}: commands are {}", quoted(name), names.join(", ")))
            })?
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    print(&String::from_utf8_lossy(&page))
}
