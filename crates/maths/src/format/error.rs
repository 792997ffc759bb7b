//! Errors in the names of number formats.

use super::limits::{EXPONENTS, FRACTIONS, WORDS};
use crate::quote::counted;
use crate::quote::quoted;
use thiserror::Error;

/// A number format that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FormatError {
    /// The text is neither a name nor has one of the forms of a format.
    #[error(
        "unknown number format {given};{hint} Formats: {known}, e<exponent bits>m<fraction bits> as in e6m9, \
         fixed<bits> as in fixed16, or q<integer bits>.<fraction bits> as in q4.12"
    )]
    Unknown {
        /// The text, in quotes.
        given: String,
        /// A question about the nearest name, or nothing.
        hint: String,
        /// The names, with commas between them.
        known: String,
    },
    /// The exponent is too short or too long.
    #[error("e{exponent}m{fraction}: an exponent of {} is out of range; it may have {} to {}",
        counted(*exponent as usize, "bit"), EXPONENTS.start(), EXPONENTS.end())]
    Exponent {
        /// Exponent width in bits.
        exponent: u32,
        /// Fraction width in bits.
        fraction: u32,
    },
    /// The fraction is too short or too long.
    #[error("e{exponent}m{fraction}: a fraction of {} is out of range; it may have {} to {}",
        counted(*fraction as usize, "bit"), FRACTIONS.start(), FRACTIONS.end())]
    Fraction {
        /// Exponent width in bits.
        exponent: u32,
        /// Fraction width in bits.
        fraction: u32,
    },
    /// The fixed-point word is too short or too long.
    #[error("q{integer}.{fraction}: a word of {} is out of range; it may have {} to {}",
        counted(*bits as usize, "bit"), WORDS.start(), WORDS.end())]
    Word {
        /// Bits before the binary point.
        integer: u32,
        /// Bits after the binary point.
        fraction: u32,
        /// Bits of the word.
        bits: u32,
    },
    /// The fixed-point word has no bit for the sign.
    #[error("q0.{fraction}: the sign takes an integer bit, so there is at least one; for example q1.{fraction}")]
    Sign {
        /// Bits after the binary point.
        fraction: u32,
    },
}

impl FormatError {
    /// Returns the error for a text, with the nearest of the known names if its edit distance is at most 2.
    pub(super) fn unknown(given: &str, known: [&str; 4]) -> FormatError {
        let similar = known.iter().map(|name| (strsim::damerau_levenshtein(given, name), name));
        let nearest = similar.min_by_key(|&(distance, _)| distance).filter(|&(distance, _)| distance <= 2);
        let hint = nearest.map_or(String::new(), |(_, name)| format!(" did you mean {name}?"));
        FormatError::Unknown { given: quoted(given), hint, known: known.join(", ") }
    }
}
