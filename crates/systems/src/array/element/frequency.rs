//! Frequencies of the points of an element, in frames of real samples of one dimension.

use super::control::Coordinates;
use super::digits::scaled;
use super::walk::{number, Point};
use crate::array::plan::Plan;
use crate::rtl::{Module, Net};

/// Returns what the number of a sample along a round is multiplied by to make the exponent of its factor, as [`Plan::exponent_step`] does. `point`: a point of the
/// pencil. `is_second`: whether the pencil passes for the second time.
pub(super) fn exponent_step(
    m: &mut Module,
    (plan, at): (&Plan, &Coordinates),
    round: usize,
    (point, is_second): (&Point, Net),
    bits: u32,
) -> Net {
    let stride = plan.sample_stride(round);
    let (mut sum, mut is_paired) = (m.constant(bits, 0), m.constant(1, 1));
    let add_if = |m: &mut Module, sum: Net, condition: Net, value: usize| {
        let (value, zero) = (m.constant(bits, value as u128), m.constant(bits, 0));
        let value = m.mux(condition, value, zero);
        m.add(sum, value)
    };
    for other in plan.rounds_ahead(round) {
        // Dimensions that are spread are counted without the one in memory.
        let block = at.block(m, plan, other - usize::from(other > round));
        let number = number(m, plan, other, point.within[other], block);
        let step = plan.frequency_stride(other);
        let part = scaled(m, number, step * stride, bits);
        sum = m.add(sum, part);
        if plan.row_round() != Some(other) {
            let is_above = is_above(m, plan, other, number);
            let is_of_second = m.and(is_paired, is_above);
            sum = add_if(m, sum, is_of_second, step / 2 * stride);
        }
        let is_zero = m.eq_const(number, 0);
        is_paired = m.and(is_paired, is_zero);
    }
    let is_second = m.and(is_paired, is_second);
    add_if(m, sum, is_second, plan.frequency_stride(round) / 2 * stride)
}

/// Returns whether a number along a round is at least half of the length, as [`Plan::is_above`] does.
pub(super) fn is_above(m: &mut Module, plan: &Plan, round: usize, number: Net) -> Net {
    let half = m.constant(m.width(number), plan.rounds[round].length.div_ceil(2) as u128);
    let is_below = m.lt(number, half);
    m.not(is_below)
}
