//! The place of the point and the exponent of the root that are multiplied. Both are sums that grow from product to product: no number is multiplied.

use super::super::core::MacCore;
use super::step_counter::StepCounter;
use super::terms::Terms;
use crate::lower::count::add_modulo;
use crate::rtl::{address_bits, Module, Net};

/// What is multiplied.
pub struct Operands {
    /// Place of the point.
    pub place: Net,
    /// Power of the root of unity.
    pub exponent: Net,
}

impl Operands {
    /// Follows the products of a step. `ends_step`: high in its last cycle, behind which all numbers are zero again.
    pub fn new(m: &mut Module, core: &MacCore, (step, terms): (&StepCounter, &Terms), ends_step: Net) -> Self {
        let bits = address_bits(core.points());
        // A step of one product has no second point.
        let stride = step.number_of(m, "stride", |step| if step.radix > 1 { step.stride } else { 0 });
        let stride = m.extend(stride, bits);
        // The first point of a sum, and the first point of its group.
        let [first_place, group_place] = ["first_place", "group_place"].map(|name| state(m, name, bits));
        let [zero, one] = [0, 1].map(|value| m.constant(bits, value));
        let further = m.add(first_place, one);
        let further = m.mux(ends_step, zero, further);
        m.name(further, "following_place");
        let other_bins = m.not(terms.is_last_bin);
        let returns = m.and(terms.is_last_transform, other_bins);
        let next_first = m.mux(returns, group_place, further);
        m.name(next_first, "next_first_place");
        m.drive_enabled(first_place, next_first, terms.ends_result);
        m.drive_enabled(group_place, further, terms.ends_group);
        // Bin k has k times the place of the first point of the group as its first exponent, and then k times the distance more in each product.
        let [first_exponent, increment] = ["first_exponent", "increment"].map(|name| state(m, name, bits));
        let [next_exponent, _] = [(first_exponent, group_place), (increment, stride)].map(|(multiple, of)| {
            let next = m.add(multiple, of);
            let next = m.mux(terms.is_last_bin, zero, next);
            m.drive_enabled(multiple, next, terms.ends_bin);
            m.mux(terms.is_last_transform, next, multiple)
        });
        m.name(next_exponent, "next_first_exponent");

        let [place, exponent] = ["place", "exponent"].map(|name| state(m, name, bits));
        let more_place = m.add(place, stride);
        let more_exponent = add_modulo(m, [exponent, increment], core.points());
        let all = [
            (place, more_place, [first_place, next_first]),
            (exponent, more_exponent, [first_exponent, next_exponent]),
        ];
        for (state, more, [same, other]) in all {
            // The imaginary part of a result is a sum over the points of the real part.
            let first = terms.part.map_or(other, |part| m.mux(part, other, same));
            let next = m.mux(terms.is_last, first, more);
            m.drive_enabled(state, next, terms.moves);
        }
        Operands { place, exponent }
    }
}

/// Adds a register that is zero behind a reset.
fn state(m: &mut Module, name: &str, bits: u32) -> Net {
    let state = m.state(bits, Some(0));
    m.name(state, name);
    state
}
