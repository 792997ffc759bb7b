//! Conversion of numbers to another format: integers and floating-point numbers to floating point, and floating-point
//! numbers to fixed point.

use super::fixed::OutputRounding;
use super::pack::{pack_late, Forced, Rest, Unpacked};
use super::shift::{leading_zeros, right_sticky};
use super::{rules, signed_difference, weight, Fields};
use crate::format::{Fixed, Float, Overflow, Rounding};
use crate::rtl::{address_bits, Module};
use fftgen_hdl::dsl::*;

record! {
    /// A number before it is rounded to a format.
    struct Number {
        negative,
        /// Significand, whose leading bit is its top bit.
        significand,
        /// Exponent field of the leading bit in the other format, with a sign.
        field,
        /// Whether it differs from zero.
        some,
        infinite,
        nan,
    }
}

/// Builds the nearest number of `to` to a number of `from`, combinational. Input `a`; output `y`.
#[hdl]
pub fn float_to_float(name: &str, from: Float, to: Float) -> Module {
    let m = Builder::new(name, format!("A number of {} as {}", from.name(), rules(to)));
    let a = Fields::split(from, m.input("a", from.bits()));
    let normal = a.exponent.any();
    let infinite = a.exponent.all();
    let payload = a.fraction.any();
    let significand = m.cat([a.fraction, normal]);
    let (significand, exponent, some) = if from.subnormals {
        let (zeros, some) = leading_zeros(significand);
        (significand << zeros, signed_difference(weight(a.exponent, normal), zeros), some)
    } else {
        (significand, a.exponent.extend(from.exponent + 1), normal)
    };
    let bits = exponent.width().max(to.exponent + 1) + 1;
    let field = exponent.sign_extend(bits) + constant(&m, bits, to.bias() - from.bias());
    m.output(
        "y",
        nearest(to, Number { negative: a.sign, significand, field, some, infinite, nan: infinite & payload }),
    );
    m.finish()
}

/// Builds the nearest number of `to` to an integer of `bits` bits in units of 2^-`fraction`, combinational. Input `a`;
/// output `y`.
#[hdl]
pub fn fixed_to_float(name: &str, [bits, fraction]: [u32; 2], to: Float) -> Module {
    let doc = format!("A number of {bits} bits, {fraction} of them after the binary point, as {}", rules(to));
    let m = Builder::new(name, doc);
    let a = m.input("a", bits);
    let negative = a.top();
    let magnitude = a.negate_if(negative, bits);
    let (zeros, some) = leading_zeros(magnitude);
    let significand = magnitude << zeros;
    let highest = to.bias() + bits as i32 - 1 - fraction as i32;
    let width = (zeros.width().max(to.exponent)).max(highest.unsigned_abs().max(1).ilog2() + 1) + 2;
    let field = constant(&m, width, highest) - zeros.extend(width);
    m.output("y", nearest(to, Number { negative, significand, field, some, infinite: m.low(), nan: m.low() }));
    m.finish()
}

/// A constant of `bits` bits in two's complement.
fn constant(m: &Builder, bits: u32, value: i32) -> Sig<'_> {
    m.constant(bits, value as u128 & ((1 << bits) - 1))
}

/// Rounds a number to a format.
#[hdl]
fn nearest<'m>(to: Float, number: Number<'m>) -> Sig<'m> {
    let m = number.negative.builder();
    m.section("Bits that are dropped");
    // The fraction, the bit that rounds it, and one more bit below.
    let padded = number.significand.above_zeros((to.fraction + 3).saturating_sub(number.significand.width()));
    let field_less_one = number.field - 1;
    let below_normal = field_less_one.top();
    let (significand, lost, out_of_reach) = if to.subnormals {
        let distance = below_normal.mux(number.field.taken_from(1), 0);
        let digits = (padded.width().ilog2() + 1).min(distance.width());
        let (shifted, lost) = right_sticky(padded, distance.bits(0, digits), None);
        (shifted, lost, distance.any_above(digits))
    } else {
        (padded, m.low(), m.low())
    };
    let low = significand.width() - 1 - to.fraction;
    let fraction = significand.bits(low, to.fraction);
    let half = significand.bit(low - 1);
    let sticky = significand.any_below(low - 1) | lost;

    m.section("Range of the exponent");
    let vanishes = if to.subnormals {
        out_of_reach
    } else {
        let carries = fraction.all() & half;
        let reaches_normal = field_less_one.all() & carries;
        below_normal & !reaches_normal
    };
    let zero = vanishes | !number.some;
    let fits = field_less_one.lt(to.exponent_max() - 1);
    let over = !fits & !below_normal & number.some;
    let low_field = field_less_one.bits(0, to.exponent);
    let (exponent, bump) =
        if to.subnormals { (low_field.masked(!below_normal), significand.top()) } else { (low_field, m.high()) };
    let forced = Forced { zero, infinite: over | number.infinite, nan: number.nan };
    let rest = Some(Rest { half, sticky });
    pack_late(to, &Unpacked { sign: number.negative, exponent, bump, fraction, rest, forced })
}

/// Builds the conversion of a number of `from` to a word of `to`, combinational. Input `a`; outputs `y`, and
/// `overflow`. A number that is too large is saturated. NaN is zero, and too large.
#[hdl]
pub fn float_to_fixed(name: &str, from: Float, to: Fixed, rounding: Rounding) -> Module {
    let doc = format!("A number of {} as {}, {} and saturated", from.name(), to.name(), rounding.words());
    let m = Builder::new(name, doc);
    let a = Fields::split(from, m.input("a", from.bits()));
    let normal = a.exponent.any();
    let special = a.exponent.all();
    let payload = a.fraction.any();

    m.section("Shift to the place of the word");
    // The leading bit at the top has the weight of the sign. A bit below a unit rounds, and one more is for all others.
    let exponent = if from.subnormals { weight(a.exponent, normal) } else { a.exponent };
    let significand = m.cat([a.fraction, normal]);
    let significand = if from.subnormals { significand } else { significand.masked(normal) };
    let padded = significand.above_zeros((to.bits() + 2).saturating_sub(significand.width()));
    let highest = from.bias() as u32 + to.integer - 1;
    let width = from.exponent.max(address_bits(highest as usize + 1)) + 1;
    let distance = exponent.extend(width).taken_from(highest);
    let too_large = distance.top();
    let digits = (padded.width().ilog2() + 1).min(width);
    let (shifted, lost) = right_sticky(padded, distance.bits(0, digits), None);
    let beyond = distance.any_above(digits);
    let some = significand.any();
    let sticky = beyond.mux(some, lost);

    m.section("Rounding");
    let magnitude = m.cat([sticky, shifted.masked(!beyond)]);
    let bits = magnitude.width() + 1;
    let number = magnitude.extend(bits).negate_if(a.sign, bits);
    let rounding = OutputRounding {
        internal_bits: bits,
        shift_field_bits: 0,
        dropped_bits: bits - 1 - to.bits(),
        output: to.bits(),
        rounding,
        overflow: Some(Overflow::Saturate),
        signed: false,
    };
    let (rounded, over) = rounding.apply(number, m.low());
    let is_beyond = too_large | special;
    let nan = special & payload;
    let limit = m.cat([(!a.sign).repeat(to.bits() - 1), a.sign]);
    let saturated = is_beyond.mux(limit, rounded);
    m.output("y", saturated.masked(!nan));
    m.output("overflow", over.map_or(is_beyond, |over| over | is_beyond));
    m.finish()
}
