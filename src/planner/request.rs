//! What is asked of a plan.

use crate::format::Format;
use crate::formula::{Direction, Formula, FrameShape, Kind, Order};
use crate::number::NumberSystem;
use crate::pipeline::{Padding, PipelineSpec};
use crate::schedule::ScheduleModel;

/// Sizes above are large: lowering takes time, so that fewer plans are lowered.
pub(super) const LARGE: usize = 8192;

/// What is asked of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub kind: Kind,
    /// Lengths of the transform along its dimensions, in samples.
    pub shape: FrameShape,
    /// Points of the complex transform, and of a beat.
    pub size: usize,
    pub width: usize,
    /// Padding of the beats on the input and on the output.
    pub padding: Padding,
    pub number: &'a dyn NumberSystem,
    pub schedule_model: ScheduleModel,
    pub direction: Direction,
    /// Of the points that come, and of those that go.
    pub orders: [Order; 2],
    /// Most DSP blocks.
    pub max_dsp: Option<usize>,
}

impl Request<'_> {
    /// The format that operators compute in.
    pub(super) fn format(&self) -> Format {
        self.schedule_model.format
    }

    /// Whether steps may have feedback, or factors be stages: not where shifts are given for ordinary stages.
    pub(super) fn serves_feedback(&self) -> bool {
        !self.number.has_shift_schedule()
    }

    /// Returns the lengths of the complex transform along its dimensions, in points.
    pub(super) fn point_shape(&self) -> FrameShape {
        self.kind.point_shape(self.shape)
    }

    /// Samples of a frame.
    pub(super) fn samples(&self) -> usize {
        self.size * self.kind.share()
    }

    pub(super) fn is_inverse(&self) -> bool {
        self.direction == Direction::Inverse
    }

    /// A formula for the size, on these conditions.
    pub(super) fn spec(&self, formula: Formula, feedback: usize) -> PipelineSpec {
        let scale =
            self.number.residual_scale(formula.size_out(), self.samples() / self.shape.channels(), self.is_inverse());
        let formula = match scale.filter(|scale| !scale.is_one()) {
            Some(scale) => Formula::product([scale.into(), formula]),
            None => formula,
        };
        let Request { kind, width, padding, orders, direction, .. } = *self;
        let shape = self.shape;
        PipelineSpec {
            formula,
            shape,
            kind,
            feedback,
            separate_octant_stage: self.serves_feedback(),
            width,
            padding,
            orders,
            direction,
        }
    }
}
