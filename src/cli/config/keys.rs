//! Keys of configuration files: the flags, which read their values.

use super::super::args::Described;
use super::super::synonyms::{self, Meant};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, FromArgMatches};
use fftgen::quoted;
use std::error::Error as _;

/// Maximum number of characters of a key for which the most similar flag is looked up.
const MAX_KEY_CHARACTERS: usize = 40;
/// Maximum number of letters in which a key differs from the flag that is meant.
const MAX_DISTANCE: usize = 3;

/// Keys that a file may have.
pub struct Keys {
    flags: clap::Command,
    /// All names, which messages list.
    names: Vec<String>,
}

impl Keys {
    /// `others`: keys that a kind of file has beside the flags.
    pub fn new(others: &[&str]) -> Self {
        let flags = Described::augment_args(clap::Command::new("settings")).no_binary_name(true);
        let keys = flags.get_arguments().filter_map(|flag| flag.get_long()).filter(|key| *key != "config");
        let mut names: Vec<String> = keys.map(String::from).collect();
        let new = others.iter().filter(|other| !names.iter().any(|name| name == *other));
        let new: Vec<String> = new.map(ToString::to_string).collect();
        names.extend(new);
        Keys { flags, names }
    }

    /// Returns the name of the flag that a key stands for. The error has the most similar one.
    pub fn name(&self, key: &str) -> Result<String, String> {
        let name = match synonyms::of_name(key) {
            Some(Meant { text: Some(name), .. }) => name,
            _ => key.to_string(),
        };
        match self.names.contains(&name) {
            true => Ok(name),
            false => Err(self.unknown(&name)),
        }
    }

    /// Reads the value of a flag by its name.
    pub fn read(&self, name: &str, value: &str) -> Result<Described, String> {
        let Meant { text, complaints, .. } = synonyms::of_value(name, value);
        let Some(value) = text.filter(|_| complaints.is_empty()) else { return Err(complaints.join("; ")) };
        let found = self.flags.clone().try_get_matches_from([format!("--{name}={value}")]);
        let one = found.and_then(|matches| Described::from_arg_matches(&matches));
        one.map_err(|error| format!("{name} {}", refused(&error, &value)))
    }

    fn unknown(&self, key: &str) -> String {
        let candidates = self.names.iter().filter(|_| key.chars().count() <= MAX_KEY_CHARACTERS);
        let distances = candidates.map(|known| (strsim::damerau_levenshtein(known, key), known));
        let nearest = distances.min().filter(|(distance, _)| *distance <= MAX_DISTANCE);
        let hint = nearest.map_or(String::new(), |(_, nearest)| format!(" did you mean {nearest}?"));
        format!("unknown key {};{hint} Keys: {}", quoted(key), self.names.join(", "))
    }
}

/// Returns why the flag refuses a value.
fn refused(error: &clap::Error, value: &str) -> String {
    let reason = match (error.kind(), error.get(ContextKind::ValidValue), error.source()) {
        (ErrorKind::InvalidValue, Some(ContextValue::Strings(words)), _) => {
            format!("it is one of {}", words.join(", "))
        }
        (_, _, Some(source)) => source.to_string(),
        _ => error.kind().to_string(),
    };
    format!("{}: {reason}", quoted(value))
}
