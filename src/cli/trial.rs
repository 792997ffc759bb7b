//! What users hand to the program, read and planned without a file that is written: for fuzzing.

use super::args::{Cli, Command, Described};
use super::explain::{self, Form};
use super::job::Job;
use super::kinds::other_computation;
use super::operations::as_chain;
use super::requirements::is_searched;
use super::settings_config::config;
use super::sweep::first_designs;
use super::{points, reading};
use clap::CommandFactory;
use fftgen::formula::Support;
use fftgen::Config;
use std::ffi::OsString;

/// Core that somebody describes, of which nothing is planned yet.
pub struct Trial {
    described: Described,
    form: Form,
}

impl Trial {
    /// Reads a command line, whose first word is the program. `None` where the line is about no core. What it says of a
    /// configuration file is left out, because texts of these have trials of their own.
    pub fn of_line(words: Vec<OsString>) -> anyhow::Result<Option<Self>> {
        let cli = reading::line(words)??;
        let form = match &cli.command {
            Some(Command::Explain(args)) => args.form(),
            _ => Form::Text,
        };
        let described = reading::described(cli).map(|mut described| {
            described.settings.config = None;
            described
        });
        Ok(described.map(|described| Trial { described, form }))
    }

    /// Reads the cores of a configuration.
    pub fn of_configuration(text: &str) -> anyhow::Result<Vec<Self>> {
        let configuration = super::config::parse(text).map_err(anyhow::Error::msg)?;
        Ok(configuration.cores.into_iter().map(Trial::from).collect())
    }

    /// Reads a sweep, and the first of its designs. Where it has more than `most` combinations, no conditions are asked.
    pub fn of_sweep(text: &str, most: u64) -> anyhow::Result<Vec<Self>> {
        Ok(first_designs(text, most)?.into_iter().map(Trial::from).collect())
    }

    /// Reads the values of all settings, which may still contradict each other.
    pub fn config(&self) -> anyhow::Result<Config> {
        Ok(config(&as_chain(self.described.settings.clone())?)?)
    }

    /// Whether cores are built and compared before the settings are known.
    pub fn is_searched(&self) -> bool {
        is_searched(&self.described.settings)
    }

    /// Whether frames stream through one transform, so that the size says how long a plan takes.
    pub fn is_stream(&self) -> bool {
        let settings = as_chain(self.described.settings.clone());
        settings.is_ok_and(|settings| settings.chain.is_none() && other_computation(&settings).is_none())
    }

    /// Refuses a core that cannot be built.
    pub fn check(&self) -> anyhow::Result<()> {
        Job::all(self.described.clone()).map(drop)
    }

    /// Plans the core, and describes it in the form that is asked for.
    pub fn explain(&self) -> anyhow::Result<String> {
        explain::run(&Job::new(self.described.clone())?, self.form)
    }
}

impl From<Described> for Trial {
    fn from(described: Described) -> Self {
        Trial { described, form: Form::Json }
    }
}

/// Reads a list of points.
pub fn support(text: &str) -> Result<Support, String> {
    points::parse(text).map(Support::List)
}

/// Lists the commands, their flags with dashes, and the words that flags have as values.
pub fn words() -> Vec<String> {
    let program = Cli::command();
    let commands = program.get_subcommands().map(|command| command.get_name().to_string());
    let all = std::iter::once(&program).chain(program.get_subcommands());
    let flags = all.flat_map(|command| command.get_arguments());
    let flags = flags.flat_map(|flag| {
        let name = flag.get_long().map(|name| format!("--{name}"));
        let values = flag.get_possible_values().into_iter().map(|value| value.get_name().to_string());
        name.into_iter().chain(values)
    });
    let mut words: Vec<String> = commands.chain(flags).collect();
    words.sort();
    words.dedup();
    words
}
