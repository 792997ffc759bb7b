//! Block floating point of a folded core: the shift of a step depends on the headroom of the frame before it.
//!
//! The headroom is measured while samples and results are written, so that no cycles are added to those of a frame but
//! the few until the last word of a step has been measured. A step moves its products up before the rounding by the
//! headroom, as one with a smaller shift does, and the words in the memory never overflow.

use super::common_words::{halvings, root_point};
use crate::error::Error;
use crate::format::{Fixed, WORDS};
use crate::number::fixed::widths::{Limits, Widths};
use crate::number::{FixedOptions, Scale};
use crate::pipeline::arithmetic::FixedStage;
use crate::pipeline::{Block, Normalizer, Pipeline, Stage};

/// Bits of the number by which headroom moves the products of a step up. Frames that are more quiet take several steps
/// to fill their words.
const FIELD_BITS: u32 = 3;

/// Bits by which a component in the memory is longer than a component at the ports by default. A complex word of 16-bit
/// components then has the 36 bits of a block RAM.
const MEMORY_GROWTH: u32 = 2;

/// Returns the bits of a component in the memory.
pub(super) fn memory_bits(fixed: Fixed, options: &FixedOptions) -> u32 {
    (fixed.bits() + options.max_growth.unwrap_or(MEMORY_GROWTH)).min(*WORDS.end())
}

/// Returns the arithmetic of each step, with coefficients of one length. No result overflows, whatever the headroom is.
/// `multiplies`: whether all results are multiplied.
pub(super) fn settle(
    pipeline: &Pipeline,
    fixed: Fixed,
    options: &FixedOptions,
    multiplies: bool,
) -> Result<Vec<FixedStage>, Error> {
    let bits = memory_bits(fixed, options);
    let word = Fixed { integer: fixed.integer, fraction: bits - fixed.integer };
    let coefficient = options.twiddle_bits(fixed.bits());
    let options =
        FixedOptions { scale: Some(Scale::None), max_growth: None, twiddle_bits: Some(coefficient), ..options.clone() };
    let steps: Vec<&Stage> = pipeline.stages().collect();
    let widths = Widths::new(pipeline.size, word, &options, steps.len())?;
    let point = root_point(&steps, coefficient, multiplies);
    let field_bits = (1..=FIELD_BITS).rev().find(|field| (1 << field) < bits).unwrap_or(1);
    let max_headroom = (1 << field_bits) - 1;
    let of_step = |step: &&Stage| {
        let mut widths = widths.clone().limited(Limits { max: Some(bits), exact: Some(bits) });
        let point = point + halvings(step.transform.split());
        let measured = widths.measured(step, point);
        // Roundings within a step count most in the frames of the largest headroom.
        let quiet = widths.normalized(bits - max_headroom).measured(step, point);
        let fits = |shift: &i32| {
            let least = *shift - max_headroom as i32;
            let guard = widths.shifted(measured, *shift).guard.max(least.min(0).unsigned_abs());
            Widths::fits(&quiet, guard, least, bits) && Widths::fits(&measured, guard, *shift, bits)
        };
        let shift = (0..bits as i32).find(fits).unwrap_or(bits as i32);
        let scaled = widths.shifted(measured, shift);
        let fixed = widths.settle(step, &scaled, false)?;
        Ok(FixedStage { pre_shift_bits: field_bits, ..fixed })
    };
    steps.iter().map(of_step).collect()
}

/// Appends the normalizer of the bins, which fills the words of the port.
pub(super) fn normalize_bins(pipeline: &mut Pipeline, memory: u32, fixed: Fixed, options: &FixedOptions) {
    // The bins lie in the memory while they are measured.
    let latency = pipeline.output.beats + 1;
    let lanes = [latency, pipeline.output.lanes];
    let rounding = options.rounding.unwrap_or_default();
    let normalizer = Normalizer::new(&pipeline.output, lanes, [memory, fixed.bits()], rounding);
    pipeline.blocks.push(Block::Normalizer(normalizer));
}
