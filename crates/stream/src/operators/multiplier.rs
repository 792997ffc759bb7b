//! Floating-point multiplication: one product of significands, in DSP blocks or in LUTs.

use super::pack::{pack_late, Forced, Rest, Unpacked};
use super::product::Products;
use super::shift::{leading_zeros, minimum, right_sticky};
use super::{add_carry, gate, rules, weight, Fields};
use crate::format::Float;
use crate::rtl::{Module, Net};

/// Builds `y = a * b`, combinational. `b` must be finite, as coefficients of a table are. The factors may have other
/// formats than the product, with exponents of equal width. Inputs `a`, `b`; output `y`.
pub fn multiplier(name: &str, f: Float, factors: [Float; 2], product: impl Into<Products>) -> Module {
    build(name, f, factors, product, false)
}

/// Builds [`multiplier`] for a `b` that may be infinite or NaN, as coefficients that are loaded may be.
pub fn multiplier_of_any(name: &str, f: Float, factors: [Float; 2], product: impl Into<Products>) -> Module {
    build(name, f, factors, product, true)
}

fn build(name: &str, f: Float, factors: [Float; 2], product: impl Into<Products>, takes_any: bool) -> Module {
    let product = product.into();
    let of = |word: &str, factor: Float| match factor == f {
        true => String::new(),
        false => format!(" {word} of e{}m{}", factor.exponent, factor.fraction),
    };
    let words = of("of a", factors[0]) + &of("by b", factors[1]);
    let mut m = Module::new(name, format!("Multiplier{words}: {}.", rules(f)));
    let [a, b] = [("a", factors[0]), ("b", factors[1])].map(|(port, factor)| {
        let word = m.input(port, factor.bits());
        Fields::split(&mut m, factor, word)
    });
    let sign = m.xor(a.sign, b.sign);
    let (normal_a, normal_b) = (m.any(a.exponent), m.any(b.exponent));
    m.name(sign, "sign");
    m.name(normal_a, "normal_a");
    m.name(normal_b, "normal_b");
    let special = special(&mut m, f, [&a, &b], [normal_a, normal_b], takes_any);
    let unpacked = if f.subnormals {
        gradual(&mut m, f, [&a, &b], [normal_a, normal_b], sign, special, product)
    } else {
        flush(&mut m, f, [&a, &b], sign, special, product)
    };
    let y = pack_late(&mut m, f, unpacked);
    m.output("y", y);
    m
}

/// Least bits of a product beside those of a fraction: two before it, and two that round it.
const LEAST_BITS: u32 = 4;

/// Special cases that depend on the operands alone.
struct Special {
    zero: Net,
    infinite: Net,
    nan: Net,
}

/// Detects operands that are zero, infinite or NaN. Only the first operand may be infinite or NaN, unless `takes_any`.
fn special(m: &mut Module, f: Float, operands: [&Fields; 2], normal: [Net; 2], takes_any: bool) -> Special {
    let [(zero_a, payload), (zero_b, payload_b)] = [0, 1].map(|i| {
        let payload = m.any(operands[i].fraction);
        let nonzero = if f.subnormals { m.or(normal[i], payload) } else { normal[i] };
        (m.not(nonzero), payload)
    });
    // An operand that is no finite number, and whether it makes a NaN with the other one.
    let mut of = |operand: usize, payload: Net, zero: Net| {
        let infinite = m.all(operands[operand].exponent);
        let invalid = m.or(payload, zero);
        (infinite, m.and(infinite, invalid))
    };
    let (mut infinite, mut nan) = of(0, payload, zero_b);
    if takes_any {
        let (infinite_b, nan_b) = of(1, payload_b, zero_a);
        (infinite, nan) = (m.or(infinite, infinite_b), m.or(nan, nan_b));
    }
    let zero = m.or(zero_a, zero_b);
    Special { zero: m.name(zero, "zero_operand"), infinite: m.name(infinite, "special"), nan: m.name(nan, "nan") }
}

/// Multiplies significands. A product of short factors gets zeros after it, so that there are bits to round.
fn multiplied(m: &mut Module, f: Float, product: Products, [x, y]: [Net; 2]) -> Net {
    let product = product.multiply(m, x, y);
    match (f.fraction + LEAST_BITS).checked_sub(m.width(product)) {
        None | Some(0) => product,
        Some(bits) => {
            let zeros = m.constant(bits, 0);
            m.concat(&[zeros, product])
        }
    }
}

/// Computes the sum of the exponents less 2^(E-1), which is the sum less the bias, less one. The result has a sign bit.
///
/// The subtraction of the top bit needs no adder, because it only changes the two upper bits of the sum.
fn exponent_sum(m: &mut Module, f: Float, a: Net, b: Net) -> Net {
    let (a, b) = (m.extend(a, f.exponent + 1), m.extend(b, f.exponent + 1));
    let sum = m.add(a, b);
    m.name(sum, "exponent_sum");
    let low = m.slice(sum, 0, f.exponent - 1);
    let (middle, high) = (m.bit(sum, f.exponent - 1), m.bit(sum, f.exponent));
    let either = m.or(middle, high);
    let negative = m.not(either);
    let high_out = m.and(middle, high);
    let high_out = m.or(high_out, negative);
    let middle_out = m.not(middle);
    let exponent = m.concat(&[low, middle_out, high_out, negative]);
    m.name(exponent, "exponent")
}

/// Multiplies without subnormals. The leading bits of both significands are set even for zero operands, whose product
/// is not used. The inputs of the DSP blocks therefore come straight from the ports.
fn flush(m: &mut Module, f: Float, [a, b]: [&Fields; 2], sign: Net, special: Special, product: Products) -> Unpacked {
    let one = m.constant(1, 1);
    let (x, y) = (m.concat(&[a.fraction, one]), m.concat(&[b.fraction, one]));
    let product = multiplied(m, f, product, [x, y]);
    let exponent = exponent_sum(m, f, a.exponent, b.exponent);

    // The product is in [1, 4), so one bit selects between two positions of the fraction. `rest` bits are below the
    // lower position.
    let n = f.fraction;
    let rest = m.width(product) - 2 - n;
    let two = m.bit(product, rest + n + 1);
    m.name(two, "two");
    let (wide, narrow) = (m.slice(product, rest + 1, n), m.slice(product, rest, n));
    let fraction = m.mux(two, wide, narrow);
    m.name(fraction, "fraction");
    let (last, below) = (m.bit(product, rest), m.bit(product, rest - 1));
    let half = m.mux(two, last, below);
    let low = m.slice(product, 0, rest - 1);
    let low = m.any(low);
    let below_two = m.and(two, below);
    let below = Rest { half, sticky: m.or(low, below_two) }.named(m);

    // The exponent field is exponent + 1 + two (+ 1 if rounding carries). It overflows from 2^E - 1 on.
    let t = exponent;
    let negative = m.bit(t, f.exponent + 1);
    let (beyond, t1, t0) = (m.bit(t, f.exponent), m.bit(t, 1), m.bit(t, 0));
    let top = m.slice(t, 2, f.exponent - 2);
    let top = m.all(top);
    m.name(top, "exponent_at_top");
    let carried = m.and(t0, two);
    let reached = m.or(t1, carried);
    let reached = m.and(top, reached);
    let over = m.or(beyond, reached);
    let positive = m.not(negative);
    let over = m.and(over, positive);
    let infinite = m.or(special.infinite, over);
    m.name(infinite, "infinite");

    // The exponent field underflows below 1. An exponent of -1 still gives 1 if the product is at least 2, or if it
    // rounds up to a power of two. The latter happens in the lower position only, because no product of two
    // significands is all ones in the upper one. Of the negative exponents, only -1 has ones in all bits of the field.
    let low = m.and(t1, t0);
    let edge = m.and(top, low);
    let ones = m.slice(product, rest - 1, n + 1);
    let ones = m.all(ones);
    m.name(ones, "rounds_to_power");
    let saved = m.or(two, ones);
    let saved = m.and(edge, saved);
    let not_saved = m.not(saved);
    let under = m.and(negative, not_saved);
    let zero = m.or(under, special.zero);
    m.name(zero, "zero");

    let lower = m.not(two);
    let bump = m.concat(&[lower, two]);
    let exponent = m.slice(t, 0, f.exponent);
    let forced = Forced { zero, infinite, nan: special.nan };
    Unpacked { sign, exponent, bump, fraction, rest: Some(below), forced }
}

/// Multiplies with subnormals. The product shifts left until its leading bit is at the top or the exponent reaches its
/// minimum. It shifts right if the exponent is below the minimum.
fn gradual(
    m: &mut Module,
    f: Float,
    [a, b]: [&Fields; 2],
    [normal_a, normal_b]: [Net; 2],
    sign: Net,
    special: Special,
    product: Products,
) -> Unpacked {
    let (x, y) = (m.concat(&[a.fraction, normal_a]), m.concat(&[b.fraction, normal_b]));
    let product = multiplied(m, f, product, [x, y]);
    let (weight_a, weight_b) = (weight(m, a.exponent, normal_a), weight(m, b.exponent, normal_b));
    let below = exponent_sum(m, f, weight_a, weight_b);
    let (zero_word, one) = (m.constant(m.width(below), 0), m.constant(1, 1));
    // The exponent field of the top bit of the product, less one.
    let exponent = add_carry(m, below, zero_word, one);
    let negative = m.bit(exponent, f.exponent + 1);
    m.name(negative, "below_normal");
    let magnitude = m.slice(exponent, 0, f.exponent + 1);

    let (zeros, _) = leading_zeros(m, product);
    let amount = minimum(m, zeros, magnitude);
    let by = m.slice(amount, 0, m.width(zeros));
    let left = m.shl(product, by);
    m.name(left, "product_left");
    let (exponent_left, amount) = (m.slice(exponent, 0, m.width(exponent) - 1), amount);
    let width = m.width(amount).max(m.width(exponent_left));
    let (exponent_left, amount) = (m.extend(exponent_left, width), m.extend(amount, width));
    let exponent_left = m.sub(exponent_left, amount);
    m.name(exponent_left, "exponent_left");

    // Leading bit, fraction, round bit and one more bit. The lower bits of the product are sticky.
    let kept = f.fraction + 3;
    let (low, high) = (m.width(product) - kept, kept);
    let split = |m: &mut Module, word: Net| {
        let rest = m.slice(word, 0, low);
        (m.slice(word, low, high), m.any(rest))
    };
    let (left, left_sticky) = split(m, left);
    let (right, right_rest) = split(m, product);
    let nothing = m.constant(m.width(magnitude), 0);
    let distance = m.sub(nothing, magnitude);
    m.name(distance, "distance_right");
    let digits = (kept.ilog2() + 1).min(m.width(distance));
    let by = m.slice(distance, 0, digits);
    let (right, right_lost) = right_sticky(m, right, by, Some(right_rest));
    let (right, right_lost) = if digits < m.width(distance) {
        let far = m.slice(distance, digits, m.width(distance) - digits);
        let far = m.any(far);
        m.name(far, "out_of_reach");
        let near = m.not(far);
        (gate(m, right, near), m.or(right_lost, far))
    } else {
        (right, right_lost)
    };

    let word = m.mux(negative, right, left);
    m.name(word, "significand");
    let sticky = m.mux(negative, right_lost, left_sticky);
    let leading = m.bit(word, kept - 1);
    let fraction = m.slice(word, 2, f.fraction);
    let (half, below) = (m.bit(word, 1), m.bit(word, 0));
    let sticky = m.or(below, sticky);
    let rest = Rest { half, sticky }.named(m);

    let positive = m.not(negative);
    let exponent = gate(m, exponent_left, positive);
    let (low, high) = (m.slice(exponent, 1, f.exponent - 1), m.slice(exponent, f.exponent, width - f.exponent));
    let (low, high) = (m.all(low), m.any(high));
    let over = m.or(low, high);
    let over = m.and(over, leading);
    let infinite = m.or(special.infinite, over);
    let exponent = m.slice(exponent, 0, f.exponent);
    let forced = Forced { zero: special.zero, infinite, nan: special.nan };
    Unpacked { sign, exponent, bump: leading, fraction, rest: Some(rest), forced }
}
