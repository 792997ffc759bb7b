//! The text of a chain: operations with a bar between them, as in `frame 1024 hop 512 | window hann | fft | power`.

use super::operation::Operation;
use super::operations::OPERATIONS;
use super::settings::LOAD;
use super::text::{Arguments, Files, Usage, REAL};
use crate::error::Error;

/// Reads a chain: whether its samples are real numbers, and its operations.
///
/// # Errors
///
/// An operation that is unknown, or settings that it does not have.
pub fn chain(text: &str, files: &Files) -> Result<(bool, Vec<Box<dyn Operation>>), Error> {
    let (first, rest) = text.split_once('|').unwrap_or((text, ""));
    let is_real = first.trim() == REAL;
    let operations = if is_real { rest } else { text };
    Ok((is_real, operations.split('|').map(|text| operation(text, files)).collect::<Result<_, _>>()?))
}

/// Refuses [`LOAD`] for an operation of which registers change nothing.
fn check_load(arguments: &Arguments) -> Result<(), Error> {
    let is_loaded = |usage: &Usage| usage.settings.contains(LOAD);
    let Some(word) = arguments.words.iter().find(|word| word.starts_with(LOAD)) else { return Ok(()) };
    if is_loaded(&arguments.usage) {
        return Ok(());
    }
    let others = OPERATIONS.iter().map(|row| row.usage).filter(is_loaded).map(|usage| usage.word);
    Err(arguments.refuse(format!(
        "{word}: registers change no setting of it; they change those of {}; write {} without {LOAD}",
        others.collect::<Vec<_>>().join(", "),
        word.trim_start_matches(LOAD)
    )))
}

/// Reads an operation.
fn operation(text: &str, files: &Files) -> Result<Box<dyn Operation>, Error> {
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
    let mut arguments = Arguments { usage: row.usage, words: words.collect(), files };
    check_load(&arguments)?;
    let operation = (row.read)(&mut arguments)?;
    arguments.check_empty()?;
    Ok(operation)
}
