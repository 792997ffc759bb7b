//! Floating-point multiplication by a constant power of two. It changes the exponent, and the fraction only of
//! subnormals.

use super::pack::{pack, pack_late, Forced, Rest, Unpacked};
use super::shift::{leading_zeros, minimum, right_sticky};
use super::{rules, weight, Fields};
use crate::format::Float;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds `y = a * 2^k`, combinational. Input `a`; output `y`.
#[hdl]
pub fn scaler(name: &str, f: Float, k: i32) -> Module {
    let m = Builder::new(name, format!("Multiplier by 2^{k}: {}.", rules(f)));
    let a = Fields::split(f, m.input("a", f.bits()));
    let normal = a.exponent.any();
    let is_special = a.exponent.all();
    let payload = a.fraction.any();
    let nan = is_special & payload;
    // All results are infinite or zero beyond the range of the format.
    let range = (1 << f.exponent) + f.fraction as i32 + 2;
    let k = k.clamp(-range, range);
    let scaled = match (f.subnormals, k) {
        (false, _) => flush(f, a, normal, k),
        (true, ..=0) => gradual_down(f, a, normal, k.unsigned_abs()),
        (true, _) => gradual_up(f, a, normal, k.unsigned_abs()),
    };
    let Scaled { exponent, bump, fraction, rest, zero, over } = scaled;
    let forced = Forced { zero, infinite: over | is_special, nan };
    let unpacked = Unpacked { sign: a.sign, exponent, bump, fraction, rest, forced };
    m.output("y", if f.subnormals { pack(f, &unpacked) } else { pack_late(f, &unpacked) });
    m.finish()
}

/// Magnitude of a scaled number before rounding. Its fields are those of [`Unpacked`].
struct Scaled<'m> {
    exponent: Sig<'m>,
    bump: Sig<'m>,
    fraction: Sig<'m>,
    rest: Option<Rest<'m>>,
    /// Whether it is zero.
    zero: Sig<'m>,
    /// Whether finite operands give infinity.
    over: Sig<'m>,
}

/// Scales without subnormals: adds `k` to the exponent, and detects results out of range.
#[hdl]
fn flush<'m>(f: Float, a: Fields<'m>, normal: Sig<'m>, k: i32) -> Scaled<'m> {
    let m = normal.builder();
    let step = m.constant(f.exponent, k.unsigned_abs().into());
    let exponent = if k < 0 { a.exponent - step } else { a.exponent + step };
    let is_zero = !normal;
    let is_large = if k > 0 { reaches(f, a.exponent, f.exponent_max() as i32 - k) } else { m.low() };
    let over = is_large & normal;
    let zero = if k < 0 { !reaches(f, a.exponent, 1 - k) } else { is_zero };
    Scaled { exponent, bump: m.low(), fraction: a.fraction, rest: None, zero, over }
}

/// Whether `exponent >= bound`.
fn reaches(f: Float, exponent: Sig<'_>, bound: i32) -> Sig<'_> {
    match bound {
        ..=0 => exponent.builder().high(),
        _ if bound as u64 > f.exponent_max() => exponent.builder().low(),
        _ => !exponent.lt(bound),
    }
}

/// The number of bits of an exponent plus or minus `k`, with a sign.
fn signed_width(f: Float, k: u32) -> u32 {
    (f.exponent_max() as u32 + k + 1).ilog2() + 2
}

/// Scales by 2^-`k` with subnormals. Results below the smallest exponent shift right and are rounded.
#[hdl]
fn gradual_down<'m>(f: Float, a: Fields<'m>, normal: Sig<'m>, k: u32) -> Scaled<'m> {
    let m = normal.builder();
    let bits = signed_width(f, k);
    // The exponent field less the leading bit.
    let weight = weight(a.exponent, normal);
    let exponent = weight.extend(bits) - (k + 1);
    let negative = exponent.top();
    let distance = negative.mux(exponent.taken_from(0), 0);

    let significand = m.cat([m.low(), a.fraction, normal]);
    let digits = (significand.width().ilog2() + 1).min(bits);
    let (shifted, sticky) = right_sticky(significand, distance.bits(0, digits), None);
    let fraction = shifted.bits(1, f.fraction);
    let rest = Rest { half: shifted.bit(0), sticky };

    let out_of_reach = distance.any_above(digits);
    let some = m.cat([a.fraction, normal]).any();
    let zero = out_of_reach | !some;
    let field = negative.mux(0, exponent.bits(0, f.exponent));
    Scaled { exponent: field, bump: shifted.top(), fraction, rest: Some(rest), zero, over: m.low() }
}

/// Scales by 2^`k` with subnormals. A subnormal shifts left until it is normal, by at most `k` bits.
#[hdl]
fn gradual_up<'m>(f: Float, a: Fields<'m>, normal: Sig<'m>, k: u32) -> Scaled<'m> {
    let significand = normal.builder().cat([a.fraction, normal]);
    let (zeros, some) = leading_zeros(significand);
    let weight = weight(a.exponent, normal);
    let limit = weight.extend(signed_width(f, k)) + (k - 1);
    let amount = minimum(zeros, limit);
    let shifted = significand << amount.bits(0, zeros.width());
    let exponent = limit.extend(amount.width()) - amount;
    let is_last = exponent.bits(1, f.exponent - 1).all();
    let is_beyond = exponent.above(f.exponent).any();
    let leading = shifted.top();
    let over = (is_last | is_beyond) & leading;
    let (fraction, field) = (shifted.bits(0, f.fraction), exponent.bits(0, f.exponent));
    Scaled { exponent: field, bump: leading, fraction, rest: None, zero: !some, over }
}
