//! Block floating point in a convolution: both passes fill the words between their steps, so that frames of any level
//! have equal accuracy.
//!
//! A product with a factor shifts by one bit, because the parts of a rotated word grow by √2. The exponent of a frame
//! is the sum of those of both passes and of all shifts.

use super::factors::spectrum;
use super::words::{longer_words, resized, Convolution, DirectionWords, LoopWords};
use crate::arch::folded::{rotator, FoldedCore};
use crate::error::Error;
use crate::exact::Real;
use crate::format::{Fixed, Format};
use crate::number::fixed::widths::Widths;
use crate::number::{system, Datapath, FixedOptions, Scale};
use crate::pipeline::arithmetic::FixedStage;
use crate::pipeline::{Block, Stage, StageArithmetic};
use crate::schedule::ScheduleCache;

/// Bits that a word has after the last place of a sample. Each of the three products drops one of them.
const GUARD_BITS: u32 = 4;

/// Builds the folded core of a convolution whose samples have the format `port`, and the words around it.
pub(super) fn build(
    convolution: &Convolution,
    (port, options): (Fixed, &FixedOptions),
    schedules: &ScheduleCache,
) -> Result<(FoldedCore, LoopWords), Error> {
    let points = convolution.points;
    let word = longer_words(port, [0, GUARD_BITS], "a --precision of fewer bits")?;
    let options = FixedOptions { twiddle_bits: Some(options.twiddle_bits(port.bits())), ..options.clone() };
    let format = Format::Fixed(word);
    let number = system(format, Some(Datapath::Block(word.bits())), &options);
    let transform = convolution.transform(&*number, (format, &options), schedules)?;
    let multiplier = rotator(schedules);
    let halved = FixedOptions { scale: Some(Scale::Shifts(vec![1])), max_growth: None, ..options.clone() };
    let product = Widths::new(1, word, &halved, 1)?.stage(0, &multiplier, false)?;
    let resized = |fixed: FixedStage| Block::Kernel(resized(points, fixed, schedules));
    let ends = FixedStage { internal_bits: word.bits(), never_overflows: true, ..product };
    let guard = GUARD_BITS as i32;
    let entry = FixedStage {
        input_bits: port.bits(),
        guard_bits: GUARD_BITS,
        shift: -guard,
        output_bits: word.bits(),
        round_cycles: 0,
        ..ends
    };
    let exit = FixedStage {
        guard_bits: 0,
        shift: guard,
        output_bits: port.bits(),
        round_cycles: options.stage.rounding,
        ..ends
    };
    let (spectrum, up) = spectrum(points, convolution.elements(), &Real::one());
    let multiplier = Stage { arithmetic: StageArithmetic::Fixed(product), ..multiplier };
    // Factors of the spectrum are larger by a power of two.
    let by_spectrum = FixedStage { shift: product.shift - up, ..product };
    let by_spectrum = Stage { arithmetic: StageArithmetic::Fixed(by_spectrum), ..multiplier.clone() };
    let by_chirp = Block::Kernel(multiplier.clone());
    let pass = &transform.pipeline.blocks;
    let between = [[by_chirp.clone()].as_slice(), pass, &[Block::Kernel(by_spectrum)], pass, &[by_chirp]].concat();
    let words = LoopWords {
        format,
        bits: word.bits(),
        entry: vec![resized(entry)],
        multiplier,
        passes: [0; 2],
        between,
        of_direction: vec![DirectionWords { spectrum, exit: vec![resized(exit)] }],
        scale: None,
    };
    Ok((transform, words))
}
