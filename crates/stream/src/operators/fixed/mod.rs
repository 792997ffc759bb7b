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

use super::product::{MultiplierStyle, Products, DSP_A_BITS, DSP_B_BITS};
use super::{add_carry, gate, in_order};
use crate::rtl::{Module, Net};

/// Builds `y = subtract ? a - b : a + b` in `bits` bits, combinational. Inputs `a`, `b`, `subtract`; output `y`.
pub fn adder(name: &str, bits: u32) -> Module {
    let mut m = Module::new(name, format!("Adder and subtractor of {bits} bits"));
    let (a, b) = (m.input("a", bits), m.input("b", bits));
    let subtract = m.input("subtract", 1);
    let flip = m.repeat(subtract, bits);
    let b = m.xor(b, flip);
    let y = ordered_sum(&mut m, a, b, subtract);
    m.output("y", y);
    m
}

/// Builds `y = second ? (subtract ? a - b : a + b) : a` in `bits` bits, combinational. Inputs `a`, `b`, `subtract`,
/// `second`; output `y`.
pub fn gated(name: &str, bits: u32) -> Module {
    let mut m = Module::new(name, format!("Adder and subtractor of {bits} bits, or its first operand"));
    let (a, b) = (m.input("a", bits), m.input("b", bits));
    let (subtract, second) = (m.input("subtract", 1), m.input("second", 1));
    let carry = m.and(subtract, second);
    let (masked, flips) = (gate(&mut m, b, second), m.repeat(carry, bits));
    let addend = m.xor(masked, flips);
    let y = ordered_sum(&mut m, a, addend, carry);
    m.output("y", y);
    m
}

/// Adds `a + b + carry` modulo 2^width, where LUTs compute `b`. The additional low bits fix the order of operands,
/// because a constant carry, as in an operator that only subtracts, does not.
fn ordered_sum(m: &mut Module, a: Net, b: Net, carry: Net) -> Net {
    let width = m.width(a);
    let [a, b] = in_order(m, a, b);
    let sum = add_carry(m, a, b, carry);
    let sum = m.slice(sum, 1, width);
    m.name(sum, "sum")
}

/// Builds `sum = a + b` and `difference = a - b` in `bits` bits, combinational. Inputs `a`, `b`; outputs `sum`,
/// `difference`.
pub fn pair(name: &str, bits: u32) -> Module {
    let mut m = Module::new(name, format!("Sum and difference of {bits} bits"));
    let (a, b) = (m.input("a", bits), m.input("b", bits));
    let (sum, difference) = (m.add(a, b), m.sub(a, b));
    m.output("sum", sum);
    m.output("difference", difference);
    m
}

/// Builds `y = a * b / 2^point`, rounded half upwards, in the `bits` bits of `a`. `b` has `coefficient` bits.
/// Combinational. Inputs `a`, `b`; output `y`.
pub fn multiplier(name: &str, bits: u32, coefficient: u32, point: u32, product: impl Into<Products>) -> Module {
    let product = product.into();
    let doc = format!("Multiplier of {bits} by {coefficient} bits, over 2^{point}, rounded half upwards");
    let mut m = Module::new(name, doc);
    let (a, b) = (m.input("a", bits), m.input("b", coefficient));
    let full = signed_product(&mut m, a, b, product);
    m.name(full, "product");
    let width = bits + coefficient;
    let rounded = match point {
        0 => full,
        _ => {
            let half = m.constant(width, 1 << (point - 1));
            let rounded = m.add(full, half);
            m.name(rounded, "rounded")
        }
    };
    let kept = m.slice(rounded, point, bits.min(width - point));
    let y = m.sign_extend(kept, bits);
    m.output("y", y);
    m
}

/// Multiplies signed factors exactly.
pub fn signed_product(m: &mut Module, a: Net, b: Net, products: impl Into<Products>) -> Net {
    let products = products.into();
    match products.style {
        MultiplierStyle::Dsp if products.technology.cuts_products => products.in_pieces(m, [a, b], true),
        MultiplierStyle::Dsp => in_blocks(m, a, b),
        MultiplierStyle::Lut => in_tables(m, a, b),
        MultiplierStyle::Gates => m.mul_signed(a, b),
    }
}

/// Multiplies signed factors in DSP blocks. If the shorter factor fits whole into the wide port of a DSP block, the
/// longer one is cut into pieces for the narrow port, provided that this takes fewer blocks. Synthesis would always cut
/// the longer one for the wide port.
fn in_blocks(m: &mut Module, a: Net, b: Net) -> Net {
    let [shorter, longer] = if m.width(a) < m.width(b) { [a, b] } else { [b, a] };
    let (short, long) = (m.width(shorter) - 1, m.width(longer) - 1);
    if short > DSP_A_BITS || long.div_ceil(DSP_B_BITS) >= long.div_ceil(DSP_A_BITS) * short.div_ceil(DSP_B_BITS) {
        return m.mul_signed(a, b);
    }
    let whole = m.width(longer);
    let mut done = Vec::new();
    let mut above: Option<Net> = None;
    for low in (0..long).step_by(DSP_B_BITS as usize) {
        let last = low + DSP_B_BITS >= long;
        let piece = m.slice(longer, low, if last { whole - low } else { DSP_B_BITS });
        let piece = if last { piece } else { m.extend(piece, DSP_B_BITS + 1) };
        let product = m.mul_signed(piece, shorter);
        m.name(product, format!("partial_{low}"));
        let sum = match above {
            None => product,
            Some(above) => {
                let above = m.sign_extend(above, m.width(product));
                m.add(product, above)
            }
        };
        if last {
            done.push(sum);
        } else {
            done.push(m.slice(sum, 0, DSP_B_BITS));
            above = Some(m.slice(sum, DSP_B_BITS, m.width(sum) - DSP_B_BITS));
        }
    }
    m.concat(&done)
}

/// Multiplies signed factors in LUTs. The sign of a factor has the weight -2^(width - 1), and not 2^(width - 1) as in
/// the unsigned product. Each negative factor therefore subtracts the other factor from the upper part of that product.
fn in_tables(m: &mut Module, a: Net, b: Net) -> Net {
    let (bits, coefficient) = (m.width(a), m.width(b));
    let mut product = Products::from(MultiplierStyle::Lut).multiply(m, a, b);
    for (factor, other) in [(a, b), (b, a)] {
        let below = m.width(factor);
        let sign = m.bit(factor, below - 1);
        let correction = gate(m, other, sign);
        let (low, high) = (m.slice(product, 0, below), m.slice(product, below, bits + coefficient - below));
        let high = m.sub(high, correction);
        product = m.concat(&[low, high]);
    }
    product
}

/// Builds `y = a * 2^k` in `bits` bits, rounded half upwards, combinational. Input `a`; output `y`.
pub fn scaler(name: &str, bits: u32, k: i32) -> Module {
    let mut m = Module::new(name, format!("Multiplier of {bits} bits by 2^{k}"));
    let a = m.input("a", bits);
    let by = k.unsigned_abs().min(bits);
    let y = match k {
        0.. if by == bits => m.constant(bits, 0),
        0.. => {
            let kept = m.slice(a, 0, bits - by);
            let below = m.constant(by.max(1), 0);
            if by == 0 {
                kept
            } else {
                m.concat(&[below, kept])
            }
        }
        _ => {
            let wide = m.sign_extend(a, bits + 1);
            let (kept, carry) = (m.slice(wide, by, bits + 1 - by), m.bit(a, by - 1));
            let (kept, nothing) = (m.sign_extend(kept, bits), m.constant(bits, 0));
            add_carry(&mut m, nothing, kept, carry)
        }
    };
    m.output("y", y);
    m
}
