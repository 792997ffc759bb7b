//! Floating point operator by operator in a convolution: words are samples, and each operator rounds.

use super::factors::spectrum_of;
use super::words::{Convolution, DirectionWords, LoopWords};
use crate::arch::folded::{rotator, FoldedCore};
use crate::error::Error;
use crate::exact::Real;
use crate::format::{Float, Format};
use crate::number::{FixedOptions, NumberSystem};
use crate::pipeline::{Stage, StageArithmetic};
use crate::schedule::ScheduleCache;

/// Builds the folded core of a convolution whose samples have the format `float`, and the words around it.
pub(super) fn build(
    convolution: &Convolution,
    number: &dyn NumberSystem,
    (float, options): (Float, &FixedOptions),
    schedules: &ScheduleCache,
) -> Result<(FoldedCore, LoopWords), Error> {
    let format = Format::Float(float);
    let transform = convolution.transform(number, (format, options), schedules)?;
    let of_direction = |divisor: usize| DirectionWords {
        spectrum: spectrum_of(convolution.points, convolution.elements(), &Real::ratio(1, divisor as i128)),
        exit: vec![],
    };
    let words = LoopWords {
        format,
        bits: float.bits(),
        entry: vec![],
        multiplier: Stage { arithmetic: StageArithmetic::Float(float), ..rotator(schedules) },
        passes: [0; 2],
        between: vec![],
        of_direction: convolution.divisors().into_iter().map(of_direction).collect(),
        scale: None,
    };
    Ok((transform, words))
}
