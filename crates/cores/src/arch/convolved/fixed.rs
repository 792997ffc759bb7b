//! Fixed point in a convolution. Words are longer than samples on both sides: by a bit for the rotation of a sample,
//! whose parts grow by √2, and by guard bits. The steps of each pass shift by as little as no overflow asks for.

use super::factors::spectrum;
use super::shifts::PassShifts;
use super::words::{longer_words, resized, Convolution, DirectionWords, LoopWords};
use crate::arch::folded::{rotator, FoldedCore};
use crate::error::Error;
use crate::exact::Real;
use crate::format::{Fixed, Format};
use crate::number::fixed::widths::Widths;
use crate::number::{bits_of_size, system, FixedOptions, Scale};
use crate::pipeline::arithmetic::FixedStage;
use crate::pipeline::{Block, Stage, StageArithmetic};
use crate::schedule::ScheduleCache;
use std::f64::consts::SQRT_2;

/// Fewest bits that a word has after the last place of a sample.
const MIN_GUARD_BITS: i32 = 3;

/// Fewest bits that the rounding of a bin drops.
const MIN_DROPPED_BITS: i32 = 2;

/// Builds the folded core of a convolution whose samples have the format `port`, and the words around it.
pub(super) fn build(
    convolution: &Convolution,
    (port, options): (Fixed, &FixedOptions),
    schedules: &ScheduleCache,
) -> Result<(FoldedCore, LoopWords), Error> {
    let points = convolution.points;
    let shifts = PassShifts::new(&convolution.radices(), points);
    let scale = BinScale::new(options, points, port.bits())?;
    let (spectrum, up) = spectrum(points, convolution.elements(), &scale.factor);
    // A word at the end has these bits of a bin after its own last place, less the guard bits.
    let excess = up - shifts.sum() as i32;
    let guard_bits = MIN_GUARD_BITS.max(MIN_DROPPED_BITS - excess);
    let word = longer_words(port, [1, guard_bits.unsigned_abs()], "--scale stage")?;
    let options = FixedOptions {
        scale: Some(Scale::Chosen),
        twiddle_bits: Some(options.twiddle_bits(port.bits())),
        max_growth: None,
        ..options.clone()
    };
    let format = Format::Fixed(word);
    let number = system(format, None, &options);
    let transform = convolution.transform(&*number, (format, &options), schedules)?;
    let multiplier = rotator(schedules);
    let unscaled = FixedOptions { scale: Some(Scale::Shifts(vec![0])), ..options.clone() };
    let product = Widths::new(1, word, &unscaled, 1)?.stage(0, &multiplier, false)?;
    let product = FixedStage { never_overflows: true, ..product };
    let entry = FixedStage {
        input_bits: port.bits(),
        guard_bits: guard_bits.unsigned_abs(),
        internal_bits: word.bits(),
        shift: -guard_bits,
        round_cycles: 0,
        ..product
    };
    let exit = FixedStage {
        guard_bits: 0,
        internal_bits: word.bits(),
        shift: guard_bits + excess,
        output_bits: scale.bits,
        never_overflows: false,
        round_cycles: options.stage.rounding,
        ..product
    };
    let [entry, exit] = [entry, exit].map(|fixed| vec![Block::Kernel(resized(points, fixed, schedules))]);
    let passes = shifts.of_steps.each_ref().map(|shifts| configuration(&transform, shifts));
    let words = LoopWords {
        format,
        bits: word.bits(),
        entry,
        multiplier: Stage { arithmetic: StageArithmetic::Fixed(product), ..multiplier },
        passes,
        between: vec![],
        // Both directions are scaled alike.
        of_direction: vec![DirectionWords { spectrum, exit }],
        scale: Some(scale.ratio),
    };
    Ok((transform, words))
}

/// Returns the configuration word of a folded core whose steps shift by some bits.
fn configuration(transform: &FoldedCore, shifts: &[u32]) -> u64 {
    let fields = transform.pipeline.shift_fields();
    let placed = fields.into_iter().zip(shifts).filter_map(|(field, shift)| Some((field?, u64::from(*shift))));
    placed.fold(0, |word, (field, shift)| word | shift << field.start)
}

/// Factor of the bins.
struct BinScale {
    factor: Real,
    /// The factor as a ratio.
    ratio: String,
    /// Bits of a bin.
    bits: u32,
}

impl BinScale {
    /// Returns the factor of `points` bins of samples of `bits` bits.
    fn new(options: &FixedOptions, points: usize, bits: u32) -> Result<Self, Error> {
        let half = |shift: i32| (Real::one().scaled(-shift), format!("1/{}", 1u128 << shift));
        let size = Real::from(points as i128);
        let (factor, ratio) = match options.scale() {
            Scale::Stage => half(bits_of_size(points)),
            Scale::Spare => half(bits_of_size(points) + 1),
            Scale::Size => (&Real::one() / &size, format!("1/{points}")),
            Scale::Root => (&Real::one() / &size.sqrt(), format!("1/sqrt({points})")),
            Scale::None => (Real::one(), "1".into()),
            Scale::Shifts(_) | Scale::Chosen => {
                return Err(Error::Unsupported("shifts of steps: a convolution with a chirp has its own".into()))
            }
        };
        let growth = match options.scale() {
            // A part of a bin is at most √2 times the size in units of full scale.
            Scale::None => (SQRT_2 * points as f64).log2().ceil() as u32,
            _ => 0,
        };
        Ok(BinScale { factor, ratio, bits: bits + growth })
    }
}
