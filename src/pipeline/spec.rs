//! The specification of a pipeline.

use super::Padding;
use crate::formula::{Direction, Formula, FrameShape, Kind, Order};

/// The specification of a pipeline.
#[derive(Clone, PartialEq, Debug)]
pub struct PipelineSpec {
    /// Factorization of the transform into steps.
    pub formula: Formula,
    /// Lengths of a frame along its dimensions, in samples.
    pub shape: FrameShape,
    /// Data of a frame. Real data takes a step beside the formula.
    pub kind: Kind,
    /// Number of leading steps that are built with delay feedback, without permuters. Fewer are built if later steps do not find their
    /// elements in place. Where the step of real data stands first, trailing steps are built so instead.
    pub feedback: usize,
    /// Builds octant rotations behind a step as a separate twiddle block. Otherwise, without feedback, each step is one block.
    pub separate_octant_stage: bool,
    /// Streaming width in complex points.
    pub width: usize,
    /// Padding of the beats on the input and on the output.
    pub padding: Padding,
    /// Order of the points on the input and on the output.
    pub orders: [Order; 2],
    /// Direction of the transform. The inverse is the forward transform with real and imaginary parts exchanged on both sides.
    pub direction: Direction,
}

impl PipelineSpec {
    /// Returns the lengths of the complex transform along its dimensions, in points.
    pub fn point_shape(&self) -> FrameShape {
        self.kind.point_shape(self.shape)
    }
}
