//! The specification of a pipeline.

use super::Padding;
use crate::formula::{Direction, Formula, FrameShape, Kind, Order, Step, Steps};
use std::sync::Arc;

/// The specification of a pipeline.
#[derive(Clone, PartialEq, Debug)]
pub struct PipelineSpec {
    /// Factorization of the transform into steps.
    pub formula: Formula,
    /// Lengths of a frame along its dimensions, in samples.
    pub shape: FrameShape,
    /// Data of a frame. Real data takes a step beside the formula.
    pub kind: Kind,
    /// Number of leading steps that are built with delay feedback, without permuters. Fewer are built if later steps do
    /// not find their elements in place. Where the step of real data stands first, trailing steps are built so instead.
    pub feedback: usize,
    /// Builds octant rotations after a step as a separate twiddle block. Otherwise, without feedback, each step is one
    /// block.
    pub separate_octant_stage: bool,
    /// Streaming width in complex points.
    pub width: usize,
    /// Padding of the beats on the input and on the output.
    pub padding: Padding,
    /// Order of the points on the input and on the output.
    pub orders: [Order; 2],
    /// Binary logarithm of what inverse frames are divided by before the steps, in floating point. Formula or direction
    /// has the rest.
    pub halvings: u32,
    /// Direction of the transform. The inverse is the forward transform with real and imaginary parts exchanged on both
    /// sides.
    pub direction: Direction,
    /// The points that come in, or with the inverse transform go out; none if all points of a frame do.
    pub support: Option<SupportedPoints>,
}

/// The points of a frame that may differ from zero, or that are wanted.
#[derive(Clone, PartialEq, Debug)]
pub struct SupportedPoints {
    /// Positions in the frame, in ascending order.
    pub positions: Arc<[usize]>,
    /// Computes all groups of a line along a dimension if one of its elements is live. More groups are computed, but
    /// all lines alike, so that permuters are simpler.
    pub whole_lines: bool,
}

impl PipelineSpec {
    /// Returns the specification of a complex transform of a point a clock cycle, in natural order on both sides and
    /// without delay feedback.
    pub fn one_lane(formula: Formula, direction: Direction) -> Self {
        PipelineSpec {
            shape: formula.size_in().into(),
            formula,
            kind: Kind::Complex,
            feedback: 0,
            separate_octant_stage: false,
            width: 1,
            padding: Padding::Frame,
            orders: [Order::Natural; 2],
            halvings: 0,
            direction,
            support: None,
        }
    }

    /// Returns the lengths of the complex transform along its dimensions, in points.
    pub fn point_shape(&self) -> FrameShape {
        self.kind.point_shape(self.shape)
    }

    /// Returns the steps of the transform, with the points in the orders of the ports.
    pub fn steps(&self) -> Steps {
        let points = self.point_shape();
        let split = self.kind.split(points, self.direction == Direction::Inverse);
        let steps = split.into_iter().fold(Steps::new(&self.formula), Steps::split).in_order(self.orders, points);
        let Some(SupportedPoints { positions, whole_lines }) = &self.support else { return steps };
        let lines = whole_lines.then_some(points);
        if self.direction == Direction::Inverse {
            steps.with_outputs(positions, lines)
        } else {
            steps.with_inputs(positions, lines)
        }
    }

    /// Returns the binary logarithm of what words are divided by before each step, so that no step of an inverse
    /// transform has results larger than its points, or than [`Self::halvings_left`] allows. They hardly become smaller
    /// than the results of the transform, so that few are below the smallest normal number. The points of a convolution
    /// are divided before its first step.
    pub(super) fn halvings_of(&self, steps: &Steps) -> Vec<u32> {
        let whole = self.formula.pads();
        let (mut transformed, mut done) = (1usize, 0);
        let of_step = |step: &Step| {
            transformed *= step.kernel.radix;
            let of_results = transformed.next_power_of_two().ilog2();
            let until = match whole {
                true => self.halvings,
                false => of_results.saturating_sub(self.halvings_left()).min(self.halvings),
            };
            until - std::mem::replace(&mut done, until)
        };
        steps.steps.iter().map(of_step).collect()
    }

    /// Returns the binary logarithm of what results of a step may be larger than the points of an inverse frame.
    pub fn halvings_left(&self) -> u32 {
        self.shape.transform_samples().next_power_of_two().ilog2().saturating_sub(self.halvings)
    }

    /// Whether elements pass the last steps in the order of the outputs, because not all points come in as the first
    /// steps take them. Otherwise elements pass the first steps in the order of the inputs.
    pub fn ends_in_order(&self) -> bool {
        let is_inverse = self.direction == Direction::Inverse;
        let split = self.kind.split(self.point_shape(), is_inverse);
        split.is_some_and(|split| split.inverse) || self.support.is_some() && !is_inverse
    }
}
