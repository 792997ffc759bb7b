//! The place of the point and the exponent of the root that are multiplied. Both are sums that grow from product to
//! product: no number is multiplied.

use super::super::core::{MacCore, MacFrame};
use super::super::step::MacStep;
use super::step_counter::StepCounter;
use super::terms::Terms;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

record! {
    /// What is multiplied.
    pub struct Operands {
        /// Place of the point.
        place,
        /// Power of the root of unity.
        exponent,
    }
}

impl<'m> Operands<'m> {
    /// Follows the products of a step. `ends_step`: high in its last cycle, after which all numbers are zero again.
    #[hdl]
    pub fn new(core: &MacCore, (step, terms): (&StepCounter<'_, 'm>, &Terms<'m>), ends_step: Sig<'m>) -> Self {
        let (m, bits) = (ends_step.builder(), address_bits(core.points()));
        // A step of one product has no second point.
        let stride = |frame: &MacFrame, step: usize| match frame.steps[step] {
            step if step.radix > 1 => step.stride,
            _ => 0,
        };
        let exponents = Exponents::new(core, step, &stride);
        let stride = step.number_of("stride", stride).extend(bits);
        // The first point of a sum, and the first point of its group.
        let first_place = m.state(bits, 0);
        let group_place = m.state(bits, 0);
        let following_place = ends_step.mux(0, first_place + 1);
        let returns = terms.is_last_transform & !terms.is_last_bin;
        let next_first_place = returns.mux(group_place, following_place);
        first_place.next_if(terms.ends_result, next_first_place);
        group_place.next_if(terms.ends_group, following_place);
        // Bin k has k times the place of the first point of the group as its first exponent, and then k times the
        // distance more in each product.
        let exponent_bits = exponents.bits(bits);
        let zero = m.constant(exponent_bits, 0);
        let first_exponent = m.state(exponent_bits, 0);
        let increment = m.state(exponent_bits, 0);
        let (of_group, of_stride) = match exponents {
            Exponents::OfSize => (group_place, stride),
            Exponents::OfCircle { stride, group, .. } => {
                let group_exponent = m.state(exponent_bits, 0);
                group_exponent.next_if(terms.ends_group, ends_step.mux(zero, group_exponent + group));
                (group_exponent, stride)
            }
        };
        let following_first_exponent = terms.is_last_bin.mux(zero, first_exponent + of_group);
        first_exponent.next_if(terms.ends_bin, following_first_exponent);
        increment.next_if(terms.ends_bin, terms.is_last_bin.mux(zero, increment + of_stride));
        let next_first_exponent = terms.is_last_transform.mux(following_first_exponent, first_exponent);

        let place = m.state(bits, 0);
        let exponent = m.state(exponent_bits, 0);
        let more_exponent = match exponents {
            Exponents::OfSize => exponent.add_modulo(*increment, core.points()),
            Exponents::OfCircle { circle, .. } => exponent.add_below(*increment, circle),
        };
        // The imaginary part of a result is a sum over the points of the real part.
        let first = |same: Reg<'m>, next: Sig<'m>| terms.part.map_or(next, |part| part.mux(next, same));
        place.next_if(terms.moves, terms.is_last.mux(first(first_place, next_first_place), place + stride));
        exponent.next_if(terms.moves, terms.is_last.mux(first(first_exponent, next_first_exponent), more_exponent));
        Operands { place: *place, exponent: *exponent }
    }
}

/// Units of the exponents.
enum Exponents<'m> {
    /// Where there is one size: exponents count roots of unity whose order is the number of points.
    OfSize,
    /// Where there are several sizes: exponents count the steps of a circle whose number of steps is a multiple of the
    /// points of the frame.
    OfCircle {
        /// Steps of the circle.
        circle: Sig<'m>,
        /// Exponent of the distance of the points of a sum.
        stride: Sig<'m>,
        /// Exponent of the distance of two groups.
        group: Sig<'m>,
    },
}

impl<'m> Exponents<'m> {
    fn new(core: &MacCore, step: &StepCounter<'_, 'm>, stride: &impl Fn(&MacFrame, usize) -> usize) -> Self {
        if core.frames.len() == 1 {
            return Exponents::OfSize;
        }
        let circles = core.circles();
        let unit = |frame: &MacFrame| circles.of_order(frame.points()) / frame.points();
        let circle = step.size.number("circle", |frame| circles.of_order(frame.points()));
        let stride = step.number_of("stride_exponent", |frame, step| unit(frame) * stride(frame, step));
        let group = step.number_of("group_increment", |frame, step| {
            let MacStep { before, radix, .. } = frame.steps[step];
            // A step of one group has no second one.
            if before * radix < frame.points() {
                unit(frame) * before
            } else {
                0
            }
        });
        let [circle, stride, group] = [circle, stride, group].map(|number| number.extend(circles.exponent_bits()));
        Exponents::OfCircle { circle, stride, group }
    }

    /// Bits of an exponent. `place`: those of the place of a point.
    fn bits(&self, place: u32) -> u32 {
        match self {
            Exponents::OfSize => place,
            Exponents::OfCircle { circle, .. } => circle.width(),
        }
    }
}
