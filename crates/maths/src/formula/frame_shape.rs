//! The shape of a frame.

use std::fmt::{Display, Formatter, Result};

/// The lengths of a frame along its dimensions, in row-major order: the last dimension varies fastest. The samples of
/// several channels are interleaved: those of all channels at an index follow each other, and each channel is
/// transformed by itself.
///
/// ```
/// use fftgen_maths::formula::FrameShape;
/// let row = FrameShape::from(20);
/// assert_eq!((row.samples(), row.dimensions(), row.to_string()), (20, &[20][..], "20".to_string()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FrameShape {
    /// The length along each dimension; of dimensions that there are not, 0.
    lengths: [usize; MAX_DIMENSIONS],
    dimensions: usize,
    channels: usize,
}

/// Largest number of dimensions of a frame.
pub const MAX_DIMENSIONS: usize = 4;

impl FrameShape {
    /// Returns the shape of a frame of these lengths; none without a length, or of more than [`MAX_DIMENSIONS`].
    pub fn new(lengths: &[usize]) -> Option<Self> {
        let dimensions = lengths.len();
        (1..=MAX_DIMENSIONS).contains(&dimensions).then(|| {
            let length = |dimension: usize| lengths.get(dimension).copied().unwrap_or(0);
            FrameShape { lengths: std::array::from_fn(length), dimensions, channels: 1 }
        })
    }

    /// Returns the length along each dimension, in samples.
    pub fn dimensions(&self) -> &[usize] {
        &self.lengths[..self.dimensions]
    }

    /// Returns the shape with `channels` interleaved channels.
    ///
    /// ```
    /// use fftgen_maths::formula::FrameShape;
    /// let shape = FrameShape::from(20).with_channels(8);
    /// assert_eq!((shape.samples(), shape.transform_samples()), (160, 20));
    /// ```
    pub fn with_channels(self, channels: usize) -> Self {
        FrameShape { channels, ..self }
    }

    /// Returns the number of interleaved channels.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Returns whether there are several dimensions or channels.
    pub fn has_axes(&self) -> bool {
        self.has_rows() || self.channels > 1
    }

    /// Returns the lengths along all axes: the dimensions, and the channels where there are several.
    pub fn axes(&self) -> Vec<usize> {
        let channels = (self.channels > 1).then_some(self.channels);
        self.dimensions().iter().copied().chain(channels).collect()
    }

    /// Returns whether there are several dimensions.
    pub fn has_rows(&self) -> bool {
        self.dimensions > 1
    }

    /// Returns the length of a row, in samples: that along the last dimension.
    pub fn row(&self) -> usize {
        self.lengths[self.dimensions - 1]
    }

    /// Returns the number of samples of a row, of all channels.
    pub fn row_samples(&self) -> usize {
        self.row() * self.channels
    }

    /// Returns the shape with rows of another length.
    pub fn with_row(mut self, length: usize) -> Self {
        self.lengths[self.dimensions - 1] = length;
        self
    }

    /// Returns the number of samples of a frame, or `usize::MAX` if it is larger than that.
    pub fn samples(&self) -> usize {
        self.transform_samples().saturating_mul(self.channels)
    }

    /// Returns the number of samples of one channel, or `usize::MAX` if it is larger than that.
    pub fn transform_samples(&self) -> usize {
        self.dimensions().iter().fold(1, |samples, &length| samples.saturating_mul(length))
    }

    /// Returns the index along each dimension of the sample at `position`.
    pub fn indices(&self, position: usize) -> Vec<usize> {
        let mut rest = position;
        let mut indices: Vec<usize> = Vec::with_capacity(self.dimensions);
        for &length in self.dimensions().iter().rev() {
            indices.push(rest % length);
            rest /= length;
        }
        indices.reverse();
        indices
    }

    /// Returns the position of the sample with an index along each dimension.
    pub fn position(&self, indices: &[usize]) -> usize {
        self.dimensions().iter().zip(indices).fold(0, |position, (length, index)| position * length + index)
    }
}

impl From<usize> for FrameShape {
    /// Returns the shape of a frame of one dimension.
    fn from(samples: usize) -> Self {
        FrameShape { lengths: [samples, 0, 0, 0], dimensions: 1, channels: 1 }
    }
}

/// Shapes of several dimensions from their lengths, the last of which is contiguous.
macro_rules! from_lengths {
    ($($dimensions:literal)*) => {
        $(impl From<[usize; $dimensions]> for FrameShape {
            fn from(given: [usize; $dimensions]) -> Self {
                let mut lengths = [0; MAX_DIMENSIONS];
                lengths[..$dimensions].copy_from_slice(&given);
                FrameShape { lengths, dimensions: $dimensions, channels: 1 }
            }
        })*
    };
}

from_lengths!(1 2 3 4);

impl Display for FrameShape {
    /// Writes the lengths with an `x` between them.
    fn fmt(&self, f: &mut Formatter) -> Result {
        let lengths: Vec<String> = self.dimensions().iter().map(usize::to_string).collect();
        f.write_str(&lengths.join("x"))
    }
}
