//! Fixed-point operators as combinational netlists, on two's complement words.
//!
//! Widths are chosen so that only the rounding of an output ([`OutputRounding`]) may overflow.
//! [`crate::pipeline::FixedStage`] states the result of each operator. A bit of an adder takes one LUT. The LUT that
//! adds also inverts the sign, and a rounding is the carry into an addition of zero.

mod butterfly;
mod complex_product;
mod constant_multiplier;
mod crossing;
mod normal;
mod output_rounding;

pub use butterfly::{butterfly, Butterfly};
pub use complex_product::{complex_product, complex_products};
pub use constant_multiplier::{constant_multiplier, ShiftAddConstant};
pub use crossing::{crossing, Crossing};
pub use normal::{align, headroom};
pub use output_rounding::OutputRounding;

use super::in_order;
use super::product::{MultiplierStyle, Products, DSP_A_BITS, DSP_B_BITS};
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds `y = subtract ? a - b : a + b` in `bits` bits, combinational. Inputs `a`, `b`, `subtract`; output `y`.
#[hdl]
pub fn adder(name: &str, bits: u32) -> Module {
    let m = Builder::new(name, format!("Adder and subtractor of {bits} bits"));
    let [a, b] = ["a", "b"].map(|port| m.input(port, bits));
    let subtract = m.input("subtract", 1);
    let addend = b.invert_if(subtract);
    m.output("y", ordered_sum(a, addend, subtract));
    m.finish()
}

/// Builds `y = second ? (subtract ? a - b : a + b) : a` in `bits` bits, combinational. Inputs `a`, `b`, `subtract`,
/// `second`; output `y`.
#[hdl]
pub fn gated(name: &str, bits: u32) -> Module {
    let m = Builder::new(name, format!("Adder and subtractor of {bits} bits, or its first operand"));
    let [a, b] = ["a", "b"].map(|port| m.input(port, bits));
    let [subtract, second] = ["subtract", "second"].map(|port| m.input(port, 1));
    let negative = subtract & second;
    let addend = b.masked(second).invert_if(negative);
    m.output("y", ordered_sum(a, addend, negative));
    m.finish()
}

/// `a + b + carry` modulo 2^width, where LUTs compute `b`. The additional low bits fix the order of operands, because a
/// constant carry, as in an operator that only subtracts, does not.
fn ordered_sum<'m>(a: Sig<'m>, b: Sig<'m>, carry: Sig<'m>) -> Sig<'m> {
    let [a, b] = in_order(a, b);
    a.add_carry(b, carry).above(1).named("sum")
}

/// Builds `sum = a + b` and `difference = a - b` in `bits` bits, combinational. Inputs `a`, `b`; outputs `sum`,
/// `difference`.
#[hdl]
pub fn pair(name: &str, bits: u32) -> Module {
    let m = Builder::new(name, format!("Sum and difference of {bits} bits"));
    let [a, b] = ["a", "b"].map(|port| m.input(port, bits));
    let (sum, difference) = (a + b, a - b);
    m.output("sum", sum);
    m.output("difference", difference);
    m.finish()
}

/// Builds `y = a * b / 2^point`, rounded half upwards, in the `bits` bits of `a`. `b` has `coefficient` bits.
/// Combinational. Inputs `a`, `b`; output `y`.
#[hdl]
pub fn multiplier(name: &str, bits: u32, coefficient: u32, point: u32, product: impl Into<Products>) -> Module {
    let doc = format!("Multiplier of {bits} by {coefficient} bits, over 2^{point}, rounded half upwards");
    let m = Builder::new(name, doc);
    let product = signed_product(m.input("a", bits), m.input("b", coefficient), product);
    m.output("y", rounded_half_up(product, point, bits));
    m.finish()
}

/// A number over 2^`point`, rounded half upwards, in `bits` bits.
fn rounded_half_up(number: Sig<'_>, point: u32, bits: u32) -> Sig<'_> {
    let rounded = match point {
        0 => number,
        _ => (number + (1u128 << (point - 1))).named("rounded"),
    };
    kept(rounded, point, bits)
}

/// A number without its lowest `point` bits, in `bits` bits.
fn kept(number: Sig<'_>, point: u32, bits: u32) -> Sig<'_> {
    number.bits(point, bits.min(number.width() - point)).sign_extend(bits)
}

/// Multiplies signed factors exactly.
pub fn signed_product<'m>(a: Sig<'m>, b: Sig<'m>, products: impl Into<Products>) -> Sig<'m> {
    let products = products.into();
    match products.style {
        MultiplierStyle::Dsp if products.technology.cuts_products => products.in_pieces([a, b], true),
        MultiplierStyle::Dsp => in_blocks(a, b),
        MultiplierStyle::Lut => in_tables(a, b),
        MultiplierStyle::Gates => a.times_signed(b),
    }
}

/// Multiplies signed factors in DSP blocks. If the shorter factor fits whole into the wide port of a DSP block, the
/// longer one is cut into pieces for the narrow port, provided that this takes fewer blocks. Synthesis would always cut
/// the longer one for the wide port.
fn in_blocks<'m>(a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
    let [shorter, longer] = if a.width() < b.width() { [a, b] } else { [b, a] };
    let (short, long) = (shorter.width() - 1, longer.width() - 1);
    if short > DSP_A_BITS || long.div_ceil(DSP_B_BITS) >= long.div_ceil(DSP_A_BITS) * short.div_ceil(DSP_B_BITS) {
        return a.times_signed(b);
    }
    let mut done = vec![];
    let mut carried: Option<Sig> = None;
    for low in (0..long).step_by(DSP_B_BITS as usize) {
        let is_last = low + DSP_B_BITS >= long;
        let piece = if is_last { longer.above(low) } else { longer.bits(low, DSP_B_BITS).extend(DSP_B_BITS + 1) };
        let product = piece.times_signed(shorter).named(&format!("product_from{low}"));
        let sum = carried.map_or(product, |above| product + above.sign_extend(product.width()));
        let sum = sum.named(&format!("sum_from{low}"));
        if is_last {
            done.push(sum);
        } else {
            let (low, above) = sum.split(DSP_B_BITS);
            done.push(low);
            carried = Some(above);
        }
    }
    a.builder().cat(done)
}

/// Multiplies signed factors in LUTs. The sign of a factor has the weight -2^(width - 1), and not 2^(width - 1) as in
/// the unsigned product. Each negative factor therefore subtracts the other factor from the upper part of that product.
fn in_tables<'m>(a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
    let unsigned = Products::from(MultiplierStyle::Lut).multiply(a, b);
    [("a", a, b), ("b", b, a)].into_iter().fold(unsigned, |product, (name, factor, other)| {
        let correction = other.masked(factor.top()).named(&format!("correction_{name}"));
        let (low, high) = product.split(factor.width());
        a.builder().cat([low, high - correction]).named(&format!("corrected_{name}"))
    })
}

/// Builds `y = a * 2^k` in `bits` bits, rounded half upwards, combinational. Input `a`; output `y`.
#[hdl]
pub fn scaler(name: &str, bits: u32, k: i32) -> Module {
    let m = Builder::new(name, format!("Multiplier of {bits} bits by 2^{k}"));
    let a = m.input("a", bits);
    let by = k.unsigned_abs().min(bits);
    let scaled = match k {
        0.. if by == bits => m.constant(bits, 0),
        0.. => a.doubled(by),
        _ => a.sign_extend(bits + 1).above(by).sign_extend(bits).plus_carry(a.bit(by - 1)),
    };
    m.output("y", scaled);
    m.finish()
}
