//! What becomes of frames on an array: a transform of pencils along each dimension.

use super::{Engine, Round};
use crate::error::Error;

/// A transform of frames by a transform of the pencils along each dimension.
pub trait Separable {
    /// Describes the transform in words, as in `inverse DFT`.
    fn title(&self) -> String;

    /// Returns what the name of an array begins with.
    fn name(&self) -> String;

    /// Whether a frame of one dimension is split into several ones, with twiddle factors between the rounds.
    fn splits(&self) -> bool;

    /// Plans the engines of the rounds, and notes in each round which is its own.
    fn engines(&self, rounds: &mut [Round]) -> Result<Vec<Engine>, Error>;
}
