//! A setting: the words that registers change.

use crate::error::Error;
use crate::format::{Float, Format};

/// Most words of a table.
const MOST_WORDS: usize = 1 << 16;

/// Bits of the longest word of a table, which is written at once.
const MOST_TABLE_BITS: u32 = 32;

/// What the words of a setting are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Numbers in two's complement with so many bits after the binary point.
    Signed(u32),
    /// Numbers without a sign with so many bits after the binary point.
    Unsigned(u32),
    /// Numbers of floating point.
    Float(Float),
}

impl Kind {
    /// The kind of the components of elements.
    pub fn of(format: Format) -> Self {
        match format {
            Format::Fixed(format) => Kind::Signed(format.fraction),
            Format::Float(float) => Kind::Float(float),
        }
    }

    /// The kind as documents have it.
    pub fn text(self) -> String {
        match self {
            Kind::Signed(fraction) => format!("two's complement, {fraction} bits after the binary point"),
            Kind::Unsigned(fraction) => format!("without a sign, {fraction} bits after the binary point"),
            Kind::Float(float) => format!("a word of {}", float.name()),
        }
    }
}

/// Words of an operation that registers change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// What they are: `coefficients of the window`.
    pub what: &'static str,
    /// What the words are.
    pub kind: Kind,
    /// Bits of a word.
    pub bits: u32,
    /// Words after a reset, in the order of their addresses: one of a scalar.
    pub words: Vec<i64>,
    /// Place of each word in the table of the operation. Empty for a scalar.
    pub places: Vec<usize>,
}

impl Setting {
    /// One word.
    pub fn scalar(what: &'static str, kind: Kind, bits: u32, word: i64) -> Self {
        Setting { what, kind, bits, words: vec![word], places: vec![] }
    }

    /// A table. `words`: in the order of the operation; `places`: the place there of each word, in the order of their
    /// addresses.
    ///
    /// # Errors
    ///
    /// More words, or longer ones, than registers have.
    pub fn table(
        what: &'static str,
        kind: Kind,
        bits: u32,
        (words, places): (&[i64], Vec<usize>),
    ) -> Result<Self, Error> {
        if bits > MOST_TABLE_BITS {
            return Err(Error::Unsupported(format!(
                "{what} of {bits} bits: a register has {MOST_TABLE_BITS}; leave 'load:' out, or add 'convert fp32' before it"
            )));
        }
        if words.len() > MOST_WORDS {
            return Err(Error::Unsupported(format!(
                "{} {what}: registers have {MOST_WORDS} words at most; leave 'load:' out, or take shorter frames",
                words.len()
            )));
        }
        let words = places.iter().map(|place| words[*place]).collect();
        Ok(Setting { what, kind, bits, words, places })
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        !self.places.is_empty()
    }

    /// Bits of the memory of a table. A single word is in registers.
    pub fn memory_bits(&self) -> usize {
        match self.is_table() {
            true => 2 * self.words.len() * self.bits as usize,
            false => 0,
        }
    }

    /// The table of the operation for words in the order of their addresses.
    pub fn placed(&self, words: &[i64]) -> Vec<i64> {
        let mut table = vec![0; words.len()];
        self.places.iter().zip(words).for_each(|(place, word)| table[*place] = *word);
        table
    }

    /// A word as it is in a register.
    pub fn word(&self, number: i64) -> u64 {
        number as u64 & (u64::MAX >> (64 - self.bits))
    }

    /// The number of a word in a register, as the operation computes with it.
    pub fn number(&self, word: u64) -> i64 {
        match self.kind {
            Kind::Signed(_) => crate::format::number(word, self.bits),
            Kind::Unsigned(_) | Kind::Float(_) => word as i64,
        }
    }
}
