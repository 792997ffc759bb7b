//! Roots of unity of many orders from tables of an eighth of the circle.

use super::super::route::SizeRoute;
use super::root_request::RootRequest;
use crate::parts::circles::{Circles, ADDRESS_CYCLES, ROOT_CYCLES};
use fftgen_hdl::dsl::*;

/// Returns real and imaginary part of roots. Exponents are counted on the smallest circle whose table the order shares.
pub fn from_octants<'m>(request: &RootRequest<'_, 'm>, orders: &[usize]) -> [Sig<'m>; 2] {
    let &RootRequest { sizes, order, exponents, set, delay } = request;
    let circles = Circles::new(orders);
    let circle = |route: &SizeRoute| circles.of_order(order(route));
    let quarter = sizes.number(|route| circle(route) / 4);
    let base = sizes.number(|route| circles.begin(circle(route)));
    let exponent = exponents(&|route| circle(route) / order(route), circles.exponent_bits());

    // The last exponents of a frame come when the numbers of its size may have changed: these are delayed as well.
    let early = delay - ROOT_CYCLES;
    let [exponent, quarter] = [exponent, quarter].map(|number| number.later_registered(early));
    let base = base.later(early + ADDRESS_CYCLES);
    circles.parts(exponent, [quarter, base], set)
}
