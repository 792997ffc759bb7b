//! The text of an operation: its name, and its settings.

use super::operation::Operation;
use crate::error::{quoted, Error};
use crate::formula::LARGEST;
use num_complex::Complex64;

/// How an operation is written.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Its name.
    pub word: &'static str,
    /// Its settings.
    pub settings: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
}

/// Reads the numbers of a file by its name.
pub type Files<'a> = dyn Fn(&str) -> Result<Vec<Complex64>, Error> + 'a;

/// Words after the name of an operation.
pub struct Arguments<'a> {
    pub(super) usage: Usage,
    pub(super) words: Vec<&'a str>,
    pub(super) files: &'a Files<'a>,
}

/// Numbers, as they are written in a chain: a list, or the name of a file.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The numbers.
    pub all: Vec<Complex64>,
    /// Name of the file that they come from. `None` for a list.
    file: Option<String>,
}

impl Numbers {
    /// The numbers as they are written.
    pub fn text(&self) -> String {
        let number = |number: &Complex64| match [number.re == 0.0, number.im == 0.0] {
            [_, true] => format!("{}", number.re),
            [true, false] => format!("{}j", number.im),
            [false, false] => format!("{}{:+}j", number.re, number.im),
        };
        let list = || self.all.iter().map(number).collect::<Vec<_>>().join(",");
        self.file.clone().unwrap_or_else(list)
    }

    /// A word for the name of a core: how many there are, and a digest of them.
    pub fn tag(&self) -> String {
        let bits: Vec<String> = self.all.iter().map(|number| format!("{:?}", [number.re, number.im])).collect();
        format!("{}_{}", self.all.len(), crate::design::digest(&bits.join(",")))
    }
}

/// Whether a word of a chain is the name of a file with numbers.
pub fn is_file(word: &str) -> bool {
    [".csv", ".npy", ".txt"].iter().any(|ending| word.ends_with(ending))
}

/// Reads a complex number, as in `0.5-0.25j`.
fn complex(text: &str) -> Option<Complex64> {
    let finite = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite()).map(|number| number + 0.0);
    let Some(both) = text.strip_suffix('j') else { return Some(finite(text)?.into()) };
    // The sign of the imaginary part is the last one that belongs to no exponent.
    let is_sign = |at: &usize| {
        let before = both[..*at].chars().next_back();
        both[*at..].starts_with(['+', '-']) && *at > 0 && !matches!(before, Some('e' | 'E'))
    };
    let at = (0..both.len()).filter(|at| both.is_char_boundary(*at)).rev().find(is_sign).unwrap_or(0);
    let (re, im) = both.split_at(at);
    Some(Complex64::new(if re.is_empty() { 0.0 } else { finite(re)? }, finite(im)?))
}

impl<'a> Arguments<'a> {
    /// Refuses the operation for a reason.
    pub fn refuse(&self, why: impl std::fmt::Display) -> Error {
        Error::Usage(format!("chain: {} {}: {why}", self.usage.word, self.usage.settings).replace(" :", ":"))
    }

    /// Takes the next word.
    pub fn word(&mut self, what: &str) -> Result<&'a str, Error> {
        match self.words.is_empty() {
            true => Err(self.refuse(format!("{what} is missing"))),
            false => Ok(self.words.remove(0)),
        }
    }

    /// Takes the next word, if there is one that is not the name of a setting.
    pub fn next_if(&mut self, accepts: impl Fn(&str) -> bool) -> Option<&'a str> {
        self.words.first().is_some_and(|word| accepts(word)).then(|| self.words.remove(0))
    }

    /// Takes the next word as a number.
    pub fn number(&mut self, what: &str, least: usize) -> Result<usize, Error> {
        let word = self.word(what)?;
        self.read(what, word, least)
    }

    /// Takes the next word as a number, if it begins as one.
    pub fn optional_number(&mut self, what: &str, least: usize) -> Result<Option<usize>, Error> {
        let word = self.next_if(|word| word.starts_with(|first: char| first.is_ascii_digit()));
        word.map(|word| self.read(what, word, least)).transpose()
    }

    /// Reads a list of numbers, or those of a file.
    pub fn numbers(&self, word: &str) -> Result<Numbers, Error> {
        if is_file(word) {
            return Ok(Numbers { all: (self.files)(word)?, file: Some(word.into()) });
        }
        let number = |text: &str| match complex(text) {
            Some(number) => Ok(number),
            None => Err(self.refuse(format!(
                "{} is no number such as 0.5, 0.5-0.25j or 1j, and no file whose name ends with .csv or .npy",
                quoted(text)
            ))),
        };
        Ok(Numbers { all: word.split(',').map(number).collect::<Result<_, _>>()?, file: None })
    }

    /// Takes a word that is there or not.
    pub fn flag(&mut self, word: &str) -> bool {
        let at = self.words.iter().position(|next| *next == word);
        at.map(|at| self.words.remove(at)).is_some()
    }

    /// Takes a setting that stands anywhere after its name: the word after the name.
    pub fn named(&mut self, name: &str) -> Result<Option<&'a str>, Error> {
        let Some(at) = self.words.iter().position(|word| *word == name) else { return Ok(None) };
        if at + 1 == self.words.len() {
            return Err(self.refuse(format!("a value is missing after {name}")));
        }
        self.words.remove(at);
        Ok(Some(self.words.remove(at)))
    }

    /// Takes a setting that is a number.
    pub fn named_number(&mut self, name: &str, least: usize) -> Result<Option<usize>, Error> {
        let word = self.named(name)?;
        word.map(|word| self.read(name, word, least)).transpose()
    }

    fn read(&self, what: &str, word: &str, least: usize) -> Result<usize, Error> {
        const MOST: usize = LARGEST;
        match word.parse() {
            Ok(number) if (least..=MOST).contains(&number) => Ok(number),
            _ => Err(self.refuse(format!("{what} is a number from {least} to {MOST}, not {word}"))),
        }
    }

    pub(super) fn check_empty(&self) -> Result<(), Error> {
        match self.words.first() {
            Some(word) => Err(self.refuse(format!("{word} is no setting of it"))),
            None => Ok(()),
        }
    }
}

/// The word of an operation along the columns of frames.
pub const ACROSS: &str = "across";

/// The word before all operations of a chain whose samples are real numbers.
pub const REAL: &str = "real";

/// Writes a chain as [`super::read::chain`] reads it.
pub fn written(is_real: bool, operations: &[Box<dyn Operation>]) -> String {
    let first = is_real.then(|| REAL.to_string());
    first.into_iter().chain(operations.iter().map(|operation| operation.text())).collect::<Vec<_>>().join(" | ")
}
