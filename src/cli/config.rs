//! Settings from a YAML file.

use super::args::Settings;
use anyhow::Context;
use clap::Args;
use fftgen::Error;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_yaml::{Mapping, Value};
use std::fmt;
use std::path::Path;

/// Reads the file; every key has to be one of the flags.
pub fn read(path: &Path) -> anyhow::Result<Settings> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read the configuration {}", path.display()))?;
    parse(&text).map_err(|what| Error::Usage(format!("{}: {what}", path.display())).into())
}

fn parse(text: &str) -> Result<Settings, String> {
    let settings = serde_yaml::from_str::<Settings>(text);
    match serde_yaml::from_str(text) {
        Ok(Value::Null) => return Ok(Settings::default()),
        Ok(Value::Mapping(mapping)) => check_keys(text, &mapping)?,
        Ok(_) => return Err("a configuration has one setting a line, as in size: 20".into()),
        Err(error) if error.location().is_some() => return Err(describe(&error)),
        // A key that comes twice has a place only where the key is known.
        Err(error) => return Err(describe(&settings.err().unwrap_or(error))),
    }
    settings.map_err(|error| describe(&error))
}

/// The message with the place, in words that do not presume Rust.
fn describe(error: &serde_yaml::Error) -> String {
    let text = error.to_string().replace("usize", "a whole number").replace("a boolean", "true or false");
    match error.location() {
        Some(place) if !text.contains("at line") => {
            format!("{text} at line {} column {}", place.line(), place.column())
        }
        _ => text,
    }
}

fn check_keys(text: &str, mapping: &Mapping) -> Result<(), String> {
    let known = keys();
    for key in mapping.keys() {
        match key.as_str() {
            Some(key) if known.iter().any(|k| k == key) => {}
            Some(key) => return Err(unknown(text, key, &known)),
            None => return Err(format!("a key is the name of a setting: one of {}", known.join(", "))),
        }
    }
    Ok(())
}

/// All keys, which are the flags, except for the file itself.
fn keys() -> Vec<String> {
    let flags = Settings::augment_args(clap::Command::new("settings"));
    flags.get_arguments().filter_map(|flag| flag.get_long()).filter(|k| *k != "config").map(String::from).collect()
}

fn unknown(text: &str, key: &str, known: &[String]) -> String {
    let line = text.lines().position(|line| line.trim_start().starts_with(key)).map_or(1, |at| at + 1);
    let nearest = known.iter().min_by_key(|k| strsim::damerau_levenshtein(k, key)).map_or("", String::as_str);
    format!("line {line}: unknown key {key:?}; did you mean {nearest}? Keys: {}", known.join(", "))
}

/// Reads `4`, `4,w5` or `[4, w5]`, as the flag would have it.
pub fn kernels<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    struct Kernels;

    impl<'de> Visitor<'de> for Kernels {
        type Value = Option<String>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("kernels, as in 4,5 or [4, w5]")
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_u64<E>(self, radix: u64) -> Result<Self::Value, E> {
            Ok(Some(radix.to_string()))
        }

        fn visit_str<E>(self, list: &str) -> Result<Self::Value, E> {
            Ok(Some(list.to_string()))
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut kernels = Vec::new();
            while let Some(kernel) = list.next_element::<Kernel>()? {
                kernels.push(kernel.to_string());
            }
            Ok(Some(kernels.join(",")))
        }
    }

    deserializer.deserialize_any(Kernels)
}

/// One element of a list of kernels.
#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "kernels are numbers or names, as in [4, w5]")]
enum Kernel {
    Radix(u64),
    Name(String),
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Kernel::Radix(radix) => radix.fmt(f),
            Kernel::Name(name) => name.fmt(f),
        }
    }
}
