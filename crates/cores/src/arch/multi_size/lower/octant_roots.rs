//! Roots of unity of many orders from tables of an eighth of the circle.

use super::super::route::SizeRoute;
use super::root_request::RootRequest;
use crate::lower::circles::{Circles, ADDRESS_CYCLES, ROOT_CYCLES};
use crate::lower::delay::delay_registered;
use crate::rtl::{Module, Net};

/// Returns real and imaginary part of roots. The exponent is counted on the smallest circle whose table the order shares.
pub fn from_octants(m: &mut Module, request: &RootRequest, orders: &[usize]) -> [Net; 2] {
    let &RootRequest { sizes, order, exponents, set, delay } = request;
    let circles = Circles::new(orders);
    let circle = |route: &SizeRoute| circles.of_order(order(route));
    let quarter = sizes.number(m, |route| circle(route) / 4);
    let base = sizes.number(m, |route| circles.begin(circle(route)));
    let exponent = exponents(m, &|route| circle(route) / order(route), circles.exponent_bits());

    // The last exponents of a frame come when the numbers of its size may have changed: these are delayed as well.
    let early = delay - ROOT_CYCLES;
    let [exponent, quarter] = [exponent, quarter].map(|net| delay_registered(m, net, early));
    let base = m.delay(base, early + ADDRESS_CYCLES);
    circles.look_up(m, [exponent, quarter, base], set)
}
