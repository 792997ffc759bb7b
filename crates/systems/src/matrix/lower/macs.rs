//! Multiply-adds of an element.

use super::operators::Operators;
use crate::matrix::plan::{ProductPlan, COEFFICIENT_CYCLES};
use fftgen_hdl::dsl::*;

/// What all multiply-adds of an element have in common.
pub struct Slots<'m> {
    /// Point of the slot.
    pub point: [Sig<'m>; 2],
    /// Whether the sum of the slot begins with its product.
    pub is_first: Sig<'m>,
}

/// Adds a multiply-add whose coefficients come [`COEFFICIENT_CYCLES`] after their slots. Returns its sums, after
/// [`ProductPlan::mac_cycles`].
pub fn multiply_add<'m>(
    plan: &ProductPlan,
    operators: &Operators,
    label: &str,
    slots: &Slots<'m>,
    coefficient: &[Sig<'m>],
) -> [Sig<'m>; 2] {
    let point = slots.point.map(|part| part.later(COEFFICIENT_CYCLES as u32));
    let product = operators.product(label, point, coefficient);
    let is_first = slots.is_first.later((COEFFICIENT_CYCLES + plan.product_cycles()) as u32);
    let waits = plan.loop_slots().saturating_sub(plan.depths.adder as usize);
    // A sum that is added to once needs no way back.
    let restart = (plan.loop_slots() < plan.slots()).then_some((is_first, waits));
    operators.accumulated(&format!("{label}_sum"), product, restart)
}
