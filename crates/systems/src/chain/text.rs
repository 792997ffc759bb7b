//! The text of a chain: operations with a bar between them, as in `frame 1024 hop 512 | window hann | fft | power`.

use super::operation::Operation;
use super::operations::OPERATIONS;
use crate::error::Error;

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

/// Words after the name of an operation.
pub struct Arguments<'a> {
    usage: Usage,
    words: Vec<&'a str>,
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
        const MOST: usize = 1 << 24;
        match word.parse() {
            Ok(number) if (least..=MOST).contains(&number) => Ok(number),
            _ => Err(self.refuse(format!("{what} is a number from {least} to {MOST}, not {word}"))),
        }
    }

    fn check_empty(&self) -> Result<(), Error> {
        match self.words.first() {
            Some(word) => Err(self.refuse(format!("{word} is no setting of it"))),
            None => Ok(()),
        }
    }
}

/// The word before all operations of a chain whose samples are real numbers.
pub const REAL: &str = "real";

/// Reads a chain: whether its samples are real numbers, and its operations.
///
/// # Errors
///
/// An operation that is unknown, or settings that it does not have.
pub fn chain(text: &str) -> Result<(bool, Vec<Box<dyn Operation>>), Error> {
    let (first, rest) = text.split_once('|').unwrap_or((text, ""));
    let is_real = first.trim() == REAL;
    let operations = if is_real { rest } else { text };
    Ok((is_real, operations.split('|').map(operation).collect::<Result<_, _>>()?))
}

/// Reads an operation.
fn operation(text: &str) -> Result<Box<dyn Operation>, Error> {
    let mut words = text.split_whitespace();
    let Some(name) = words.next() else {
        return Err(Error::Usage(
            "chain: an operation is missing; a chain is written as in 'frame 1024 hop 512 | window hann | fft | power'"
                .into(),
        ));
    };
    let Some(row) = OPERATIONS.iter().find(|row| row.usage.word == name) else {
        let known: Vec<&str> = OPERATIONS.iter().map(|row| row.usage.word).collect();
        return Err(Error::Usage(format!("chain: {name} is no operation; there are {}", known.join(", "))));
    };
    let mut arguments = Arguments { usage: row.usage, words: words.collect() };
    let operation = (row.read)(&mut arguments)?;
    arguments.check_empty()?;
    Ok(operation)
}

/// Writes a chain as [`chain`] reads it.
pub fn written(is_real: bool, operations: &[Box<dyn Operation>]) -> String {
    let first = is_real.then(|| REAL.to_string());
    first.into_iter().chain(operations.iter().map(|operation| operation.text())).collect::<Vec<_>>().join(" | ")
}
