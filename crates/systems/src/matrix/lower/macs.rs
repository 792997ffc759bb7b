//! Multiply-adds of an element.

use super::operators::{close_adder, Operators, PARTS};
use crate::lower::delay_lines::DelayLines;
use crate::matrix::plan::{ProductPlan, COEFFICIENT_CYCLES};
use crate::matrix::sums::Sums;
use crate::rtl::memories::Memories;
use crate::rtl::{Module, Net};

/// What all multiply-adds of an element have in common.
pub struct Slots {
    /// Point of the slot.
    pub point: [Net; 2],
    /// Whether the sum of the slot begins with its product.
    pub is_first: Net,
}

/// Adds a multiply-add whose coefficients come with the given delay after their slots. Returns its sums, after
/// [`ProductPlan::mac_cycles`].
pub fn multiply_add(
    m: &mut Module,
    plan: &ProductPlan,
    operators: &Operators,
    (label, slots, coefficient): (&str, &Slots, &[Net]),
) -> [Net; 2] {
    let point = slots.point.map(|part| m.delay(part, COEFFICIENT_CYCLES as u32));
    let product = operators.product(m, label, point, coefficient);
    let is_first = m.delay(slots.is_first, (COEFFICIENT_CYCLES + plan.product_cycles()) as u32);
    let bits = operators.sum_bits();
    let zero = m.constant(bits, 0);
    // A sum that is added to once needs no way back.
    let has_loop = plan.loop_slots() < plan.slots();
    let waits = plan.loop_slots().saturating_sub(plan.depths.adder as usize);
    let open = (has_loop && waits > 0).then(|| DelayLines::open(m, &Memories::default(), bits, 2, waits));
    let mut sums = Vec::new();
    let mut adders = Vec::new();
    for part in PARTS {
        match plan.sums {
            Sums::Fixed(_) => sums.push(m.state(bits, None)),
            Sums::Float(_) => {
                let (number, sum) = operators.open_adder(m, &format!("{label}_sum_{part}"));
                adders.push(number);
                sums.push(sum);
            }
        }
    }
    for part in [0, 1] {
        m.name(sums[part], format!("sum_{label}_{}", PARTS[part]));
        let before = match &open {
            _ if !has_loop => zero,
            Some((_, ends)) => m.mux(is_first, zero, ends[part]),
            None => m.mux(is_first, zero, sums[part]),
        };
        match plan.sums {
            Sums::Fixed(_) => {
                let sum = m.add(before, product[part]);
                m.drive(sums[part], sum);
            }
            Sums::Float(_) => close_adder(m, adders[part], [before, product[part]]),
        }
    }
    if let Some((lines, _)) = open {
        lines.close(m, &sums);
    }
    [sums[0], sums[1]]
}
