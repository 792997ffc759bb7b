//! What all conversions have.

use fftgen_hdl::dsl::*;

/// A word, and whether the number was too large for it. `None` if no number is.
pub type Converted<'m> = (Sig<'m>, Option<Sig<'m>>);

/// Conversion of numbers to words of a format.
pub trait Conversion: Send + Sync {
    /// Clock cycles from a number to its word.
    fn cycles(&self) -> usize;

    /// Converts a number. Returns the component of an element, and whether the number was too large.
    fn number(&self, number: i128) -> (i64, bool);

    /// Builds the conversion of a number. `prefix`: what the names of its modules begin with.
    fn word<'m>(&self, prefix: &str, label: &str, number: Sig<'m>) -> Converted<'m>;
}

/// Exact numbers: integers in units of 2^-`fraction`.
#[derive(Clone, Copy, Debug)]
pub struct Integers {
    /// Bits of a number.
    pub bits: u32,
    /// Bits after the binary point.
    pub fraction: u32,
    /// Largest magnitude, in units of the last place.
    pub largest: u128,
}
