//! `--size`: the lengths of a frame along its dimensions.

use super::numbers::{whole, TOO_LARGE};
use super::value::Canonical;
use fftgen::formula::FrameShape;

/// Reads `20`, or lengths as in `64x64`.
pub fn shape(text: &str) -> Result<FrameShape, &'static str> {
    let lengths: Result<Vec<usize>, _> = text.split('x').map(whole).collect();
    let lengths = lengths.map_err(|why| match why {
        TOO_LARGE => TOO_LARGE,
        _ => "a whole number is wanted, as in 20, or several, as in 64x64",
    })?;
    FrameShape::new(&lengths).ok_or("a frame has at most 4 dimensions, as in 32x32x32")
}

impl Canonical for FrameShape {
    fn canonical(&self) -> Option<String> {
        Some(self.to_string())
    }
}
