//! What the values of a model are.

use super::Format;
use crate::exact::Field;

/// The numbers that a model computes with: those of a format, which it rounds, or exact ones.
#[derive(Clone, Copy)]
pub enum Numbers<'a> {
    /// Words of a format.
    Words(Format),
    /// Residues modulo a prime, with which nothing is rounded, shifted for headroom or encoded. A part of a sample is a
    /// residue.
    Residues(&'a Field),
}

impl From<Format> for Numbers<'_> {
    fn from(format: Format) -> Self {
        Numbers::Words(format)
    }
}

impl<'a> From<&'a Field> for Numbers<'a> {
    fn from(field: &'a Field) -> Self {
        Numbers::Residues(field)
    }
}
