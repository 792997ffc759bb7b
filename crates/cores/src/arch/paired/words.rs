//! Words of a core: sums are exact, and each bin is rounded once.

use super::split::PairedSplit;
use crate::error::Error;
use crate::exact::Real;
use crate::format::{Fixed, Float, Format, Rounding, WORDS};
use crate::formula::Direction;
use crate::number::{bits_of_magnitude, bits_of_size, FixedOptions, NumberSystem, Scale};
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};
use crate::pipeline::{FixedStage, StageArithmetic};
use crate::rtl::Net;
use std::f64::consts::SQRT_2;

/// Bits of a coefficient before its binary point: its sign, and that of one.
const INTEGER_BITS: u32 = 2;

/// Maximum bits of a sum.
const MAX_SUM_BITS: u32 = 120;

/// Words of a core.
#[derive(Clone, Debug)]
pub(super) struct PairedWords {
    /// Arithmetic of a bin.
    pub arithmetic: StageArithmetic,
    /// Scales of forward and of inverse frames, where frames choose both and these differ; otherwise that of all
    /// frames.
    pub scales: Vec<BinScale>,
    /// Bits of a part of a sum of the points of a transform without products.
    pub front_bits: u32,
    /// Bits of the sum of a mirrored pair.
    pub pair_bits: u32,
}

/// What bins of a direction are scaled by.
#[derive(Clone, Debug)]
pub(super) struct BinScale {
    /// Factor that shifts leave, by which coefficients are multiplied. `None` if it is one.
    pub factor: Option<Real>,
    /// Encoding of the words at the decoder, with the scale between a word and its number. `None` in fixed point.
    pub decoder: Option<SharedExponent>,
}

impl PairedWords {
    /// Returns the words of frames of a direction.
    pub fn new(
        split: &PairedSplit,
        direction: Direction,
        number: &dyn NumberSystem,
        (format, options): (Format, &FixedOptions),
    ) -> Result<Self, Error> {
        let points = split.points();
        let bits = number.format().bits();
        let inverse = match (format, direction) {
            (Format::Float(_), Direction::Chosen { .. }) => vec![false, true],
            _ => vec![direction == Direction::Inverse],
        };
        let factor = |inverse: bool| {
            let scale = number.residual_scale(points, points, inverse).filter(|scale| !scale.is_one());
            scale.and_then(|scale| scale.factors().first().map(|factor| factor.value().re))
        };
        let factors: Vec<Option<Real>> = inverse.iter().map(|inverse| factor(*inverse)).collect();
        let coefficient = number.coefficient_bits();
        let fraction = coefficient - INTEGER_BITS;
        // Largest magnitude of a part of a sample, in units of its last place. An aligned part is never the least
        // number of its length.
        let largest = match format {
            Format::Fixed(_) => 2f64.powi(bits as i32 - 1),
            Format::Float(_) => 2f64.powi(bits as i32 - 1) - 1.0,
        };
        let front = largest * split.front as f64;
        let factor = factors.iter().map(|factor| factor.as_ref().map_or(1.0, Real::to_f64)).fold(1.0, f64::max);
        // Each product has an error of half a place of its coefficient, and rounding adds as much as a place.
        let (place, unit) = (points as f64 * largest, 2f64.powi(fraction as i32));
        let sum = SQRT_2 * place * factor * unit + place + unit;
        let [front_bits, pair_bits, sum_bits] = [front, 2.0 * front, sum].map(bits_of_magnitude);
        let exact = FixedStage {
            input_bits: bits,
            guard_bits: fraction,
            internal_bits: sum_bits,
            coefficient_bits: coefficient,
            coefficient_fraction: fraction,
            round_cycles: options.stage.rounding,
            ..FixedStage::unscaled(Fixed { integer: 1, fraction: bits - 1 })
        };
        let (arithmetic, word) = match format {
            Format::Fixed(format) => (StageArithmetic::Fixed(in_fixed_point(exact, points, (format, options))?), None),
            Format::Float(float) => {
                // Results keep all their bits before the binary point of a sample.
                let growth = sum_bits - fraction - bits;
                let word = shared(float, [bits, growth], options);
                let fixed = FixedStage { output_bits: bits + growth, rounding: Rounding::Odd, ..exact };
                let arithmetic = StageArithmetic::SharedExponent { fixed, word, input: InputEncoding::Float };
                (arithmetic, Some(word))
            }
        };
        let output = arithmetic.fixed().map_or(0, |fixed| fixed.output_bits);
        let longest = output.max(front_bits).max(pair_bits + coefficient);
        let drops = arithmetic.fixed().map_or(0, |fixed| fixed.dropped_bits());
        if sum_bits > MAX_SUM_BITS || longest > Net::MAX_WIDTH || output > *WORDS.end() || drops == 0 {
            return Err(Error::Unsupported(format!(
                "precision {}: words have {} bits, and sums of products {sum_bits}; try shorter words or fewer \
                 --twiddle-bits",
                format.name(),
                pair_bits.max(output)
            )));
        }
        let scale = |(factor, inverse): (Option<Real>, bool)| {
            let shift = if inverse { -bits_of_size(points) } else { 0 };
            BinScale { factor, decoder: word.map(|word| SharedExponent { shift, ..word }) }
        };
        let scales = factors.into_iter().zip(inverse).map(scale).collect();
        Ok(PairedWords { arithmetic, scales, front_bits, pair_bits })
    }

    /// Widths and rounding of a bin.
    pub fn fixed(&self) -> FixedStage {
        self.arithmetic.fixed().unwrap_or_else(|| unreachable!("sums are of integers"))
    }
}

/// Returns the arithmetic of bins in fixed point.
fn in_fixed_point(
    exact: FixedStage,
    points: usize,
    (format, options): (Fixed, &FixedOptions),
) -> Result<FixedStage, Error> {
    let unsupported = || Error::Unsupported("scale: a core of mirrored pairs has no steps that shift".into());
    let (scale, shift) = (options.scale(), options.shift_of_size(points).ok_or_else(unsupported)?);
    let bits = format.bits();
    Ok(FixedStage {
        shift,
        output_bits: match scale {
            Scale::None => exact.internal_bits - exact.guard_bits,
            _ => bits,
        },
        rounding: options.rounding.unwrap_or_default(),
        overflow: options.overflow.unwrap_or_default(),
        never_overflows: matches!(scale, Scale::None | Scale::Spare),
        ..exact
    })
}

/// Returns the encoding of words with aligned parts of `bits` bits, of which results are longer by `growth` bits.
fn shared(float: Float, [bits, growth]: [u32; 2], options: &FixedOptions) -> SharedExponent {
    let exponent = SharedExponent::least_exponent(float);
    SharedExponent { float, aligned: bits, growth, exponent, lanes: 1, shift: 0, halves: options.stage.halves }
}
