//! The canonical command line of a core.

use super::args::Described;
use std::borrow::Cow;

/// Flags that do not change what is in the files of a core.
const OUTSIDE: [&str; 3] = ["config", "out", "no-verify"];

/// Writes the command line that makes the files of a core: the flags that differ from their defaults, in a fixed order.
pub fn canonical(described: &Described, default_name: &str) -> String {
    let is_default_name = |flag: &str, value: &str| flag == "name" && value == default_name;
    let mut flags = described.canonical();
    flags.retain(|(flag, value)| !OUTSIDE.contains(&flag.as_str()) && !is_default_name(flag, value));
    // The name has always come before what frames choose, and a folder is recognized by the command of its core.
    if let Some(place) = flags.windows(2).position(|pair| [&pair[0].0, &pair[1].0] == ["runtime", "name"]) {
        flags.swap(place, place + 1);
    }
    let words: String = flags.iter().map(|(flag, value)| written(flag, value)).collect();
    format!("fftgen{words}")
}

/// Writes a flag with its value.
fn written(flag: &str, value: &str) -> String {
    match value {
        "" => format!(" --{flag}"),
        _ => format!(" --{flag} {}", in_shell(value)),
    }
}

/// Writes a word, in quotes where a shell takes it apart.
pub fn in_shell(word: &str) -> Cow<'_, str> {
    match word.contains([' ', '(', ')']) {
        true => format!("'{word}'").into(),
        false => word.into(),
    }
}
