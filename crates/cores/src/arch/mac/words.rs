//! Words of the steps: exact sums, each rounded once.
//!
//! All steps but the last one shift by equally many bits, so that one rounding serves them. Words are at most a bit
//! longer than samples, for the rotation of a sample whose parts both have full scale, and have guard bits.

use super::step::MacStep;
use crate::error::Error;
use crate::format::Fixed;
use crate::number::{bits_of_magnitude, FixedOptions, Scale};
use crate::pipeline::FixedStage;
use crate::rtl::Net;
use std::f64::consts::SQRT_2;

/// Bits of a coefficient before its binary point: its sign, and that of one.
const INTEGER_BITS: u32 = 2;

/// Maximum noise of the roundings of all steps but the last one, as a share of the noise of the last one.
const MAX_INNER_NOISE: f64 = 1.0 / 8.0;

/// Maximum guard bits.
const MAX_GUARD_BITS: u32 = 16;

/// Maximum bits of a sum.
const MAX_SUM_BITS: u32 = 120;

/// Bits that each step drops of its results beside the fraction of the coefficients.
struct Shifts {
    /// Of all steps but the last one.
    step: i32,
    /// Of the last step, without guard bits.
    last: i32,
}

impl Shifts {
    /// Chooses shifts whose sum is `total`. Words of no step grow if `total` has the bits of the size.
    fn new(steps: &[MacStep], total: i32) -> Self {
        let inner = &steps[..steps.len() - 1];
        let fits = |shift: &i32| {
            let gains = inner.iter().map(|step| (step.before * step.radix) as f64);
            gains.zip(1..).all(|(gain, count)| gain <= 2f64.powi(shift * count))
        };
        let step = if total > 0 { (0..).find(fits).unwrap_or(0) } else { 0 };
        Shifts { step, last: total - step * inner.len() as i32 }
    }

    /// Returns the noise of all roundings but the last one without guard bits, as a share of that of the last one.
    /// `scale`: factor of the coefficients of the last step.
    fn inner_noise(&self, steps: &[MacStep], scale: f64) -> f64 {
        let noise = |noise: f64, (step, shift, scale): (&MacStep, i32, f64)| {
            (noise + 1.0) * step.radix as f64 * scale * scale / 4f64.powi(shift)
        };
        match steps {
            [_, inner @ .., last] => {
                let inner = inner.iter().map(|step| (step, self.step, 1.0));
                inner.chain([(last, self.last, scale)]).fold(0.0, noise)
            }
            _ => 0.0,
        }
    }
}

/// Sums of products of the frames of a size.
pub(super) struct FrameSums {
    pub points: usize,
    pub steps: Vec<MacStep>,
    /// Factor of the coefficients of the last step.
    pub factor: f64,
}

/// Returns the arithmetic of all steps of frames of each size. Samples and sums of all sizes have equally long words.
pub(super) fn stages(
    frames: &[FrameSums],
    (format, options): (Fixed, &FixedOptions),
) -> Result<Vec<Vec<FixedStage>>, Error> {
    let guards = frames.iter().map(|frame| guard_bits(frame, options)).collect::<Result<Vec<u32>, Error>>()?;
    let guard = guards.into_iter().max().unwrap_or(0);
    let stages = frames.iter().map(|frame| stages_of(frame, guard, (format, options)));
    let mut stages = stages.collect::<Result<Vec<Vec<FixedStage>>, Error>>()?;
    let max = |bits: fn(&FixedStage) -> u32| stages.iter().flatten().map(bits).max().unwrap_or(0);
    let internal_bits = max(|fixed| fixed.internal_bits);
    let inner = stages.iter().flat_map(|steps| &steps[1..]).map(|fixed| fixed.input_bits).max().unwrap_or(0);
    let output = stages.iter().filter_map(|steps| steps.last()).map(|fixed| fixed.output_bits).max().unwrap_or(0);
    for steps in &mut stages {
        let last = steps.len() - 1;
        for (number, fixed) in steps.iter_mut().enumerate() {
            let input_bits = if number == 0 { fixed.input_bits } else { inner };
            let output_bits = if number == last { output } else { inner };
            *fixed = FixedStage { input_bits, internal_bits, output_bits, ..*fixed };
        }
    }
    Ok(stages)
}

/// Returns what the steps of a frame drop.
fn shifts_of(frame: &FrameSums, options: &FixedOptions) -> Result<Shifts, Error> {
    let total = options.shift_of_size(frame.points).ok_or_else(|| {
        Error::Unsupported("scale: the steps of a core of sums of products have their own shifts".into())
    })?;
    Ok(Shifts::new(&frame.steps, total))
}

/// Returns the fewest guard bits with which the roundings within a frame add little noise.
fn guard_bits(frame: &FrameSums, options: &FixedOptions) -> Result<u32, Error> {
    let noise = shifts_of(frame, options)?.inner_noise(&frame.steps, frame.factor);
    let enough = |guard: &u32| noise / 4f64.powi(*guard as i32) <= MAX_INNER_NOISE;
    Ok(match frame.steps.len() {
        1 => 0,
        _ => options.guard_bits.or_else(|| (0..=MAX_GUARD_BITS).find(enough)).unwrap_or(MAX_GUARD_BITS),
    })
}

/// Returns the arithmetic of all steps of the frames of a size. `guard`: guard bits.
fn stages_of(
    frame: &FrameSums,
    guard: u32,
    (format, options): (Fixed, &FixedOptions),
) -> Result<Vec<FixedStage>, Error> {
    let &FrameSums { points, ref steps, factor } = frame;
    let (bits, coefficient) = (format.bits(), options.twiddle_bits(format.bits()));
    let fraction = coefficient - INTEGER_BITS;
    let scale = options.scale();
    let shifts = shifts_of(frame, options)?;
    // Largest magnitudes of the words that a step takes, in units of their last place.
    let mut magnitude = SQRT_2 * 2f64.powi((bits - 1 + guard) as i32);
    let (mut memory, mut sum) = (bits + guard, 0);
    for (number, step) in steps.iter().enumerate() {
        let factor = if number + 1 < steps.len() { 1.0 } else { factor };
        let largest = magnitude * step.radix as f64 * (factor * 2f64.powi(fraction as i32) + 1.0);
        sum = sum.max(bits_of_magnitude(largest));
        if number + 1 < steps.len() {
            magnitude = largest / 2f64.powi(fraction as i32 + shifts.step) + 1.0;
            memory = memory.max(bits_of_magnitude(magnitude));
        }
    }
    let output = match scale {
        Scale::None => bits + (SQRT_2 * points as f64).log2().ceil() as u32,
        _ => bits,
    };
    let sum = sum.max(fraction.saturating_add_signed(shifts.step.max(shifts.last)) + guard + 2);
    // Both parts of a word, and a product of sums of both parts, are nets.
    let longest = (2 * memory.max(output)).max(memory + coefficient + 2);
    if sum > MAX_SUM_BITS || longest > Net::MAX_WIDTH || fraction.saturating_add_signed(shifts.last) == 0 {
        return Err(Error::Unsupported(format!(
            "precision {}: words have {memory} bits, and sums of products {sum}; try shorter words or fewer \
             --twiddle-bits",
            format.name()
        )));
    }
    let stage = |number: usize| {
        let (is_first, is_last) = (number == 0, number + 1 == steps.len());
        let ahead = if is_first { guard } else { 0 };
        let behind = if is_last { guard } else { 0 };
        FixedStage {
            input_bits: if is_first { bits } else { memory },
            guard_bits: fraction + ahead,
            internal_bits: sum,
            coefficient_bits: coefficient,
            coefficient_fraction: fraction,
            shift: (if is_last { shifts.last } else { shifts.step }) + behind as i32 - ahead as i32,
            output_bits: if is_last { output } else { memory },
            rounding: options.rounding.unwrap_or_default(),
            overflow: options.overflow.unwrap_or_default(),
            never_overflows: !is_last || matches!(scale, Scale::None | Scale::Spare),
            round_cycles: options.stage.rounding,
            ..FixedStage::unscaled(format)
        }
    };
    Ok((0..steps.len()).map(stage).collect())
}
