//! Floating-point numbers as words of a block, and back.

use super::fixed::OutputRounding;
use super::pack::{pack_late, Forced, Rest, Unpacked};
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

/// Unsigned numbers that are compared at once, each with each: what tells which of them is the largest is one lookup table for
/// a bit of its place.
const TOGETHER: usize = 4;

/// The largest of some unsigned numbers, a few at a time.
pub fn largest_of(m: &mut Module, numbers: &[Net]) -> Net {
    let last = last_two(m, numbers);
    larger(m, last[0], last[last.len() - 1])
}

/// One or two of some unsigned numbers, of which one is the largest of all.
pub(super) fn last_two(m: &mut Module, numbers: &[Net]) -> Vec<Net> {
    let mut level = numbers.to_vec();
    while level.len() > 2 {
        let groups = level.len().div_ceil(TOGETHER);
        level = level.chunks(level.len().div_ceil(groups)).map(|group| largest_of_few(m, group)).collect();
    }
    level
}

/// How often numbers are compared, one time after the other, until the largest of so many is found.
pub fn comparisons(numbers: usize) -> usize {
    let fewer = |count: &usize| Some(count.div_ceil(TOGETHER)).filter(|_| *count > 1);
    std::iter::successors(Some(numbers), fewer).count() - 1
}

fn largest_of_few(m: &mut Module, numbers: &[Net]) -> Net {
    let mut beaten: Vec<Vec<Net>> = vec![vec![]; numbers.len()];
    for (i, &a) in numbers.iter().enumerate() {
        for (j, &b) in numbers.iter().enumerate().skip(i + 1) {
            let less = m.lt(a, b);
            m.name(less, format!("less{i}{j}"));
            beaten[i].push(less);
            beaten[j].push(m.not(less));
        }
    }
    let stands: Vec<Net> = beaten
        .into_iter()
        .filter_map(|beaten| {
            let any = beaten.into_iter().reduce(|any, one| m.or(any, one))?;
            Some(m.not(any))
        })
        .collect();
    for (place, &net) in stands.iter().enumerate() {
        m.name(net, format!("is_largest{place}"));
    }
    let bits: Vec<Net> = (0..address_bits(numbers.len()))
        .filter_map(|bit| {
            let of_bit = stands.iter().enumerate().filter(|(place, _)| place >> bit & 1 == 1).map(|(_, net)| *net);
            of_bit.reduce(|any, one| m.or(any, one))
        })
        .collect();
    match bits[..] {
        [] => numbers[0],
        _ => {
            let place = m.concat(&bits);
            m.name(place, "largest_at");
            let largest = m.select(place, numbers);
            m.name(largest, "largest")
        }
    }
}

/// The larger of two unsigned numbers.
pub fn larger(m: &mut Module, a: Net, b: Net) -> Net {
    if a == b {
        return a;
    }
    let less = m.lt(a, b);
    let larger = m.mux(less, b, a);
    m.name(larger, "larger")
}

/// A number as a word of a block whose largest exponent field is `most`. Combinational. Ports `a`, `most`; `y`.
///
/// The significand with its sign goes left by as many bits as its exponent leaves of the word's, and what is not dropped
/// then is the word.
pub fn from_float(name: &str, float: Float, rounding: &OutputRounding) -> Module {
    let OutputRounding { internal_bits, output, .. } = *rounding;
    let doc =
        format!("A number of {} as a word of {output} bits of a block, {}", float.name(), rounding.rounding.words());
    let mut m = Module::new(name, doc);
    let (a, most) = (m.input("a", float.bits()), m.input("most", float.exponent));
    let Fields { sign, exponent, fraction, .. } = Fields::of(&mut m, float, a);

    let bits = address_bits(output as usize);
    let width = float.exponent.max(bits) + 1;
    let (end, most, own) = (m.constant(width, (output - 1).into()), m.extend(most, width), m.extend(exponent, width));
    let room = m.sub(end, most);
    let places = m.add(room, own);
    m.name(places, "places");
    let far = m.bit(places, width - 1);
    let by = m.slice(places, 0, bits);
    m.name(by, "shift_amount");

    let present = m.any(exponent);
    m.name(present, "nonzero");
    let near = m.not(far);
    let kept = m.and(present, near);
    m.name(kept, "in_range");
    let significand = m.concat(&[fraction, present]);
    let significand = gate(&mut m, significand, kept);
    let negative = m.and(sign, kept);
    let number = signed(&mut m, significand, negative);
    let wide = m.sign_extend(number, internal_bits);
    let shifted = left(&mut m, wide, by);
    let straight = m.constant(1, 0);
    let (y, _) = rounding.of(&mut m, shifted, straight);
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
    let signed = add_carry(m, nothing, wide, negative);
    m.name(signed, "signed")
}

/// A word of `bits` bits as a floating-point number, rounded to nearest even; subnormal results are zero. `field`, a
/// signed number of so many bits: the exponent field if the word's leading bit is its top one. Combinational. Ports `a`,
/// `field`, `nan`; `y`.
///
/// The word goes left by as many bits as follow its sign and are like it. Bits of a negative number are those of its
/// magnitude less one, flipped: the one is added where the result is rounded.
pub fn to_float(name: &str, float: Float, bits: u32, field_bits: u32) -> Module {
    let doc = format!("A word of {bits} bits of a block as a number of {}, rounded to nearest even", float.name());
    let mut m = Module::new(name, doc);
    let (a, field, nan) = (m.input("a", bits), m.input("field", field_bits), m.input("nan", 1));
    let sign = m.bit(a, bits - 1);
    // Room for a significand and what is below it, and for a bit that tells -1 from zero.
    let below = (float.fraction + 3).saturating_sub(bits).max(1);
    let width = bits + below;
    let nothing = m.constant(below, 0);
    let wide = m.concat(&[nothing, a]);
    let flip = m.repeat(sign, width);
    let different = m.xor(wide, flip);
    m.name(different, "different");
    let (zeros, some) = leading_zeros(&mut m, different);
    m.name(zeros, "zeros");
    let normal = left(&mut m, wide, zeros);
    m.name(normal, "normal");

    let low = width - 1 - float.fraction;
    let (fraction, half) = (m.slice(normal, low, float.fraction), m.bit(normal, low - 1));
    let flip = m.repeat(sign, float.fraction);
    let fraction = m.xor(fraction, flip);
    m.name(fraction, "fraction");
    let rest = below_fraction(&mut m, normal, low - 1, half, sign);

    // The field but for the leading bit, which is added with the rounding.
    let wide = field_bits.max(m.width(zeros) + 1).max(float.exponent + 1) + 1;
    let (field, zeros) = (m.sign_extend(field, wide), m.extend(zeros, wide));
    let less = m.not(zeros);
    let before = m.add(field, less);
    m.name(before, "field_before");
    let ones = m.all(fraction);
    let carries = m.and(ones, rest.half);
    let negative = m.bit(before, wide - 1);
    m.name(carries, "carries");
    m.name(negative, "below_normal");
    let last = m.all(before);
    let reached = m.and(last, carries);
    let not_reached = m.not(reached);
    let under = m.and(negative, not_reached);
    let none = m.not(some);
    let zero = m.or(under, none);
    m.name(zero, "is_zero");
    // From the largest field less one on.
    let largest = m.constant(wide, u128::from(float.exponent_max()) - 1);
    let fits = m.lt(before, largest);
    let beyond = m.not(fits);
    let positive = m.not(negative);
    let beyond = m.and(beyond, positive);
    let over = m.and(beyond, some);
    let infinite = m.or(over, nan);
    m.name(infinite, "is_infinite");
    let exponent = m.slice(before, 0, float.exponent);
    let bump = m.constant(1, 1);
    let forced = Forced { zero, infinite, nan };
    let y = pack_late(&mut m, float, Unpacked { sign, exponent, bump, fraction, rest: Some(rest), forced });
    m.output("y", y);
    m
}

/// What is below the fraction of a magnitude: the bits of the number are its own, or if it is negative their complement less
/// one, so that nothing is carried before it is rounded.
fn below_fraction(m: &mut Module, normal: Net, bits: u32, half: Net, negative: Net) -> Rest {
    let sticky = m.slice(normal, 0, bits);
    let sticky = m.any(sticky);
    let both = m.and(half, sticky);
    let (not_half, not_both) = (m.not(half), m.not(both));
    let of_negative = Rest { half: not_both, sticky: not_half };
    Rest::either(m, negative, &of_negative, &Rest { half, sticky }).named(m)
}
