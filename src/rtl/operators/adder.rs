//! Addition and subtraction: one path, the operand of larger magnitude first.

use super::pack::{increment, pack, Forced, Unpacked};
use super::shift::{leading_zeros, minimum, normalise, right_sticky};
use super::{add_carry, gate, rules, weight, Fields};
use crate::format::Float;
use crate::rtl::{Module, Net};

/// `y = subtract ? a - b : a + b`, combinational. Ports `a`, `b`, `subtract`; `y`.
///
/// Magnitudes compare as integers, so the difference of significands is never negative and the larger
/// operand alone tells of infinity and NaN. Three bits below the significand, the lowest of them sticky,
/// make the rounded result exact (Handbook of Floating-Point Arithmetic, section 7.3).
pub fn adder(name: &str, f: Float) -> Module {
    let mut m = Module::new(name, format!("Adder and subtractor: {}.", rules(f)));
    let (a, b) = (m.input("a", f.bits()), m.input("b", f.bits()));
    let subtract = m.input("subtract", 1);
    let (large, small, opposite) = order(&mut m, f, a, b, subtract);
    let aligned = align(&mut m, f, &large, &small);
    let sum = sum(&mut m, &large, &aligned, opposite);
    let normal =
        if f.subnormals { normalise_gradual(&mut m, sum, &large) } else { normalise_flush(&mut m, sum, &large) };
    let forced = forced(&mut m, f, &large, &small, opposite, &normal);

    // An exact cancellation is +0; so is the sum of zeros of opposite signs, which without subnormals
    // shows in the exponent only, as the fraction may be anything.
    let exponent_zero = m.any(large.exponent);
    let exponent_zero = m.not(exponent_zero);
    let vanished = if f.subnormals { normal.zero } else { m.or(normal.zero, exponent_zero) };
    let plus = m.and(opposite, vanished);
    let minus = m.not(plus);
    let sign = m.and(large.sign, minus);

    let (word, base) = (normal.word, 3);
    let fraction = m.slice(word, base + 1, f.fraction);
    let (last, guard, rest) = (m.bit(fraction, 0), m.bit(word, base), m.slice(word, 0, base));
    let sticky = m.any(rest);
    let round = increment(&mut m, last, guard, sticky);
    let exponent = m.slice(normal.exponent, 0, f.exponent);
    let bump = normal.leading;
    let y = pack(&mut m, f, Unpacked { sign, exponent, bump, fraction, round: Some(round), forced });
    m.output("y", y);
    m
}

/// An operand, ordered.
struct Operand {
    sign: Net,
    /// Exponent field, and the exponent that counts.
    exponent: Net,
    weight: Net,
    fraction: Net,
    /// With the leading bit. Without subnormals that bit is taken as set: if it is not, the operand is a zero
    /// and the result does not look at its significand.
    significand: Net,
    /// Has a magnitude other than zero.
    nonzero: Net,
}

impl Operand {
    fn new(m: &mut Module, f: Float, sign: Net, magnitude: Net) -> Operand {
        let (exponent, fraction) = (m.slice(magnitude, f.fraction, f.exponent), m.slice(magnitude, 0, f.fraction));
        let normal = m.any(exponent);
        let (leading, weight, nonzero) = if f.subnormals {
            (normal, weight(m, exponent, normal), m.any(magnitude))
        } else {
            (m.constant(1, 1), exponent, normal)
        };
        let significand = m.concat(&[fraction, leading]);
        Operand { sign, exponent, weight, fraction, significand, nonzero }
    }
}

/// The operand of larger magnitude, the other, and whether their signs differ.
fn order(m: &mut Module, f: Float, a: Net, b: Net, subtract: Net) -> (Operand, Operand, Net) {
    let (sign_a, sign_b) = (Fields::of(m, f, a).sign, Fields::of(m, f, b).sign);
    let sign_b = m.xor(sign_b, subtract);
    let opposite = m.xor(sign_a, sign_b);
    m.name(opposite, "opposite");
    let (a, b) = (m.slice(a, 0, f.bits() - 1), m.slice(b, 0, f.bits() - 1));
    let swap = m.lt(a, b);
    m.name(swap, "swap");
    let (large, small) = (m.mux(swap, b, a), m.mux(swap, a, b));
    m.name(large, "large");
    m.name(small, "small");
    let (sign_large, sign_small) = (m.mux(swap, sign_b, sign_a), m.mux(swap, sign_a, sign_b));
    (Operand::new(m, f, sign_large, large), Operand::new(m, f, sign_small, small), opposite)
}

/// The smaller significand shifted to the place of the larger one, two bits longer, and a sticky bit.
fn align(m: &mut Module, f: Float, large: &Operand, small: &Operand) -> (Net, Net) {
    let distance = m.sub(large.weight, small.weight);
    m.name(distance, "distance");
    let below = m.constant(2, 0);
    let long = m.concat(&[below, small.significand]);
    // A distance past the digits that shift everything out leaves nothing but sticky.
    let digits = (m.width(long).ilog2() + 1).min(f.exponent);
    let by = m.slice(distance, 0, digits);
    let (shifted, lost) = right_sticky(m, long, by, None);
    let (near, lost) = if digits < f.exponent {
        let far = m.slice(distance, digits, f.exponent - digits);
        let far = m.any(far);
        (m.not(far), m.or(lost, far))
    } else {
        (m.constant(1, 1), lost)
    };
    let live = m.and(near, small.nonzero);
    m.name(live, "in_reach");
    let sticky = m.and(lost, small.nonzero);
    (gate(m, shifted, live), m.name(sticky, "sticky"))
}

/// Sum or difference of the significands: a bit for the carry, the significand, and three bits below it.
///
/// Below the larger significand there are zeros, so a difference there is the negated tail, and the
/// borrow out of it is whether the tail is not zero: no place for it in the addition.
fn sum(m: &mut Module, large: &Operand, &(aligned, sticky): &(Net, Net), opposite: Net) -> Net {
    let width = m.width(aligned);
    let (round, guard, body) = (m.bit(aligned, 0), m.bit(aligned, 1), m.slice(aligned, 2, width - 2));
    let body = m.extend(body, width - 1);
    let inverse = m.repeat(opposite, width - 1);
    let body = m.xor(body, inverse);
    let low = m.or(round, sticky);
    let tail = m.or(guard, low);
    let exact = m.not(tail);
    let carry = m.and(opposite, exact);
    let significand = m.extend(large.significand, width - 1);
    let body = add_carry(m, significand, body, carry);
    m.name(body, "sum");
    let (round_flip, guard_flip) = (m.and(opposite, sticky), m.and(opposite, low));
    let (round, guard) = (m.xor(round, round_flip), m.xor(guard, guard_flip));
    m.concat(&[sticky, round, guard, body])
}

/// The normalised sum.
struct Normal {
    /// Leading bit at the top, then the fraction, guard, and three more bits.
    word: Net,
    leading: Net,
    /// Exponent field less the leading bit, with a sign bit on top.
    exponent: Net,
    /// The sum is exactly zero.
    zero: Net,
}

/// Without subnormals: as far left as it goes, whatever the exponent becomes.
fn normalise_flush(m: &mut Module, sum: Net, large: &Operand) -> Normal {
    // A shift by more than two happens only at a distance below two, and then guard alone is set below.
    let (word, amount) = normalise(m, sum, 2);
    let width = m.width(large.exponent).max(m.width(amount)) + 1;
    let (exponent, amount) = (m.extend(large.exponent, width), m.extend(amount, width));
    let exponent = m.sub(exponent, amount);
    m.name(exponent, "exponent");
    let leading = m.bit(word, m.width(word) - 1);
    Normal { word, leading, exponent, zero: m.not(leading) }
}

/// With subnormals: no further left than the smallest exponent allows.
fn normalise_gradual(m: &mut Module, sum: Net, large: &Operand) -> Normal {
    let (zeros, any) = leading_zeros(m, sum);
    let amount = minimum(m, zeros, large.weight);
    let digits = m.width(zeros);
    let by = m.slice(amount, 0, digits);
    let word = m.shl(sum, by);
    m.name(word, "normal");
    let width = m.width(large.exponent).max(m.width(amount)) + 1;
    let (exponent, amount) = (m.extend(large.weight, width), m.extend(amount, width));
    let exponent = m.sub(exponent, amount);
    m.name(exponent, "exponent");
    let leading = m.bit(word, m.width(word) - 1);
    Normal { word, leading, exponent, zero: m.not(any) }
}

/// Zero, infinity and NaN.
fn forced(m: &mut Module, f: Float, large: &Operand, small: &Operand, opposite: Net, normal: &Normal) -> Forced {
    let special = m.all(large.exponent);
    let (payload, both) = (m.any(large.fraction), m.all(small.exponent));
    let difference = m.and(both, opposite);
    let invalid = m.or(payload, difference);
    let nan = m.and(special, invalid);
    m.name(nan, "nan");
    // The exponent field less the leading bit has reached 2^E - 2, from where a carry alone moved it on.
    let low = m.slice(normal.exponent, 1, f.exponent - 1);
    let low = m.all(low);
    let high = m.slice(normal.exponent, f.exponent, m.width(normal.exponent) - f.exponent);
    let high = m.any(high);
    let in_range = m.not(high);
    let over = m.and(low, in_range);
    let over = m.and(over, normal.leading);
    let infinite = m.or(special, over);
    m.name(infinite, "infinite");
    let zero = if f.subnormals {
        normal.zero
    } else {
        let sign = m.bit(normal.exponent, m.width(normal.exponent) - 1);
        m.or(normal.zero, sign)
    };
    Forced { zero: m.name(zero, "zero"), infinite, nan }
}
