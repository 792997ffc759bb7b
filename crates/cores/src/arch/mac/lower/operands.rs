//! The place of the point and the exponent of the root that are multiplied. Both are sums that grow from product to product: no number is multiplied.

use super::super::core::{MacCore, MacFrame};
use super::super::step::MacStep;
use super::step_counter::StepCounter;
use super::terms::Terms;
use crate::lower::count::{add_below, add_modulo};
use crate::rtl::{address_bits, Module, Net};

/// What is multiplied.
pub struct Operands {
    /// Place of the point.
    pub place: Net,
    /// Power of the root of unity.
    pub exponent: Net,
}

impl Operands {
    /// Follows the products of a step. `ends_step`: high in its last cycle, after which all numbers are zero again.
    pub fn new(m: &mut Module, core: &MacCore, (step, terms): (&StepCounter, &Terms), ends_step: Net) -> Self {
        let bits = address_bits(core.points());
        // A step of one product has no second point.
        let stride = |frame: &MacFrame, step: usize| match frame.steps[step] {
            step if step.radix > 1 => step.stride,
            _ => 0,
        };
        let exponents = Exponents::new(m, core, step, &stride);
        let stride = step.number_of(m, "stride", stride);
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
        let exponent_bits = exponents.bits(m, bits);
        let [first_exponent, increment] = ["first_exponent", "increment"].map(|name| state(m, name, exponent_bits));
        let zero = m.constant(exponent_bits, 0);
        let multiples = match exponents {
            Exponents::OfSize => [(first_exponent, group_place), (increment, stride)],
            Exponents::OfCircle { stride, group, .. } => {
                let group_exponent = state(m, "group_exponent", exponent_bits);
                let next = m.add(group_exponent, group);
                let next = m.mux(ends_step, zero, next);
                m.drive_enabled(group_exponent, next, terms.ends_group);
                [(first_exponent, group_exponent), (increment, stride)]
            }
        };
        let [next_exponent, _] = multiples.map(|(multiple, of)| {
            let next = m.add(multiple, of);
            let next = m.mux(terms.is_last_bin, zero, next);
            m.drive_enabled(multiple, next, terms.ends_bin);
            m.mux(terms.is_last_transform, next, multiple)
        });
        m.name(next_exponent, "next_first_exponent");

        let (place, exponent) = (state(m, "place", bits), state(m, "exponent", exponent_bits));
        let more_place = m.add(place, stride);
        let more_exponent = match exponents {
            Exponents::OfSize => add_modulo(m, [exponent, increment], core.points()),
            Exponents::OfCircle { circle, .. } => add_below(m, [exponent, increment], circle),
        };
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

/// Units of the exponents.
enum Exponents {
    /// Where there is one size: exponents count roots of unity whose order is the number of points.
    OfSize,
    /// Where there are several sizes: exponents count the steps of a circle whose number of steps is a multiple of the points of the frame.
    OfCircle {
        /// Steps of the circle.
        circle: Net,
        /// Exponent of the distance of the points of a sum.
        stride: Net,
        /// Exponent of the distance of two groups.
        group: Net,
    },
}

impl Exponents {
    fn new(m: &mut Module, core: &MacCore, step: &StepCounter, stride: &impl Fn(&MacFrame, usize) -> usize) -> Self {
        if core.frames.len() == 1 {
            return Exponents::OfSize;
        }
        let circles = core.circles();
        let bits = circles.exponent_bits();
        let unit = |frame: &MacFrame| circles.of_order(frame.points()) / frame.points();
        let circle = step.size.number(m, "circle", |frame| circles.of_order(frame.points()));
        let stride = step.number_of(m, "stride_exponent", |frame, step| unit(frame) * stride(frame, step));
        let group = step.number_of(m, "group_increment", |frame, step| {
            let MacStep { before, radix, .. } = frame.steps[step];
            // A step of one group has no second one.
            if before * radix < frame.points() {
                unit(frame) * before
            } else {
                0
            }
        });
        let [circle, stride, group] = [circle, stride, group].map(|number| m.extend(number, bits));
        Exponents::OfCircle { circle, stride, group }
    }

    /// Bits of an exponent. `place`: those of the place of a point.
    fn bits(&self, m: &Module, place: u32) -> u32 {
        match self {
            Exponents::OfSize => place,
            Exponents::OfCircle { circle, .. } => m.width(*circle),
        }
    }
}

/// Adds a register that is zero after a reset.
fn state(m: &mut Module, name: &str, bits: u32) -> Net {
    let state = m.state(bits, Some(0));
    m.name(state, name);
    state
}
