//! `--size`: the lengths of a frame along its dimensions.

use super::numbers::whole;
use super::value::Canonical;
use fftgen::formula::FrameShape;

/// Reads `20`, or lengths as in `64x64`.
pub fn shape(text: &str) -> Result<FrameShape, String> {
    let lengths: Result<Vec<usize>, _> = text.split('x').map(whole).collect();
    let several = |what: String| if what.ends_with("as in 20") { what + ", or several, as in 64x64" } else { what };
    FrameShape::new(&lengths.map_err(several)?).ok_or_else(|| "a frame has at most 4 dimensions, as in 32x32x32".into())
}

impl Canonical for FrameShape {
    fn canonical(&self) -> Option<String> {
        Some(self.to_string())
    }
}
