//! Values that are one of a few words.

use super::value::Canonical;
use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser, ValueParserFactory};
use fftgen::Choice;

/// A choice, which a flag reads as one of its words.
#[derive(Clone, Copy, PartialEq, Default)]
pub struct Word<T>(pub T);

impl<T: Choice + Send + Sync> ValueParserFactory for Word<T> {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        let words = PossibleValuesParser::new(T::WORDS.iter().map(|(word, _)| *word));
        ValueParser::new(words.try_map(|word| T::from_word(&word).map(Word).ok_or("an unknown word")))
    }
}

impl<T: Choice + Default> Canonical for Word<T> {
    fn canonical(&self) -> Option<String> {
        (self.0 != T::default()).then(|| self.0.word().to_string())
    }
}
