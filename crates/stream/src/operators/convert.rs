//! Conversion between floating-point numbers and words of block floating point.

use super::fixed::OutputRounding;
use super::pack::{pack_late, Forced, Rest, Unpacked};
use super::shift::{leading_zeros, left};
use super::{add_carry, gate, Fields};
use crate::format::Float;
use crate::rtl::{address_bits, Module, Net};

/// Builds the maximum of `count` unsigned numbers. Combinational. Input `a`, with a field per number; output `y`.
pub fn largest(name: &str, bits: u32, count: usize) -> Module {
    let mut m = Module::new(name, format!("The largest of {count} numbers of {bits} bits"));
    let numbers = m.input_bus("a", &vec![bits; count]);
    let y = largest_of(&mut m, &numbers);
    m.output("y", y);
    m
}

/// Unsigned numbers that are compared pairwise at once. The comparisons of four numbers are six bits, so that each bit
/// of the largest one's index takes one LUT.
const GROUP: usize = 4;

/// Selects the largest of unsigned numbers by a tree of groups.
pub fn largest_of(m: &mut Module, numbers: &[Net]) -> Net {
    let last = last_two(m, numbers);
    larger(m, last[0], last[last.len() - 1])
}

/// Reduces unsigned numbers to one or two, one of which is the largest of all.
pub(super) fn last_two(m: &mut Module, numbers: &[Net]) -> Vec<Net> {
    let mut level = numbers.to_vec();
    while level.len() > 2 {
        let groups = level.len().div_ceil(GROUP);
        level = level.chunks(level.len().div_ceil(groups)).map(|group| largest_of_few(m, group)).collect();
    }
    level
}

/// Returns the number of levels of comparisons that the largest of `numbers` numbers takes.
pub fn comparisons(numbers: usize) -> usize {
    let fewer = |count: &usize| Some(count.div_ceil(GROUP)).filter(|_| *count > 1);
    std::iter::successors(Some(numbers), fewer).count() - 1
}

/// Selects the largest of a group of unsigned numbers by comparing all pairs.
fn largest_of_few(m: &mut Module, numbers: &[Net]) -> Net {
    // For each number, whether it is less than each other one. The first of equal numbers counts as the largest.
    let mut is_less: Vec<Vec<Net>> = vec![vec![]; numbers.len()];
    for (i, &a) in numbers.iter().enumerate() {
        for (j, &b) in numbers.iter().enumerate().skip(i + 1) {
            let less = m.lt(a, b);
            m.name(less, format!("less{i}{j}"));
            is_less[i].push(less);
            is_less[j].push(m.not(less));
        }
    }
    let is_largest: Vec<Net> = is_less
        .into_iter()
        .filter_map(|is_less| {
            let any = is_less.into_iter().reduce(|any, one| m.or(any, one))?;
            Some(m.not(any))
        })
        .collect();
    for (index, &net) in is_largest.iter().enumerate() {
        m.name(net, format!("is_largest{index}"));
    }
    let bits: Vec<Net> = (0..address_bits(numbers.len()))
        .filter_map(|bit| {
            let with_bit = is_largest.iter().enumerate().filter(|(index, _)| index >> bit & 1 == 1);
            with_bit.map(|(_, net)| *net).reduce(|any, one| m.or(any, one))
        })
        .collect();
    match bits[..] {
        [] => numbers[0],
        _ => {
            let index = m.concat(&bits);
            m.name(index, "largest_at");
            let largest = m.select(index, numbers);
            m.name(largest, "largest")
        }
    }
}

/// Selects the larger of two unsigned numbers.
pub fn larger(m: &mut Module, a: Net, b: Net) -> Net {
    if a == b {
        return a;
    }
    let less = m.lt(a, b);
    let larger = m.mux(less, b, a);
    m.name(larger, "larger")
}

/// Builds the conversion of a floating-point number to a word of a block. Combinational. Inputs: `a`, the number, and
/// `most`, the largest exponent field of the block. Output: `y`.
///
/// The signed significand shifts left by the bits of the word, without its sign, less the distance of the exponents.
/// Its upper bits, after rounding, are the word.
pub fn from_float(name: &str, float: Float, rounding: &OutputRounding) -> Module {
    let OutputRounding { internal_bits, output, .. } = *rounding;
    let doc =
        format!("A number of {} as a word of {output} bits of a block, {}", float.name(), rounding.rounding.words());
    let mut m = Module::new(name, doc);
    let (a, max) = (m.input("a", float.bits()), m.input("most", float.exponent));
    let Fields { sign, exponent, fraction, .. } = Fields::split(&mut m, float, a);

    let bits = address_bits(output as usize);
    let width = float.exponent.max(bits) + 1;
    let (end, max, own) = (m.constant(width, (output - 1).into()), m.extend(max, width), m.extend(exponent, width));
    let difference = m.sub(end, max);
    let amount = m.add(difference, own);
    m.name(amount, "places");
    let far = m.bit(amount, width - 1);
    let by = m.slice(amount, 0, bits);
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
    let (y, _) = rounding.apply(&mut m, shifted, straight);
    m.output("y", y);
    m
}

/// Converts a magnitude and a sign to two's complement, in one bit more.
pub(super) fn signed(m: &mut Module, magnitude: Net, negative: Net) -> Net {
    let width = m.width(magnitude) + 1;
    let wide = m.extend(magnitude, width);
    let flip = m.repeat(negative, width);
    let wide = m.xor(wide, flip);
    let nothing = m.constant(width, 0);
    let signed = add_carry(m, nothing, wide, negative);
    m.name(signed, "signed")
}

/// Builds the conversion of a word of `bits` bits to a floating-point number, rounded to nearest even. Subnormal
/// results are zero. Combinational. Inputs: `a`, the word; `field`, a signed number of `field_bits` bits, which is the
/// exponent field of a word whose leading bit is its top bit; `nan`. Output: `y`.
///
/// The word shifts left by the number of bits below the sign that equal the sign. The bits of a negative number are the
/// complement of its magnitude less one. The rounding adds that one.
pub fn to_float(name: &str, float: Float, bits: u32, field_bits: u32) -> Module {
    let doc = format!("A word of {bits} bits of a block as a number of {}, rounded to nearest even", float.name());
    let mut m = Module::new(name, doc);
    let (a, field, nan) = (m.input("a", bits), m.input("field", field_bits), m.input("nan", 1));
    let sign = m.bit(a, bits - 1);
    // Width for a significand and the bits that round it, and for a bit that distinguishes -1 from zero.
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

    // The exponent field less the leading bit, which the rounding addition adds.
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
    // Overflow starts at the largest field less one.
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

/// Computes the bits below the fraction of a number's magnitude. The bits of a negative number are the complement of
/// its magnitude less one. The one is taken into account here, so that no carry precedes the rounding.
fn below_fraction(m: &mut Module, normal: Net, bits: u32, half: Net, negative: Net) -> Rest {
    let sticky = m.slice(normal, 0, bits);
    let sticky = m.any(sticky);
    let both = m.and(half, sticky);
    let (not_half, not_both) = (m.not(half), m.not(both));
    let of_negative = Rest { half: not_both, sticky: not_half };
    Rest::either(m, negative, &of_negative, &Rest { half, sticky }).named(m)
}
