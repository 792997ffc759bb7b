//! The flags of a core as keywords of Python.

use super::args::Described;
use super::synonyms;
use super::values::{Channels, Deferred, Device, Family, License};
use clap::{Arg, Args, Command};
use fftgen::format::Format;
use fftgen::formula::FrameShape;
use std::any::TypeId;
use std::path::PathBuf;

/// Columns of the text.
const COLUMNS: usize = 120;

/// Whether a word is the name of a flag about a core and its files, or one that stands for such a flag.
pub fn is_flag(name: &str) -> bool {
    flags().get_arguments().any(|flag| flag.get_long() == Some(name)) || synonyms::of_name(name).is_some()
}

/// Writes the module of the Python package that has all flags as typed keywords, with their help.
pub fn keywords() -> String {
    let flags = flags();
    let flags: Vec<(String, &Arg)> =
        flags.get_arguments().filter_map(|flag| Some((flag.get_long()?.replace('-', "_"), flag))).collect();
    let help: String =
        flags.iter().map(|(name, flag)| format!("    {name}: {}\n{}", type_of(flag), paragraph(flag))).collect();
    let fields: String = flags.iter().map(|(name, flag)| format!("    {name}: {} | None\n", type_of(flag))).collect();
    format!(
        "\"\"\"Flags of `fftgen generate` as keywords, written by `fftgen.native.keywords`.\"\"\"\n\n\
         from collections.abc import Sequence\nfrom os import PathLike\nfrom typing import Literal, TypedDict\n\n\
         Value = str | float | PathLike[str] | Sequence[str | float | PathLike[str]]\n\n\n\
         class Flags(TypedDict, total=False):\n    \"\"\"Keywords. A `Value` is a text, a number, a file, or a list of these.\n\n{help}    \"\"\"\n\n{fields}"
    )
}

fn flags() -> Command {
    Described::augment_args(Command::new("flags"))
}

/// Returns the type of the values of a flag.
fn type_of(flag: &Arg) -> String {
    let words: Vec<String> = flag.get_possible_values().iter().map(|word| format!("\"{}\"", word.get_name())).collect();
    let is = |types: &[TypeId]| types.iter().any(|of| flag.get_value_parser().type_id() == *of);
    let texts = [
        TypeId::of::<String>(),
        TypeId::of::<Family>(),
        TypeId::of::<Deferred<Format>>(),
        TypeId::of::<Deferred<Device>>(),
        TypeId::of::<Deferred<License>>(),
    ];
    match () {
        _ if flag.get_num_args().is_some_and(|count| count.min_values() == 0) => "bool".into(),
        _ if !words.is_empty() => format!("Literal[{}]", words.join(", ")),
        _ if is(&[TypeId::of::<usize>(), TypeId::of::<Channels>()]) => "int".into(),
        _ if is(&texts) => "str".into(),
        _ if is(&[TypeId::of::<FrameShape>()]) => "int | str | Sequence[int]".into(),
        _ if is(&[TypeId::of::<PathBuf>()]) => "str | PathLike[str]".into(),
        _ => "Value".into(),
    }
}

/// Writes the help of a flag in lines, with flags as keywords.
fn paragraph(flag: &Arg) -> String {
    let help = flag.get_long_help().or(flag.get_help()).map(|help| help.to_string()).unwrap_or_default();
    let help = help.replace("\n\n", ". ") + ".";
    let mut lines = vec![String::from("       ")];
    for word in help.split_whitespace().map(as_keyword) {
        let last = lines.len() - 1;
        match lines[last].chars().count() + 1 + word.chars().count() <= COLUMNS {
            true => lines[last] += &format!(" {word}"),
            false => lines.push(format!("        {word}")),
        }
    }
    lines.join("\n") + "\n"
}

/// Writes the flag in a word, if there is one, as a keyword.
fn as_keyword(word: &str) -> String {
    let Some((before, flag)) = word.split_once("--") else { return word.into() };
    let end = flag.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(flag.len());
    format!("{before}`{}`{}", flag[..end].replace('-', "_"), &flag[end..])
}
