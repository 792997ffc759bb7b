//! The scale that a core's documents state, modulo a prime.

use crate::exact::{Field, Real};
use crate::pipeline::{Pipeline, Stage};
use crate::runtime::Mode;
use std::ops::Range;

/// The scale of results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scale {
    /// As documents state it: ratios, one for both directions of frames or one for each.
    pub text: String,
    /// Whether frames are inverse transforms.
    pub is_inverse: bool,
    /// Powers of two by which the steps of these frames divide together.
    pub shifts: i32,
}

impl Scale {
    /// Returns what results are multiplied by. `None` for a text that states no number.
    pub(super) fn residue(&self, field: &Field) -> Option<u64> {
        let texts: Vec<&str> = self.text.split(", or ").collect();
        let text: &str = match &texts[..] {
            [text] => text,
            [_, inverse] if self.is_inverse => inverse.strip_suffix(" for the inverse")?,
            [forward, _] => forward,
            _ => return None,
        };
        text.split(" * ").try_fold(1, |product, ratio| {
            let divisor = field.residue(&divisor(ratio, self.shifts)?);
            Some(field.mul(product, field.inverse(divisor)))
        })
    }
}

/// Returns what a ratio divides by. `shifts`: the powers of two that the steps divide by.
fn divisor(ratio: &str, shifts: i32) -> Option<Real> {
    let Some(divisor) = ratio.strip_prefix("1/") else { return (ratio == "1").then(Real::one) };
    let root = divisor.strip_prefix("sqrt(").and_then(|square| square.strip_suffix(')'));
    Some(match (divisor, root, divisor.strip_prefix("2^")) {
        // The exponent of a frame is a part of its results.
        ("2^exponent", ..) => Real::one(),
        ("2^shifts", ..) => Real::one().scaled(shifts),
        (_, Some(square), _) => Real::from(square.parse::<i128>().ok()?).sqrt(),
        (_, _, Some(exponent)) => Real::one().scaled(exponent.parse().ok()?),
        _ => Real::from(divisor.parse::<i128>().ok()?),
    })
}

/// Returns the shifts of all stages together, some of which frames of a mode may choose.
pub(super) fn shifts(pipeline: &Pipeline, mode: Option<&Mode>) -> i32 {
    let shift = |(stage, field): (&Stage, Option<Range<u32>>)| {
        let own = stage.arithmetic.fixed().map_or(0, |fixed| fixed.shift);
        let chosen = mode.zip(field).map(|(mode, field)| mode.shift(field) as i32);
        stage.net_shift(chosen.unwrap_or(own))
    };
    pipeline.stages().zip(pipeline.shift_fields()).map(shift).sum()
}
