//! Words that flags and their values do not have here, and what stands for them: taken where there is one meaning, and
//! else suggested.

mod line;
mod pattern;
mod table;

pub use line::Line;

use fftgen::quoted;
use table::{Means, NAMES, VALUES};

/// What is meant by a word.
pub struct Meant {
    /// Text in the words of the program; none where other flags stand for all of it.
    pub text: Option<String>,
    /// Flags that are suggested in its place.
    pub flags: Vec<String>,
    /// What is wrong with the text. Empty if its words are taken.
    pub complaints: Vec<String>,
}

/// Returns what the name of a flag means, if it is none. A name has no dashes.
pub fn of_name(name: &str) -> Option<Meant> {
    let (_, means) = NAMES.iter().find(|(names, _)| names.contains(&name))?;
    let complaint =
        |flag: &str, what: &str| format!("--{name} is no flag: for {what} there is {}", flag.replace('=', " "));
    Some(match *means {
        Means::Word(word) => Meant { text: Some(word.into()), flags: vec![], complaints: vec![] },
        Means::Flags(flag, what) => {
            Meant { text: None, flags: vec![flag.into()], complaints: vec![complaint(flag, what)] }
        }
        Means::Times(..) => return None,
    })
}

/// Returns what a value of a flag means, which may be a list.
pub fn of_value(flag: &str, value: &str) -> Meant {
    let mut meant = Meant { text: None, flags: vec![], complaints: vec![] };
    let mut rest = Vec::new();
    for word in value.split(',') {
        match of_word(flag, word.trim()) {
            None => rest.push(word.to_string()),
            Some((None, text)) => rest.push(text),
            Some((Some(why), flags)) => {
                meant.complaints.push(format!("{flag} {}: {why}", quoted(word)));
                meant.flags.push(flags);
            }
        }
    }
    meant.text = (!rest.is_empty()).then(|| rest.join(","));
    meant
}

/// Returns what a word of a flag means, if there is a row for it: a word, or with a reason other flags.
fn of_word(flag: &str, word: &str) -> Option<(Option<&'static str>, String)> {
    let word = word.to_ascii_lowercase();
    let rows = VALUES.iter().filter(|row| row.0 == flag);
    let (numbers, means) = rows
        .flat_map(|row| row.1.iter().map(|form| (pattern::numbers(form, &word), row.2)))
        .find(|(found, _)| found.is_some())?;
    let numbers = numbers.unwrap_or_default();
    Some(match means {
        Means::Word(text) => (None, pattern::filled(text, &numbers)),
        Means::Flags(flags, why) => (Some(why), pattern::filled(flags, &numbers)),
        Means::Times(factor, why) => {
            let product = numbers[0].parse::<usize>().ok()?.checked_mul(factor)?;
            (Some(why), format!("--{flag} {product}"))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Settings;
    use clap::{Args, FromArgMatches};

    /// Whether the flags read their values.
    fn is_read(flags: &str) -> bool {
        let command = Settings::augment_args(clap::Command::new("flags")).no_binary_name(true);
        let read = command.try_get_matches_from(flags.split_whitespace());
        read.is_ok_and(|matches| {
            Settings::from_arg_matches(&matches).is_ok_and(|settings| !settings.canonical().is_empty())
        })
    }

    #[test]
    fn every_word_stands_for_one_that_is_read() {
        for row in VALUES.iter().filter(|row| row.0 != "with") {
            for word in row.1 {
                let word = word.replace('#', "16").replace('*', "x").replace("m16", "m10").replace("e16", "e5");
                let Meant { text, flags, .. } = of_value(row.0, &word);
                let flags = flags.join(" ").replace("{size}", "16").replace("{double}", "32");
                let line = text.map_or(flags, |text| format!("--{} {text} --size 8", row.0));
                assert!(is_read(&line), "{} {word}: {line}", row.0);
            }
        }
    }

    #[test]
    fn lists_keep_their_other_words() {
        let Meant { text, flags, complaints } = of_value("runtime", "size,dir");
        assert_eq!((text.as_deref(), flags.len(), complaints.len()), (Some("direction"), 1, 1));
        assert_eq!(of_value("scale", "2,2,1").text.as_deref(), Some("2,2,1"));
        assert_eq!(of_value("precision", "Q1.15").text.as_deref(), Some("q1.15"));
    }
}
