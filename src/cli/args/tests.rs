//! Every flag takes part in configuration files, merging and the canonical command.

use super::Described;
use crate::cli::config;
use clap::{Arg, Args, FromArgMatches};

/// Texts of which each flag without words of its own reads one that is not its default.
const TEXTS: [&str; 16] = [
    "true",
    "16",
    "12,24",
    "fp16",
    "direction",
    "bit-reversed",
    "1/n",
    "cfp28",
    "high,add=5",
    "default,yosys",
    "mesh:2x2",
    "dct2",
    "ecp5",
    "250MHz",
    "up5k",
    "a/b",
];

fn command() -> clap::Command {
    Described::augment_args(clap::Command::new("flags")).no_binary_name(true)
}

fn flags() -> Vec<Arg> {
    command().get_arguments().cloned().collect()
}

fn name(flag: &Arg) -> &str {
    flag.get_long().expect("all flags are long")
}

/// Reads flags with their values.
fn read(flags: &[(String, String)]) -> Option<Described> {
    let words = flags.iter().map(|(flag, value)| match value.as_str() {
        "" => format!("--{flag}"),
        value => format!("--{flag}={value}"),
    });
    Described::from_arg_matches(&command().try_get_matches_from(words).ok()?).ok()
}

/// A value that the flag has in the canonical command.
fn sample(flag: &Arg) -> (String, String) {
    let words = flag.get_possible_values().into_iter().map(|word| word.get_name().to_string());
    let texts = words.chain(TEXTS.map(String::from)).map(|text| (name(flag).to_string(), text));
    let found = texts.filter_map(|given| read(&[given])?.canonical().pop()).find(|(found, _)| *found == name(flag));
    found.unwrap_or_else(|| panic!("no sample text for --{}, or it is left out of the command", name(flag)))
}

#[test]
fn every_flag_is_in_the_canonical_command_and_is_read_back() {
    let all: Vec<_> = flags().iter().map(sample).collect();
    assert!(all.len() > 30, "{all:?}");
    assert_eq!(read(&all).expect("flags read what they write").canonical(), all);
    for one in all.chunks(1) {
        assert_eq!(read(one).expect("a flag reads what it writes").canonical(), one);
    }
}

#[test]
fn every_flag_but_config_is_a_key() {
    let keys: Vec<_> = flags().iter().map(sample).filter(|(flag, _)| flag != "config").collect();
    let value = |text: &str| if text.is_empty() { "true".into() } else { format!("'{text}'") };
    let yaml: String = keys.iter().map(|(key, text)| format!("{key}: {}\n", value(text))).collect();
    assert_eq!(config::parse(&yaml).map(|found| found.cores[0].canonical()), Ok(keys));
}

#[test]
fn every_flag_is_merged() {
    let all: Vec<_> = flags().iter().map(sample).collect();
    for one in &all {
        let rest: Vec<_> = all.iter().filter(|other| other != &one).cloned().collect();
        let [one, rest] = [vec![one.clone()], rest].map(|flags| read(&flags).expect("flags read what they write"));
        assert_eq!(one.clone().or(rest.clone()).canonical(), all);
        assert_eq!(rest.or(one).canonical(), all);
    }
}
