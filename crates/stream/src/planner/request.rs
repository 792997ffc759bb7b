//! Requirements on a plan.

use crate::format::Format;
use crate::formula::{Diag, Direction, Formula, FrameShape, Kind, Order};
use crate::number::NumberSystem;
use crate::pipeline::{Padding, PipelineSpec, SupportedPoints};
use crate::schedule::ScheduleModel;
use std::sync::Arc;

/// Largest size, in points, of which many plans are lowered. Larger sizes have fewer plans, because lowering takes
/// time.
pub(super) const LARGE: usize = 8192;

/// Largest size, in points, of which more plans are compared: those for other goals, and under a limit of DSP blocks
/// those of both kinds of rotations. So no goal leads to a better core than the goal that is asked for, and no limit to
/// a better one than a wider limit does.
pub const SHORT: usize = 16;

/// Requirements on a plan.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Data of a frame: complex or real.
    pub kind: Kind,
    /// Lengths of the transform along its dimensions, in samples.
    pub shape: FrameShape,
    /// Points of the complex transform, and of a beat.
    pub size: usize,
    /// Streaming width in complex points.
    pub width: usize,
    /// Least clock cycles to each beat; 1 where a beat may come in each clock cycle.
    pub pace: usize,
    /// Padding of the beats on the input and on the output.
    pub padding: Padding,
    /// Number system between the ports.
    pub number: &'a dyn NumberSystem,
    /// Latencies and costs of operators, and the goal.
    pub schedule_model: ScheduleModel,
    /// Direction of the transform.
    pub direction: Direction,
    /// Order of the points on the input and on the output.
    pub orders: [Order; 2],
    /// Positions of the points that come in, or with the inverse transform of those that go out; none if all points do.
    pub support: Option<&'a Arc<[usize]>>,
    /// Maximum number of DSP blocks.
    pub max_dsp: Option<usize>,
}

impl Request<'_> {
    /// Returns the format of operators.
    pub(super) fn format(&self) -> Format {
        self.schedule_model.format
    }

    /// Returns the lengths of the complex transform along its dimensions, in points.
    pub(super) fn point_shape(&self) -> FrameShape {
        self.kind.point_shape(self.shape)
    }

    /// Samples of a frame.
    pub(super) fn samples(&self) -> usize {
        self.size * self.kind.share()
    }

    /// Whether the transform is always the inverse one.
    pub(super) fn is_inverse(&self) -> bool {
        self.direction == Direction::Inverse
    }

    /// Returns the specification of a pipeline for a formula, with `feedback` steps with delay feedback.
    pub(super) fn spec(&self, formula: Formula, feedback: usize) -> PipelineSpec {
        let samples = self.samples() / self.shape.channels();
        let halvings = match (self.direction, self.number.halvings_left(formula.has_small_products())) {
            (Direction::Inverse | Direction::Chosen { by: 2.. }, Some(left)) => {
                let all = samples.next_power_of_two().ilog2();
                // After the first transform of a convolution words are larger by the root of their number for noise.
                if formula.pads() {
                    all.div_ceil(2)
                } else {
                    all.saturating_sub(left)
                }
            }
            _ => 0,
        };
        let scale = match (self.is_inverse(), halvings) {
            (true, 1..) => Some(Diag::Level { size: formula.size_out(), up: halvings, by: samples, root: false }),
            (is_inverse, _) => self.number.residual_scale(formula.size_out(), samples, is_inverse),
        };
        let formula = match scale.filter(|scale| !scale.is_one()) {
            Some(scale) => Formula::product([scale.into(), formula]),
            None => formula,
        };
        let Request { kind, width, padding, orders, direction, support, .. } = *self;
        let shape = self.shape;
        PipelineSpec {
            formula,
            shape,
            kind,
            feedback,
            separate_octant_stage: true,
            width,
            padding,
            orders,
            halvings,
            direction,
            support: support.cloned().map(|positions| SupportedPoints { positions, whole_lines: false }),
        }
    }
}
