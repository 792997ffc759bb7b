//! Floating-point multiplication: one product of significands, in DSP blocks or in LUTs.

use super::pack::{pack_late, Forced, Rest, Unpacked};
use super::product::Products;
use super::shift::{leading_zeros, minimum, right_sticky};
use super::{rules, weight, Fields};
use crate::format::Float;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds `y = a * b`, combinational. `b` must be finite, as coefficients of a table are. The factors may have other
/// formats than the product, with exponents of equal width. Inputs `a`, `b`; output `y`.
pub fn multiplier(name: &str, f: Float, factors: [Float; 2], product: impl Into<Products>) -> Module {
    build(name, f, factors, product.into(), false)
}

/// Builds [`multiplier`] for a `b` that may be infinite or NaN, as coefficients that are loaded may be.
pub fn multiplier_of_any(name: &str, f: Float, factors: [Float; 2], product: impl Into<Products>) -> Module {
    build(name, f, factors, product.into(), true)
}

#[hdl]
fn build(name: &str, f: Float, factors: [Float; 2], products: Products, takes_any: bool) -> Module {
    let of = |word: &str, factor: Float| match factor == f {
        true => String::new(),
        false => format!(" {word} of e{}m{}", factor.exponent, factor.fraction),
    };
    let words = of("of a", factors[0]) + &of("by b", factors[1]);
    let m = Builder::new(name, format!("Multiplier{words}: {}.", rules(f)));
    let [a, b] = [("a", factors[0]), ("b", factors[1])].map(|(port, own)| Factor::new(own, m.input(port, own.bits())));
    let sign = a.sign ^ b.sign;
    let special = special(f, [a, b], takes_any);
    let product = match f.subnormals {
        true => gradual(f, [a, b], sign, special, products),
        false => flush(f, [a, b], sign, special, products),
    };
    m.output("y", pack_late(f, &product));
    m.finish()
}

/// Least bits of a product beside those of a fraction: two before it, and two that round it.
const LEAST_BITS: u32 = 4;

record! {
    struct Factor {
        sign,
        exponent,
        fraction,
        /// Whether it is a normal number, an infinity or a NaN.
        normal,
    }
}

impl<'m> Factor<'m> {
    fn new(f: Float, word: Sig<'m>) -> Self {
        let Fields { sign, exponent, fraction } = Fields::split(f, word);
        Factor { sign, exponent, fraction, normal: exponent.any() }
    }
}

/// Detects operands that are zero, infinite or NaN: special cases that depend on the operands alone. Only the first
/// operand may be infinite or NaN, unless `takes_any`.
#[hdl]
fn special<'m>(f: Float, [a, b]: [Factor<'m>; 2], takes_any: bool) -> Forced<'m> {
    let payload_a = a.fraction.any();
    let payload_b = b.fraction.any();
    let is_zero = |x: Factor<'m>, payload: Sig<'m>| !(if f.subnormals { x.normal | payload } else { x.normal });
    let zero_a = is_zero(a, payload_a);
    let zero_b = is_zero(b, payload_b);
    let infinite_a = a.exponent.all();
    let is_invalid_a = payload_a | zero_b;
    let nan_a = infinite_a & is_invalid_a;
    let (infinite, nan) = if takes_any {
        let infinite_b = b.exponent.all();
        let is_invalid_b = payload_b | zero_a;
        let nan_b = infinite_b & is_invalid_b;
        (infinite_a | infinite_b, nan_a | nan_b)
    } else {
        (infinite_a, nan_a)
    };
    Forced { zero: zero_a | zero_b, infinite, nan }
}

/// Multiplies significands. A product of short factors gets zeros after it, so that there are bits to round.
fn multiplied<'m>(f: Float, products: Products, [x, y]: [Sig<'m>; 2]) -> Sig<'m> {
    let product = products.multiply(x, y);
    product.above_zeros((f.fraction + LEAST_BITS).saturating_sub(product.width()))
}

/// The sum of the exponents less 2^(E-1), which is the sum less the bias, less one. The result has a sign bit.
///
/// The subtraction of the top bit needs no adder, because it only changes the two upper bits of the sum.
#[hdl]
fn exponent_sum<'m>(f: Float, a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
    let bits = f.exponent + 1;
    let exponent_sum = a.extend(bits) + b.extend(bits);
    let low = exponent_sum.bits(0, f.exponent - 1);
    let [middle, high] = [f.exponent - 1, f.exponent].map(|bit| exponent_sum.bit(bit));
    let negative = !(middle | high);
    let high_out = middle & high | negative;
    a.builder().cat([low, !middle, high_out, negative])
}

/// Multiplies without subnormals. The leading bits of both significands are set even for zero operands, whose product
/// is not used. The inputs of the DSP blocks therefore come straight from the ports.
#[hdl]
fn flush<'m>(
    f: Float,
    factors: [Factor<'m>; 2],
    sign: Sig<'m>,
    special: Forced<'m>,
    products: Products,
) -> Unpacked<'m> {
    let m = sign.builder();
    m.section("Product and sum of the exponents");
    let significands = factors.map(|factor| m.cat([factor.fraction, m.high()]));
    let product = multiplied(f, products, significands);
    let exponent = exponent_sum(f, factors[0].exponent, factors[1].exponent);

    m.section("Normalisation");
    // The product is in [1, 4), so one bit selects between two positions of the fraction. `below` bits are below the
    // lower position.
    let below = product.width() - 2 - f.fraction;
    let two = product.top();
    let fraction = two.mux(product.bits(below + 1, f.fraction), product.bits(below, f.fraction));
    let half_below = product.bit(below - 1);
    let half = two.mux(product.bit(below), half_below);
    let sticky = product.any_below(below - 1) | two & half_below;

    m.section("Range of the exponent");
    // The exponent field is exponent + 1 + two (+ 1 if rounding carries). It overflows from 2^E - 1 on.
    let negative = exponent.top();
    let [lowest, next] = [0, 1].map(|bit| exponent.bit(bit));
    let at_top = exponent.bits(2, f.exponent - 2).all();
    let reached = next | lowest & two;
    let over = (exponent.bit(f.exponent) | at_top & reached) & !negative;
    let infinite = special.infinite | over;

    // The exponent field underflows below 1. An exponent of -1 still gives 1 if the product is at least 2, or if it
    // rounds up to a power of two. The latter happens in the lower position only, because no product of two
    // significands is all ones in the upper one. Of the negative exponents, only -1 has ones in all bits of the field.
    let is_minus_one = at_top & (next & lowest);
    let rounds_to_power = product.bits(below - 1, f.fraction + 1).all();
    let is_saved = is_minus_one & (two | rounds_to_power);
    let zero = negative & !is_saved | special.zero;

    let bump = m.cat([!two, two]);
    let field = exponent.bits(0, f.exponent);
    let forced = Forced { zero, infinite, nan: special.nan };
    Unpacked { sign, exponent: field, bump, fraction, rest: Some(Rest { half, sticky }), forced }
}

/// Multiplies with subnormals. The product shifts left until its leading bit is at the top or the exponent reaches its
/// minimum. It shifts right if the exponent is below the minimum.
#[hdl]
fn gradual<'m>(
    f: Float,
    [a, b]: [Factor<'m>; 2],
    sign: Sig<'m>,
    special: Forced<'m>,
    products: Products,
) -> Unpacked<'m> {
    let m = sign.builder();
    m.section("Product and sum of the exponents");
    let significands = [a, b].map(|factor| m.cat([factor.fraction, factor.normal]));
    let product = multiplied(f, products, significands);
    let [weight_a, weight_b] = [a, b].map(|factor| weight(factor.exponent, factor.normal));
    let exponent_less_one = exponent_sum(f, weight_a, weight_b);
    // The exponent field of the top bit of the product, less one.
    let exponent = exponent_less_one.add_carry(exponent_less_one.number(0), m.high());
    let below_normal = exponent.top();
    let magnitude = exponent.bits(0, f.exponent + 1);

    m.section("Shift to the left");
    let (zeros, _) = leading_zeros(product);
    let amount = minimum(zeros, magnitude);
    let product_left = product << amount.bits(0, zeros.width());
    let bits = amount.width().max(f.exponent + 1);
    let exponent_left = exponent.bits(0, f.exponent + 1).extend(bits) - amount.extend(bits);

    m.section("Shift to the right");
    // Leading bit, fraction, round bit and one more bit. The lower bits of the product are sticky.
    let kept = f.fraction + 3;
    let dropped = product.width() - kept;
    let sticky_left = product_left.any_below(dropped);
    let sticky_below = product.any_below(dropped);
    let distance = magnitude.taken_from(0);
    let digits = (kept.ilog2() + 1).min(distance.width());
    let (right, lost) = right_sticky(product.above(dropped), distance.bits(0, digits), Some(sticky_below));
    let (product_right, sticky_right) = if digits < distance.width() {
        let out_of_reach = distance.any_above(digits);
        (right.masked(!out_of_reach), lost | out_of_reach)
    } else {
        (right, lost)
    };

    m.section("Range of the exponent");
    let significand = below_normal.mux(product_right, product_left.above(dropped));
    let sticky_here = below_normal.mux(sticky_right, sticky_left);
    let leading = significand.top();
    let fraction = significand.bits(2, f.fraction);
    let rest = Rest { half: significand.bit(1), sticky: significand.bit(0) | sticky_here };

    let kept_exponent = exponent_left.masked(!below_normal);
    let is_last = kept_exponent.bits(1, f.exponent - 1).all();
    let is_beyond = kept_exponent.above(f.exponent).any();
    let over = (is_last | is_beyond) & leading;
    let infinite = special.infinite | over;
    let field = kept_exponent.bits(0, f.exponent);
    let forced = Forced { zero: special.zero, infinite, nan: special.nan };
    Unpacked { sign, exponent: field, bump: leading, fraction, rest: Some(rest), forced }
}
