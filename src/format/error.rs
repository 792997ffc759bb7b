//! What can be wrong with the name of a number format.

use super::limits::{EXPONENTS, FRACTIONS, WORDS};
use crate::quote::quoted;
use thiserror::Error;

/// A number format that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FormatError {
    /// Neither a name nor of one of the forms; `hint` is the question about the nearest name, or empty; `given` is in quotes.
    #[error(
        "unknown number format {given};{hint} Formats: {known}, e<exponent bits>m<fraction bits> as in e6m9, \
         fixed<bits> as in fixed16, or q<integer bits>.<fraction bits> as in q4.12"
    )]
    Unknown { given: String, hint: String, known: String },
    #[error("e{exponent}m{fraction}: an exponent of {exponent} bits is out of range; it may have {} to {}",
        EXPONENTS.start(), EXPONENTS.end())]
    Exponent { exponent: u32, fraction: u32 },
    #[error("e{exponent}m{fraction}: a fraction of {fraction} bits is out of range; it may have {} to {}",
        FRACTIONS.start(), FRACTIONS.end())]
    Fraction { exponent: u32, fraction: u32 },
    #[error("q{integer}.{fraction}: a word of {bits} bits is out of range; it may have {} to {}",
        WORDS.start(), WORDS.end())]
    Word { integer: u32, fraction: u32, bits: u32 },
    #[error("q0.{fraction}: the sign takes an integer bit, so there is at least one; for example q1.{fraction}")]
    Sign { fraction: u32 },
}

impl FormatError {
    /// An unknown name, with the nearest of the known ones if any is near.
    pub(super) fn unknown(given: &str, known: [&str; 4]) -> FormatError {
        let similar = known.iter().map(|name| (strsim::damerau_levenshtein(given, name), name));
        let nearest = similar.min_by_key(|&(distance, _)| distance).filter(|&(distance, _)| distance <= 2);
        let hint = nearest.map_or(String::new(), |(_, name)| format!(" did you mean {name}?"));
        FormatError::Unknown { given: quoted(given), hint, known: known.join(", ") }
    }
}
