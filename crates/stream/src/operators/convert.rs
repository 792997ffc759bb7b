//! Conversion between floating-point numbers and words of block floating point.

use super::fixed::OutputRounding;
use super::pack::{pack_late, Forced, Rest, Unpacked};
use super::shift::{leading_zeros, left};
use super::Fields;
use crate::format::Float;
use crate::rtl::{address_bits, Module};
use fftgen_hdl::dsl::*;

/// Builds the maximum of `count` numbers without sign. Combinational. Input `a`, with a field per number; output `y`.
pub fn largest(name: &str, bits: u32, count: usize) -> Module {
    let m = Builder::new(name, format!("The largest of {count} numbers of {bits} bits"));
    let numbers = m.input_bus("a", &vec![bits; count]);
    m.output("y", largest_of(&numbers));
    m.finish()
}

/// Numbers that are compared pairwise at once. The comparisons of four numbers are six bits, so that each bit of the
/// largest one's index takes one LUT.
const GROUP: usize = 4;

/// The largest of numbers without sign, by a tree of groups.
pub fn largest_of<'m>(numbers: &[Sig<'m>]) -> Sig<'m> {
    let last = last_two(numbers);
    larger(last[0], last[last.len() - 1])
}

/// Reduces numbers without sign to one or two, one of which is the largest of all.
pub(super) fn last_two<'m>(numbers: &[Sig<'m>]) -> Vec<Sig<'m>> {
    let mut level = numbers.to_vec();
    while level.len() > 2 {
        let groups = level.len().div_ceil(GROUP);
        level = level.chunks(level.len().div_ceil(groups)).map(largest_of_few).collect();
    }
    level
}

/// Returns the number of levels of comparisons that the largest of `numbers` numbers takes.
pub fn comparisons(numbers: usize) -> usize {
    let fewer = |count: &usize| Some(count.div_ceil(GROUP)).filter(|_| *count > 1);
    std::iter::successors(Some(numbers), fewer).count() - 1
}

/// The largest of a group of numbers without sign, by comparisons of all pairs.
fn largest_of_few<'m>(numbers: &[Sig<'m>]) -> Sig<'m> {
    let m = numbers[0].builder();
    // For each number, whether it is less than each other one. The first of equal numbers counts as the largest.
    let mut is_less: Vec<Vec<Sig>> = vec![vec![]; numbers.len()];
    for (i, &a) in numbers.iter().enumerate() {
        for (j, &b) in numbers.iter().enumerate().skip(i + 1) {
            let less = a.lt(b).named(&format!("less{i}than{j}"));
            is_less[i].push(less);
            is_less[j].push(!less);
        }
    }
    if numbers.len() == 1 {
        return numbers[0];
    }
    let is_largest: Vec<Sig> = is_less.into_iter().map(|is_less| !m.any_of(is_less)).collect();
    let is_largest = is_largest.named("is_largest");
    let bits = (0..address_bits(numbers.len())).map(|bit| {
        let with_bit = is_largest.iter().enumerate().filter(|(index, _)| index >> bit & 1 == 1);
        m.any_of(with_bit.map(|(_, is_it)| *is_it))
    });
    let largest_at = m.cat(bits).named("largest_at");
    m.select(largest_at, numbers).named("largest")
}

/// The larger of two numbers without sign.
pub fn larger<'m>(a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
    match a.net() == b.net() {
        true => a,
        false => a.lt(b).mux(b, a).named("larger"),
    }
}

/// Builds the conversion of a floating-point number to a word of a block. Combinational. Inputs: `a`, the number, and
/// `most`, the largest exponent field of the block. Output: `y`.
///
/// The signed significand shifts left by the bits of the word, without its sign, less the distance of the exponents.
/// Its upper bits, after rounding, are the word.
#[hdl]
pub fn from_float(name: &str, float: Float, rounding: &OutputRounding) -> Module {
    let OutputRounding { internal_bits, output, .. } = *rounding;
    let doc =
        format!("A number of {} as a word of {output} bits of a block, {}", float.name(), rounding.rounding.words());
    let m = Builder::new(name, doc);
    let a = Fields::split(float, m.input("a", float.bits()));
    let most = m.input("most", float.exponent);

    m.section("Shift amount");
    let bits = address_bits(output as usize);
    let width = float.exponent.max(bits) + 1;
    let bits_less_most = most.extend(width).taken_from(output - 1);
    let places = bits_less_most + a.exponent.extend(width);
    let out_of_range = places.top();
    let nonzero = a.exponent.any();
    let in_range = nonzero & !out_of_range;

    m.section("Significand in two's complement");
    let significand = m.cat([a.fraction, nonzero]).masked(in_range);
    let negative = a.sign & in_range;
    let number = signed(significand, negative);
    let shifted = left(number.sign_extend(internal_bits), places.bits(0, bits));
    m.output("y", rounding.apply(shifted, m.low()).0);
    m.finish()
}

/// A magnitude and a sign as a number in two's complement, in one bit more.
pub(super) fn signed<'m>(magnitude: Sig<'m>, negative: Sig<'m>) -> Sig<'m> {
    let inverted = magnitude.extend(magnitude.width() + 1).invert_if(negative).named("inverted");
    inverted.plus_carry(negative).named("signed")
}

/// Builds the conversion of a word of `bits` bits to a floating-point number, rounded to nearest even. Subnormal
/// results are zero. Combinational. Inputs: `a`, the word; `field`, a signed number of `field_bits` bits, which is the
/// exponent field of a word whose leading bit is its top bit; `nan`. Output: `y`.
///
/// The word shifts left by the number of bits below the sign that equal the sign. The bits of a negative number are the
/// complement of its magnitude less one. The rounding adds that one.
#[hdl]
pub fn to_float(name: &str, float: Float, bits: u32, field_bits: u32) -> Module {
    let doc = format!("A word of {bits} bits of a block as a number of {}, rounded to nearest even", float.name());
    let m = Builder::new(name, doc);
    let (a, field, nan) = (m.input("a", bits), m.input("field", field_bits), m.input("nan", 1));
    let sign = a.top();

    m.section("Normalisation");
    // Width for a significand and the bits that round it, and for a bit that distinguishes -1 from zero.
    let below = (float.fraction + 3).saturating_sub(bits).max(1);
    let wide = a.above_zeros(below);
    let different = wide.invert_if(sign);
    let (zeros, some) = leading_zeros(different);
    let normal = left(wide, zeros);
    let low = wide.width() - 1 - float.fraction;
    let fraction = normal.bits(low, float.fraction).invert_if(sign);
    let rest = below_fraction(normal, low - 1, sign);

    m.section("Range of the exponent");
    // The exponent field less the leading bit, which the rounding addition adds.
    let bits = field_bits.max(zeros.width() + 1).max(float.exponent + 1) + 1;
    let field_less_one = field.sign_extend(bits) + !zeros.extend(bits);
    let carries = fraction.all() & rest.half;
    let below_normal = field_less_one.top();
    let reaches_normal = field_less_one.all() & carries;
    let underflows = below_normal & !reaches_normal;
    let zero = underflows | !some;
    // Overflow starts at the largest field less one.
    let fits = field_less_one.lt(float.exponent_max() - 1);
    let over = !fits & !below_normal & some;
    let infinite = over | nan;
    let exponent = field_less_one.bits(0, float.exponent);
    let forced = Forced { zero, infinite, nan };
    let unpacked = Unpacked { sign, exponent, bump: m.high(), fraction, rest: Some(rest), forced };
    m.output("y", pack_late(float, &unpacked));
    m.finish()
}

/// The bits below the fraction of a number's magnitude, of which the highest is at `place`. The bits of a negative
/// number are the complement of its magnitude less one. The one is taken into account here, so that no carry precedes
/// the rounding.
#[hdl]
fn below_fraction<'m>(normal: Sig<'m>, place: u32, negative: Sig<'m>) -> Rest<'m> {
    let half = normal.bit(place);
    let sticky = normal.any_below(place);
    let both = half & sticky;
    let of_negative = Rest { sticky: !half, half: !both };
    Rest::choose(negative, of_negative, Rest { half, sticky })
}
