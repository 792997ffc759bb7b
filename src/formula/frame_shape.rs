//! The shape of a frame.

use std::fmt::{Display, Formatter, Result};

/// The lengths of a frame along its dimensions, in row-major order: the last dimension varies fastest.
///
/// ```
/// use fftgen::formula::FrameShape;
/// let row = FrameShape::from(20);
/// assert_eq!((row.samples(), row.dimensions(), row.to_string()), (20, &[20][..], "20".to_string()));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FrameShape(Vec<usize>);

impl FrameShape {
    /// Returns the shape of a frame of these lengths, or `None` if there is no length.
    pub fn new(lengths: Vec<usize>) -> Option<Self> {
        (!lengths.is_empty()).then_some(FrameShape(lengths))
    }

    /// Returns the length along each dimension, in samples.
    pub fn dimensions(&self) -> &[usize] {
        &self.0
    }

    /// Returns whether there are several dimensions.
    pub fn has_rows(&self) -> bool {
        self.0.len() > 1
    }

    /// Returns the number of samples of a frame, or `usize::MAX` if it is larger than that.
    pub fn samples(&self) -> usize {
        self.0.iter().fold(1, |samples, &length| samples.saturating_mul(length))
    }
}

impl<const D: usize> From<[usize; D]> for FrameShape {
    /// Returns the shape of a frame of these lengths, the last of which is contiguous.
    fn from(lengths: [usize; D]) -> Self {
        FrameShape(lengths.to_vec())
    }
}

impl From<usize> for FrameShape {
    /// Returns the shape of a frame of one dimension.
    fn from(samples: usize) -> Self {
        FrameShape(vec![samples])
    }
}

impl Display for FrameShape {
    /// Writes the lengths with an `x` between them.
    fn fmt(&self, f: &mut Formatter) -> Result {
        let lengths: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&lengths.join("x"))
    }
}
