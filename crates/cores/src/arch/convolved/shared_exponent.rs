//! Words that share an exponent in a convolution: samples are encoded once, and bins are decoded once.

use super::factors::spectrum;
use super::words::{Convolution, DirectionWords, LoopWords};
use crate::arch::folded::{rotator, FoldedCore};
use crate::error::Error;
use crate::exact::Real;
use crate::format::{Float, Format};
use crate::formula::Direction;
use crate::number::{FixedOptions, NumberSystem};
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent, StageArithmetic};
use crate::pipeline::{Block, Codec, Pipeline, Stage};
use crate::schedule::ScheduleCache;

/// Builds the folded core of a convolution whose samples are floating-point numbers, and the words around it.
pub(super) fn build(
    convolution: &Convolution,
    number: &dyn NumberSystem,
    (float, options): (Float, &FixedOptions),
    schedules: &ScheduleCache,
) -> Result<(FoldedCore, LoopWords), Error> {
    let points = convolution.points;
    let format = Format::Float(float);
    let unsupported = || Error::Unsupported("cycles: such a convolution computes in words that share exponents".into());
    // A bin of the first pass is as large as the sum of all samples, and the spectrum makes it smaller again.
    let number = &*number.for_large_words().ok_or_else(unsupported)?;
    let transform = convolution.transform(number, (format, options), schedules)?;
    let shared = *transform.pipeline.shared().ok_or_else(unsupported)?;
    let multiplier = product(number, shared.growth, schedules)?.ok_or_else(unsupported)?;
    // A sum of an inverse transform is divided by its points.
    let of_direction = |divisor: usize| {
        let (spectrum, up) = spectrum(points, convolution.elements(), &Real::ratio(1, divisor as i128));
        let exit = vec![Block::Codec(Codec::Leave(SharedExponent { shift: 2 * shared.shift - up, ..shared }))];
        DirectionWords { spectrum, exit }
    };
    let words = LoopWords {
        format,
        bits: shared.bits(),
        entry: vec![Block::Codec(Codec::Enter(shared))],
        multiplier,
        passes: [0; 2],
        between: vec![],
        of_direction: convolution.divisors().into_iter().map(of_direction).collect(),
        scale: None,
    };
    Ok((transform.without_codecs(), words))
}

/// Returns the product of a word and a factor, whose parts have `growth` bits more than aligned ones. `None` if it
/// shifts.
fn product(number: &dyn NumberSystem, growth: u32, schedules: &ScheduleCache) -> Result<Option<Stage>, Error> {
    let mut pipeline = Pipeline::of_points(2, Direction::Forward, vec![Block::Kernel(rotator(schedules))]);
    number.assign(&mut pipeline)?;
    let own = pipeline.shared().map_or(0, |shared| shared.growth);
    let stage = pipeline.blocks.into_iter().find_map(|block| block.stage().cloned());
    Ok(stage.filter(|_| own <= growth).and_then(|mut stage| {
        stage.arithmetic.set_growth(growth);
        let StageArithmetic::SharedExponent { fixed, word, .. } = stage.arithmetic else { return None };
        stage.arithmetic = StageArithmetic::SharedExponent { fixed, word, input: InputEncoding::Word };
        Some(stage).filter(|_| fixed.shift == 0)
    }))
}
