//! Floating point: operators of the format, each with one rounding.

use super::traits::NumberSystem;
use crate::error::Error;
use crate::format::{Float, Format};
use crate::formula::{Diag, Direction};
use crate::pipeline::Pipeline;

/// Most bits of an exponent with which small products of divided points of size 1 are below the smallest normal number.
const SHORT_EXPONENT: u32 = 5;

/// Powers of two of the division of an inverse transform that come after its steps, where small products would be lost
/// otherwise. Each leaves an eighth of the noise of lost products, and takes a bit off the range.
const HALVINGS_LEFT: u32 = 3;

/// Floating point, computed operator by operator.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloatingPoint(pub Float);

impl NumberSystem for FloatingPoint {
    fn format(&self) -> Format {
        Format::Float(self.0)
    }

    fn coefficient_bits(&self) -> u32 {
        self.0.coefficient().bits()
    }

    fn halvings_left(&self, small_products: bool) -> Option<u32> {
        Some(if small_products && self.0.exponent <= SHORT_EXPONENT { HALVINGS_LEFT } else { 0 })
    }

    fn residual_scale(&self, elements: usize, samples: usize, inverse: bool) -> Option<Diag> {
        inverse.then_some(Diag::Scale { size: elements, by: samples })
    }

    fn assign(&self, _: &mut Pipeline) -> Result<(), Error> {
        Ok(())
    }

    fn scale(&self, pipeline: &Pipeline) -> String {
        float_scale(pipeline)
    }

    fn title(&self) -> String {
        float_title(self.0)
    }

    fn description(&self) -> String {
        float_description(self.0)
    }
}

/// Returns the scale of a transform of floating-point numbers: 1/N for the inverse, else 1.
pub(super) fn float_scale(pipeline: &Pipeline) -> String {
    match pipeline.spec.direction {
        Direction::Chosen { .. } => format!("1, or 1/{} for the inverse", pipeline.transform_samples()),
        Direction::Inverse => format!("1/{}", pipeline.transform_samples()),
        Direction::Forward => "1".into(),
    }
}

/// Names a floating-point format and its treatment of subnormal numbers.
pub(super) fn float_title(float: Float) -> String {
    format!("{}, subnormals {}", float.name(), if float.subnormals { "kept" } else { "flushed" })
}

/// Describes a floating-point format.
pub(super) fn float_description(Float { exponent, fraction, subnormals, .. }: Float) -> String {
    format!(
        "floating point, {exponent} exponent and {fraction} fraction bits, subnormals {}",
        if subnormals { "kept" } else { "flushed to zero" }
    )
}
