//! Bits by which the products of the current step move up before the rounding.

use super::super::core::FoldedCore;
use super::gates::number_in_step;
use super::program::Program;
use fftgen_hdl::dsl::*;
use std::ops::Range;

/// Returns the bits of the current step. `None` if no step has any. `shifts`: those of the frame, if it chooses them.
pub fn of_step<'m>(
    m: &'m Builder,
    core: &FoldedCore,
    program: &Program<'m>,
    shifts: Option<Sig<'m>>,
) -> Option<Sig<'m>> {
    let bits = core.processor.pre_shift_bits()?;
    let (fields, fixed) = (core.pipeline.shift_fields(), &core.processor.pre_shifts[0]);
    Some(number_in_step(m.constant(bits, 0), &program.in_order, |step| match shifts.zip(fields[step].clone()) {
        Some((shifts, field)) => chosen(shifts, field, bits),
        None => m.constant(bits, fixed[step].into()),
    }))
}

/// Returns the largest shift less the one in a field.
pub fn chosen(shifts: Sig, field: Range<u32>, bits: u32) -> Sig {
    (!shifts.bits(field.start, field.len() as u32)).extend(bits)
}
