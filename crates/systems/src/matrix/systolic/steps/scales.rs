//! Scales of steps.

use super::convolution::Convolution;
use crate::error::Error;
use crate::number::Scale;

/// Returns the scales of steps. The first step has the further bit of [`Scale::Spare`], so that no sum of any step is
/// too large.
pub fn scales(scale: &Scale, radices: &[usize]) -> Result<Vec<Scale>, Error> {
    let count = radices.len();
    match scale {
        Scale::Spare => Ok((0..count).map(|step| if step == 0 { Scale::Spare } else { Scale::Stage }).collect()),
        Scale::Shifts(shifts) if shifts.len() == count => {
            Ok(shifts.iter().map(|bits| Scale::Shifts(vec![*bits])).collect())
        }
        Scale::Shifts(shifts) => Err(Error::Usage(format!(
            "scale: {} shifts for {count} steps of {radices:?} points; give one for each step",
            shifts.len()
        ))),
        other => Ok(vec![other.clone(); count]),
    }
}

/// Returns the scales of the steps of a convolution, which know each other: magnitudes grow less than step by step.
pub fn chirp_scales(scale: &Scale, convolution: &Convolution) -> Result<Vec<Scale>, Error> {
    let more = match scale {
        Scale::Stage => 0,
        Scale::Spare => 1,
        other => return scales(other, &convolution.radices),
    };
    let shifts = convolution.shifts().into_iter().enumerate();
    Ok(shifts.map(|(step, bits)| Scale::Shifts(vec![if step == 0 { bits + more } else { bits }])).collect())
}
