//! Roots of unity whose order depends on the size of a frame, from one table for all sizes.
//!
//! Short tables have all roots of each order. Of long ones an eighth of the circle is enough, and orders that divide
//! another one share its table.

use super::octant_roots::from_octants;
use super::root_request::RootRequest;
use crate::exact::{roots, Complex};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Most roots of all orders together in a table of whole circles.
const MAX_DIRECT: usize = 512;

/// Returns the coefficients of roots: real and imaginary part. `has_sums`: for three products, they are the real part,
/// the sum of both parts, and the imaginary part less the real part.
pub fn root_words<'m>(request: RootRequest<'_, 'm>, has_sums: bool) -> Vec<Sig<'m>> {
    if !has_sums {
        return parts(&request).to_vec();
    }
    // The sums take a cycle.
    let [re, im] = parts(&RootRequest { delay: request.delay - 1, ..request });
    [re, re + im, im - re].map(|word| word.later(1)).to_vec()
}

/// Returns the coefficients of real and imaginary part.
fn parts<'m>(request: &RootRequest<'_, 'm>) -> [Sig<'m>; 2] {
    let orders = request.orders();
    match orders.iter().sum::<usize>() {
        0..=MAX_DIRECT => from_circles(request, &orders),
        _ => from_octants(request, &orders),
    }
}

/// Looks roots up in a table of all roots of each order.
fn from_circles<'m>(request: &RootRequest<'_, 'm>, orders: &[usize]) -> [Sig<'m>; 2] {
    let &RootRequest { sizes, order, exponents, set, delay } = request;
    let begin = |order: usize| orders.iter().take_while(|other| **other < order).sum::<usize>();
    let bits = address_bits(orders.iter().sum());
    let base = sizes.number(|route| begin(order(route)));
    let address = base.extend(bits) + exponents(&|_| 1, bits);
    let width = set.coefficient();
    let word = |root: &Complex| u128::from(set.encode(&root.re)) | u128::from(set.encode(&root.im)) << width;
    let table: Vec<u128> = orders.iter().flat_map(|order| roots(*order).iter().map(word).collect::<Vec<_>>()).collect();
    let found = address.builder().rom(address.later(delay - 1), 2 * width, table).later(1);
    [0, width].map(|low| found.bits(low, width))
}
