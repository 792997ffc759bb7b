//! Check bits of memories: what radiation or a weak cell changes in a word is found, or corrected.
//!
//! ```text
//! code       which bits of a word each check bit covers
//! circuits   modules that make check bits, and that test or correct a word
//! pass       a design whose memories hold check bits
//! ```
//!
//! Codes are linear, so that a memory of zeros is free of errors.

mod circuits;
mod code;
mod pass;

pub use pass::{with_protection, Events};

use crate::choice::Choice;

/// How the words of memories are protected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Protection {
    /// Not at all.
    #[default]
    None,
    /// Parity bits, two or more a word, of interleaved bits: an odd number of errors is found, and any errors in as
    /// many bits side by side as a word has parity bits.
    Parity,
    /// A code that corrects an error and finds two (Hsiao 1970).
    Ecc,
}

impl Choice for Protection {
    const WORDS: &'static [(&'static str, Self)] =
        &[("none", Protection::None), ("parity", Protection::Parity), ("ecc", Protection::Ecc)];
}
