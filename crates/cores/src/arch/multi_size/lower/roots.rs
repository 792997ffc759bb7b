//! Roots of unity whose order depends on the size of a frame, from one table for all sizes.
//!
//! Short tables have all roots of each order. Of long ones an eighth of the circle is enough, and orders that divide another
//! one share its table.

use super::octant_roots::from_octants;
use super::root_request::RootRequest;
use crate::exact::{roots, Complex};
use crate::rtl::{address_bits, Module, Net};

/// Most roots of all orders together in a table of whole circles.
const MAX_DIRECT: usize = 512;

/// Returns the coefficients of roots: real and imaginary part. `has_sums`: for three products, they are the real part, the sum
/// of both parts, and the imaginary part less the real part.
pub fn root_words(m: &mut Module, request: RootRequest, has_sums: bool) -> Vec<Net> {
    if !has_sums {
        return parts(m, &request).to_vec();
    }
    // The sums take a cycle.
    let [re, im] = parts(m, &RootRequest { delay: request.delay - 1, ..request });
    let all = [re, m.add(re, im), m.sub(im, re)];
    all.map(|word| m.delay(word, 1)).to_vec()
}

/// Returns the coefficients of real and imaginary part.
fn parts(m: &mut Module, request: &RootRequest) -> [Net; 2] {
    let orders = request.orders();
    match orders.iter().sum::<usize>() {
        0..=MAX_DIRECT => from_circles(m, request, &orders),
        _ => from_octants(m, request, &orders),
    }
}

/// Looks roots up in a table of all roots of each order.
fn from_circles(m: &mut Module, request: &RootRequest, orders: &[usize]) -> [Net; 2] {
    let &RootRequest { sizes, order, exponents, set, delay } = request;
    let begin = |order: usize| orders.iter().take_while(|other| **other < order).sum::<usize>();
    let base = sizes.number(m, |route| begin(order(route)));
    let bits = address_bits(orders.iter().sum());
    let exponent = exponents(m, &|_| 1, bits);
    let base = m.extend(base, bits);
    let address = m.add(base, exponent);
    let address = m.delay(address, delay - 1);
    let word =
        |root: &Complex| u128::from(set.encode(&root.re)) | u128::from(set.encode(&root.im)) << set.coefficient();
    let table: Vec<u128> = orders.iter().flat_map(|order| roots(*order).iter().map(word).collect::<Vec<_>>()).collect();
    let found = m.rom(address, 2 * set.coefficient(), table);
    let found = m.delay(found, 1);
    [0, 1].map(|part| m.slice(found, part * set.coefficient(), set.coefficient()))
}
