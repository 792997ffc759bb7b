//! Bits by which the products of the current step move up before the rounding.

use super::super::core::FoldedCore;
use super::gates::number_in_step;
use super::program::Program;
use crate::rtl::{Module, Net};
use std::ops::Range;

/// Returns the bits of the current step. `None` if no step has any. `shifts`: those of the frame, if it chooses them.
pub fn of_step(m: &mut Module, core: &FoldedCore, program: &Program, shifts: Option<Net>) -> Option<Net> {
    let bits = core.processor.pre_shift_bits()?;
    let zero = m.constant(bits, 0);
    let fields = core.pipeline.shift_fields();
    let fixed = &core.processor.pre_shifts[0];
    Some(number_in_step(m, zero, &program.in_order, |m, step| match shifts.zip(fields[step].clone()) {
        Some((shifts, field)) => chosen(m, shifts, field, bits),
        None => m.constant(bits, fixed[step].into()),
    }))
}

/// Returns the largest shift less the one in a field.
pub fn chosen(m: &mut Module, shifts: Net, field: Range<u32>, bits: u32) -> Net {
    let shift = m.slice(shifts, field.start, field.len() as u32);
    let less = m.not(shift);
    m.extend(less, bits)
}
