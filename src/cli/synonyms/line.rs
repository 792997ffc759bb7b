//! Command lines in the words of other tools.

use super::{of_name, of_value, Meant};
use crate::cli::command::in_shell;

/// Flags of one letter with a synonym for some of their values.
const LETTERS: [(char, &str); 3] = [('n', "size"), ('w', "width"), ('p', "precision")];

/// Flags that every core takes, with values for suggestions.
const NEEDED: [(&str, &str); 3] = [("size", "1024"), ("width", "4"), ("precision", "fp32")];

/// A command line in the words of the program, with what was wrong with it.
#[derive(Default)]
pub struct Line {
    /// Words of the line, the program first.
    pub words: Vec<String>,
    /// Reasons why the line is not taken as it is. Empty if it is.
    pub complaints: Vec<String>,
}

impl Line {
    /// Reads a command line, whose first word is the program. `takes_size` states whether a word is the name of a
    /// command that makes a core.
    pub fn new(words: &[String], takes_size: impl Fn(&str) -> bool) -> Self {
        let mut line = Line::default();
        let mut words = words.iter();
        line.words.extend(words.next().cloned());
        let mut may_be_size = true;
        while let Some(word) = words.next() {
            match flag(word) {
                _ if word == "--" => {
                    line.words.push(word.clone());
                    line.words.extend(words.by_ref().cloned());
                }
                Some((name, value)) => line.flag(word, &name, value, &mut words),
                None if may_be_size && word.starts_with(|c: char| c.is_ascii_digit()) => {
                    line.complaints.push(format!("{word}: the points of a frame are given by --size"));
                    line.flag("--size", "size", None, &mut std::iter::once(word));
                }
                None => line.words.push(word.clone()),
            }
            may_be_size &= takes_size(word);
        }
        line.sizes();
        line
    }

    /// Adds a flag, and the value that follows it if words are known that it may have in its place.
    fn flag<'a>(
        &mut self,
        word: &str,
        name: &str,
        value: Option<&str>,
        rest: &mut (impl Iterator<Item = &'a String> + Clone),
    ) {
        let named = of_name(name);
        let mut name = name.to_string();
        if let Some(Meant { text, flags, complaints }) = named {
            self.complaints.extend(complaints);
            match text.or_else(|| flags[0].strip_prefix("--").map(String::from)) {
                Some(flag) if flag.contains('=') => return self.words.push(format!("--{flag}")),
                flag => name = flag.unwrap_or(name),
            }
            if value.is_none() {
                self.words.push(format!("--{name}"));
            }
        } else if value.is_none() {
            self.words.push(word.to_string());
        }
        let follows = || rest.clone().next().filter(|next| !next.starts_with('-')).map(String::as_str);
        let Some(given) = value.or_else(follows) else { return };
        let Meant { text, flags, complaints } = of_value(&name, given);
        self.complaints.extend(complaints);
        match (text, value) {
            (Some(text), Some(_)) if text == given && word.starts_with(&format!("--{name}=")) => {
                self.words.push(word.into())
            }
            (Some(text), Some(_)) => self.words.push(format!("--{name}={text}")),
            (Some(text), None) => {
                rest.next();
                self.words.push(text);
            }
            (None, None) => {
                rest.next();
                self.words.pop();
            }
            (None, Some(_)) => {}
        }
        self.words.extend(flags.iter().flat_map(|flags| flags.split(' ')).map(String::from));
    }

    /// Makes the one size of a line two, where a suggestion has several.
    fn sizes(&mut self) {
        let Some(place) = self.words.iter().position(|word| word.contains("{size}")) else { return };
        let size = self.value("size").and_then(|size| size.parse().ok()).unwrap_or(64usize);
        self.words[place] = format!("{size},{}", size.saturating_mul(2));
        if let Some(place) = self.words.iter().position(|word| word == "--size") {
            self.words.drain(place..(place + 2).min(self.words.len()));
        }
    }

    /// Returns the value of a flag that follows it as a word.
    fn value(&self, name: &str) -> Option<&String> {
        let place = self.words.iter().position(|word| *word == format!("--{name}"))?;
        self.words.get(place + 1)
    }

    /// Returns what is wrong with the line, with a line that is fine if there is one, and else why there is none.
    /// `check` returns what is wrong with a line.
    pub fn complaint(&self, check: impl Fn(&[String]) -> Result<(), String>) -> String {
        let given = |name: &str| {
            let long = format!("--{name}");
            self.words.iter().any(|word| *word == long || word.starts_with(&format!("{long}=")))
        };
        let needed = NEEDED.iter().filter(|(name, _)| !(given(name) || *name == "size" && given("sizes")));
        let more = needed.flat_map(|(name, value)| [format!("--{name}"), value.to_string()]);
        let lines = [self.words.clone(), self.words.iter().cloned().chain(more).collect()];
        let complaints = self.complaints.join("; ");
        let checked = lines.map(|line| check(&line).map(|()| line));
        match checked.iter().flatten().next() {
            Some(line) => {
                let words: Vec<_> = line[1..].iter().map(|word| in_shell(word)).collect();
                format!("{complaints}; try: fftgen {}", words.join(" "))
            }
            None => complaints + &checked[1].as_ref().err().map_or(String::new(), |why| format!("; then {why}")),
        }
    }
}

/// Returns the name of a flag, and its value if the word has both.
fn flag(word: &str) -> Option<(String, Option<&str>)> {
    if let Some(long) = word.strip_prefix("--") {
        let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
        return Some((name.into(), value));
    }
    let mut letters = word.strip_prefix('-')?.chars();
    let letter = letters.next()?;
    let (_, name) = LETTERS.iter().find(|(known, _)| *known == letter)?;
    let value = letters.as_str();
    Some((name.to_string(), Some(value.strip_prefix('=').unwrap_or(value)).filter(|value| !value.is_empty())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_what_is_fine_and_have_what_is_meant() {
        let read = |text: &str| {
            let words: Vec<String> = text.split(' ').map(String::from).collect();
            let line = Line::new(&words, |word| word == "explain");
            (line.words.join(" "), line.complaints.len())
        };
        for (text, meant, complaints) in [
            (
                "fftgen explain --size 64 -w 2 -pfp32 --name=int16",
                "fftgen explain --size 64 -w 2 --precision=fp32 --name=int16",
                0,
            ),
            ("fftgen --size 64 -p float32 --run-time=dir", "fftgen --size 64 -p fp32 --runtime=direction", 0),
            ("fftgen --precision=int16 --scale runtime", "fftgen --precision=fixed16 --scale runtime", 0),
            ("fftgen --size 64 --kind ifft", "fftgen --size 64 --inverse", 1),
            ("fftgen --size 64 --runtime size,direction", "fftgen --runtime direction --sizes 64,128", 1),
            ("fftgen explain 1k", "fftgen explain --size 1024", 2),
            ("fftgen --length 1k --bits 16", "fftgen --size 1024 --precision fixed16", 4),
            ("fftgen --size -4 --kind", "fftgen --size -4 --kind", 0),
            ("fftgen -- --kind ifft", "fftgen -- --kind ifft", 0),
        ] {
            assert_eq!(read(text), (meant.into(), complaints), "{text}");
        }
    }
}
