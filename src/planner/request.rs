//! What is asked of a plan.

use crate::format::{Float, Format};
use crate::formula::rules::scaled;
use crate::formula::{Direction, Formula, Kind, Order};
use crate::pipeline::numeric::{Arithmetic, Scale};
use crate::pipeline::Outline;
use crate::schedule::ScheduleModel;

/// Sizes above are large: lowering takes time, so that fewer plans are lowered.
pub(super) const LARGE: usize = 8192;

/// What is asked of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub kind: Kind,
    /// Points of the complex transform, and of a beat.
    pub size: usize,
    pub width: usize,
    pub format: Format,
    /// What comes in and goes out, where that is floating point and blocks of `format` are computed with.
    pub float: Option<Float>,
    /// How fixed point is computed with.
    pub arithmetic: &'a Arithmetic,
    pub schedule_model: ScheduleModel,
    pub direction: Direction,
    /// Of the points that come, and of those that go.
    pub orders: [Order; 2],
    /// Most DSP blocks.
    pub max_dsp: Option<usize>,
}

/// A transform of so many samples with what shifts cannot make of a scale.
fn levelled(formula: Formula, samples: usize, scale: &Scale) -> Formula {
    match scale.level(formula.size_out(), samples) {
        Some(level) if !level.is_one() => Formula::product([level.into(), formula]),
        _ => formula,
    }
}

impl Request<'_> {
    /// Whether steps may have feedback, or factors be stages: not where shifts are given for ordinary stages.
    pub(super) fn serves_feedback(&self) -> bool {
        !matches!((self.format, &self.arithmetic.scale), (Format::Fixed(_), Some(Scale::Shifts(_))))
    }

    /// Samples of a frame.
    pub(super) fn samples(&self) -> usize {
        self.size * self.kind.share()
    }

    pub(super) fn is_inverse(&self) -> bool {
        self.direction == Direction::Inverse
    }

    /// A formula for the size, on these conditions.
    pub(super) fn outline(&self, formula: Formula, feedback: usize) -> Outline {
        let formula = match self.format {
            Format::Float(_) if self.is_inverse() => scaled(formula, self.samples()),
            Format::Float(_) => formula,
            Format::Fixed(_) if self.float.is_some() && self.is_inverse() => {
                levelled(formula, self.samples(), &Scale::Size)
            }
            Format::Fixed(_) => levelled(formula, self.samples(), &self.arithmetic.scale()),
        };
        let Request { kind, width, orders, direction, .. } = *self;
        Outline { formula, kind, feedback, apart: self.serves_feedback(), width, orders, direction }
    }
}
