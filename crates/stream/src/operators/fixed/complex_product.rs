//! Exact products of complex words, by three or by four products of their parts.

use super::signed_product;
use crate::operators::{MultiplierStyle, DSP_A_BITS, DSP_B_BITS};
use crate::rtl::{Module, Net};

/// Multiplies complex words exactly. A part of the product has a bit more than both words together.
pub fn complex_product(m: &mut Module, a: [Net; 2], b: [Net; 2], style: MultiplierStyle) -> [Net; 2] {
    let widths = [a, b].map(|parts| m.width(parts[0]));
    match has_three_products(widths, style) {
        true => three_products(m, a, b, style),
        false => four_products(m, a, b, style),
    }
}

/// Counts the products of real words in a product of complex words of the given bits.
pub fn complex_products(widths: [u32; 2], style: MultiplierStyle) -> usize {
    match has_three_products(widths, style) {
        true => 3,
        false => 4,
    }
}

/// Whether three products of sums cost less than four products: in LUTs always, and in DSP blocks if a product of words
/// of one bit more still takes one block.
fn has_three_products([a, b]: [u32; 2], style: MultiplierStyle) -> bool {
    let fits = |a: u32, b: u32| a.min(b) <= DSP_B_BITS + 1 && a.max(b) <= DSP_A_BITS + 1;
    style != MultiplierStyle::Dsp || fits(a + 1, b) && fits(a, b + 1)
}

/// Multiplies complex words by four products.
fn four_products(m: &mut Module, a: [Net; 2], b: [Net; 2], style: MultiplierStyle) -> [Net; 2] {
    let bits = m.width(a[0]) + m.width(b[0]) + 1;
    let mut times = |a: Net, b: Net| {
        let product = signed_product(m, a, b, style);
        m.sign_extend(product, bits)
    };
    let products = [times(a[0], b[0]), times(a[1], b[1]), times(a[0], b[1]), times(a[1], b[0])];
    [m.sub(products[0], products[1]), m.add(products[2], products[3])]
}

/// Multiplies complex words by three products: with k = b0·(a0 + a1), the real part is k - a1·(b0 + b1), and the
/// imaginary part is k + a0·(b1 - b0).
fn three_products(m: &mut Module, a: [Net; 2], b: [Net; 2], style: MultiplierStyle) -> [Net; 2] {
    let bits = m.width(a[0]) + m.width(b[0]) + 1;
    let [wide_a, wide_b] = [a, b].map(|parts| {
        let bits = m.width(parts[0]) + 1;
        parts.map(|part| m.sign_extend(part, bits))
    });
    let sums = [m.add(wide_a[0], wide_a[1]), m.add(wide_b[0], wide_b[1]), m.sub(wide_b[1], wide_b[0])];
    let mut times = |a: Net, b: Net| {
        let product = signed_product(m, a, b, style);
        m.sign_extend(product, bits)
    };
    let products = [times(sums[0], b[0]), times(a[1], sums[1]), times(a[0], sums[2])];
    [m.sub(products[0], products[1]), m.add(products[0], products[2])]
}
