//! Exact products of complex words, by three or by four products of their parts.

use super::signed_product;
use crate::operators::{MultiplierStyle, DSP_A_BITS, DSP_B_BITS};
use fftgen_hdl::dsl::*;

/// Multiplies complex words exactly. A part of the product has a bit more than both words together.
pub fn complex_product<'m>(a: [Sig<'m>; 2], b: [Sig<'m>; 2], style: MultiplierStyle) -> [Sig<'m>; 2] {
    let widths = [a, b].map(|parts| parts[0].width());
    match has_three_products(widths, style) {
        true => three_products(a, b, style),
        false => four_products(a, b, style),
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

/// Multiplies parts of complex words `a` and `b` exactly, in the bits of a part of their product.
fn times<'m>(a: Sig<'m>, b: Sig<'m>, bits: u32, style: MultiplierStyle) -> Sig<'m> {
    signed_product(a, b, style).sign_extend(bits)
}

/// Multiplies complex words by four products.
#[hdl]
fn four_products<'m>(a: [Sig<'m>; 2], b: [Sig<'m>; 2], style: MultiplierStyle) -> [Sig<'m>; 2] {
    let bits = a[0].width() + b[0].width() + 1;
    let re_re = times(a[0], b[0], bits, style);
    let im_im = times(a[1], b[1], bits, style);
    let re_im = times(a[0], b[1], bits, style);
    let im_re = times(a[1], b[0], bits, style);
    [re_re - im_im, re_im + im_re]
}

/// Multiplies complex words by three products: with k = b0·(a0 + a1), the real part is k - a1·(b0 + b1), and the
/// imaginary part is k + a0·(b1 - b0).
#[hdl]
fn three_products<'m>(a: [Sig<'m>; 2], b: [Sig<'m>; 2], style: MultiplierStyle) -> [Sig<'m>; 2] {
    let bits = a[0].width() + b[0].width() + 1;
    let [wide_a, wide_b] = [a, b].map(|parts| parts.map(|part| part.sign_extend(part.width() + 1)));
    let sum_a = wide_a[0] + wide_a[1];
    let sum_b = wide_b[0] + wide_b[1];
    let difference_b = wide_b[1] - wide_b[0];
    let common = times(sum_a, b[0], bits, style);
    let less = times(a[1], sum_b, bits, style);
    let more = times(a[0], difference_b, bits, style);
    [common - less, common + more]
}
