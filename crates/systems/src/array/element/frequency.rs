//! Frequencies of the points of an element, in frames of real samples of one dimension.

use super::control::Coordinates;
use super::digits::scaled;
use super::walk::{number, Point};
use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;

/// What the number of a sample along a round is multiplied by to make the exponent of its factor, as
/// [`Plan::exponent_step`] does. `point`: a point of the pencil. `is_second`: whether the pencil passes for the
/// second time.
#[hdl]
pub(super) fn exponent_step<'m>(
    (plan, at): (&Plan, &Coordinates<'m>),
    round: usize,
    (point, is_second): (&Point<'m>, Sig<'m>),
    bits: u32,
) -> Sig<'m> {
    let stride = plan.sample_stride(round);
    let zero = is_second.builder().constant(bits, 0);
    let mut step = zero;
    let mut is_paired = is_second.builder().high();
    let value_if = |condition: Sig<'m>, value: usize| condition.mux(zero.number(value), 0);
    for other in plan.rounds_ahead(round) {
        // Dimensions that are spread are counted without the one in memory.
        let block = at.block(plan, other - usize::from(other > round));
        let number = number(plan, other, point.within[other], block);
        let distance = plan.frequency_stride(other);
        step = step + scaled(number, distance * stride, bits);
        if plan.row_round() != Some(other) {
            step = step + value_if(is_paired & is_above(plan, other, number), distance / 2 * stride);
        }
        is_paired = is_paired & number.is(0);
    }
    step + value_if(is_paired & is_second, plan.frequency_stride(round) / 2 * stride)
}

/// Whether a number along a round is at least half of the length, as [`Plan::is_above`] does.
pub(super) fn is_above<'m>(plan: &Plan, round: usize, number: Sig<'m>) -> Sig<'m> {
    !number.lt(plan.rounds[round].length.div_ceil(2))
}
