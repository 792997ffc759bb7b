//! Floating-point numbers as words of a block, and back.

use super::fixed::Cut;
use super::pack::{pack, Forced, Rest, Unpacked};
use super::shift::{leading_zeros, left};
use super::{add_carry, gate, Fields};
use crate::format::Float;
use crate::rtl::{address_bits, Module, Net};

/// The largest of so many unsigned numbers. Combinational. Port `a` with all of them; `y`.
pub fn largest(name: &str, bits: u32, count: usize) -> Module {
    let mut m = Module::new(name, format!("The largest of {count} numbers of {bits} bits"));
    let numbers = m.input_bus("a", &vec![bits; count]);
    let y = largest_of(&mut m, &numbers);
    m.output("y", y);
    m
}

/// The largest of some unsigned numbers, found by pairs.
pub fn largest_of(m: &mut Module, numbers: &[Net]) -> Net {
    let mut level = numbers.to_vec();
    while level.len() > 1 {
        level = level.chunks(2).map(|pair| larger(m, pair[0], pair[pair.len() - 1])).collect();
    }
    level[0]
}

/// The larger of two unsigned numbers.
pub fn larger(m: &mut Module, a: Net, b: Net) -> Net {
    if a == b {
        return a;
    }
    let less = m.lt(a, b);
    m.mux(less, b, a)
}

/// A number as a word of a block whose largest exponent field is `most`. Combinational. Ports `a`, `most`; `y`.
///
/// The significand with its sign goes left by as many bits as its exponent leaves of the word's, and what is not dropped
/// then is the word.
pub fn from_float(name: &str, float: Float, cut: &Cut) -> Module {
    let Cut { inner, output, .. } = *cut;
    let doc = format!("A number of {} as a word of {output} bits of a block, {}", float.name(), cut.rounding.words());
    let mut m = Module::new(name, doc);
    let (a, most) = (m.input("a", float.bits()), m.input("most", float.exponent));
    let Fields { sign, exponent, fraction } = Fields::of(&mut m, float, a);

    let bits = address_bits(output as usize);
    let width = float.exponent.max(bits) + 1;
    let (end, most, own) = (m.constant(width, (output - 1).into()), m.extend(most, width), m.extend(exponent, width));
    let room = m.sub(end, most);
    let places = m.add(room, own);
    m.name(places, "places");
    let far = m.bit(places, width - 1);
    let by = m.slice(places, 0, bits);

    let present = m.any(exponent);
    let near = m.not(far);
    let kept = m.and(present, near);
    let significand = m.concat(&[fraction, present]);
    let significand = gate(&mut m, significand, kept);
    let negative = m.and(sign, kept);
    let number = signed(&mut m, significand, negative);
    let wide = m.sign_extend(number, inner);
    let shifted = left(&mut m, wide, by);
    let straight = m.constant(1, 0);
    let (y, _) = cut.of(&mut m, shifted, straight);
    m.output("y", y);
    m
}

/// A magnitude with a sign, in a bit more.
pub(super) fn signed(m: &mut Module, magnitude: Net, negative: Net) -> Net {
    let width = m.width(magnitude) + 1;
    let wide = m.extend(magnitude, width);
    let flip = m.repeat(negative, width);
    let wide = m.xor(wide, flip);
    let nothing = m.constant(width, 0);
    add_carry(m, nothing, wide, negative)
}

/// A word of `bits` bits as a floating-point number, rounded to nearest even; subnormal results are zero. `field`, a
/// signed number of so many bits: the exponent field if the word's leading bit is its top one. Combinational. Ports `a`,
/// `field`, `nan`; `y`.
pub fn to_float(name: &str, float: Float, bits: u32, field_bits: u32) -> Module {
    let doc = format!("A word of {bits} bits of a block as a number of {}, rounded to nearest even", float.name());
    let mut m = Module::new(name, doc);
    let (a, field, nan) = (m.input("a", bits), m.input("field", field_bits), m.input("nan", 1));
    let sign = m.bit(a, bits - 1);
    let flip = m.repeat(sign, bits);
    let (flipped, nothing) = (m.xor(a, flip), m.constant(bits, 0));
    let magnitude = add_carry(&mut m, nothing, flipped, sign);
    m.name(magnitude, "magnitude");
    // Room for a significand and what is below it.
    let below = (float.fraction + 3).saturating_sub(bits);
    let magnitude = match below {
        0 => magnitude,
        _ => {
            let zeros = m.constant(below, 0);
            m.concat(&[zeros, magnitude])
        }
    };
    let width = bits + below;
    let (zeros, some) = leading_zeros(&mut m, magnitude);
    m.name(zeros, "zeros");
    let normal = left(&mut m, magnitude, zeros);
    m.name(normal, "normal");

    let low = width - 1 - float.fraction;
    let (fraction, half) = (m.slice(normal, low, float.fraction), m.bit(normal, low - 1));
    let sticky = m.slice(normal, 0, low - 1);
    let sticky = m.any(sticky);

    // The field but for the leading bit, which is added with the rounding.
    let wide = field_bits.max(m.width(zeros) + 1).max(float.exponent + 1) + 1;
    let (field, zeros) = (m.sign_extend(field, wide), m.extend(zeros, wide));
    let less = m.not(zeros);
    let before = m.add(field, less);
    m.name(before, "field_before");
    let ones = m.all(fraction);
    let carries = m.and(ones, half);
    let negative = m.bit(before, wide - 1);
    let last = m.all(before);
    let reached = m.and(last, carries);
    let not_reached = m.not(reached);
    let under = m.and(negative, not_reached);
    let none = m.not(some);
    let zero = m.or(under, none);
    // From the largest field less one on.
    let largest = m.constant(wide, u128::from(float.exponent_max()) - 1);
    let fits = m.lt(before, largest);
    let beyond = m.not(fits);
    let positive = m.not(negative);
    let beyond = m.and(beyond, positive);
    let over = m.and(beyond, some);
    let infinite = m.or(over, nan);
    let exponent = m.slice(before, 0, float.exponent);
    let bump = m.constant(1, 1);
    let forced = Forced { zero, infinite, nan };
    let y = pack(&mut m, float, Unpacked { sign, exponent, bump, fraction, rest: Some(Rest { half, sticky }), forced });
    m.output("y", y);
    m
}
