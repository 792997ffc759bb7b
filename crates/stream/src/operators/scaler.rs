//! Floating-point multiplication by a constant power of two. It changes the exponent, and the fraction only of
//! subnormals.

use super::pack::{pack, pack_late, Forced, Rest, Unpacked};
use super::shift::{leading_zeros, minimum, right_sticky};
use super::{rules, weight, Fields};
use crate::format::Float;
use crate::rtl::{Module, Net};

/// Builds `y = a * 2^k`, combinational. Input `a`; output `y`.
pub fn scaler(name: &str, f: Float, k: i32) -> Module {
    let mut m = Module::new(name, format!("Multiplier by 2^{k}: {}.", rules(f)));
    let a = m.input("a", f.bits());
    let a = Fields::split(&mut m, f, a);
    let normal = m.any(a.exponent);
    let special = m.all(a.exponent);
    let payload = m.any(a.fraction);
    let nan = m.and(special, payload);
    m.name(normal, "normal_a");
    m.name(special, "is_special");
    m.name(nan, "is_nan");
    // All results are infinite or zero beyond the range of the format.
    let range = (1 << f.exponent) + f.fraction as i32 + 2;
    let k = k.clamp(-range, range);
    let (mut r, zero) = match (f.subnormals, k) {
        (false, _) => flush(&mut m, f, &a, normal, k),
        (true, ..=0) => gradual_down(&mut m, f, &a, normal, k.unsigned_abs()),
        (true, _) => gradual_up(&mut m, f, &a, normal, k.unsigned_abs()),
    };
    r.forced.zero = zero;
    r.forced.infinite = m.or(r.forced.infinite, special);
    r.forced.nan = nan;
    let y = if f.subnormals { pack(&mut m, f, r) } else { pack_late(&mut m, f, r) };
    m.output("y", y);
    m
}

/// Returns an unrounded, exact result without forced zero or NaN, and the condition for zero.
fn result(
    m: &mut Module,
    a: &Fields,
    exponent: Net,
    bump: Net,
    fraction: Net,
    infinite: Net,
    zero: Net,
) -> (Unpacked, Net) {
    let never = m.constant(1, 0);
    let forced = Forced { zero: never, infinite, nan: never };
    (Unpacked { sign: a.sign, exponent, bump, fraction, rest: None, forced }, zero)
}

/// Scales without subnormals: adds `k` to the exponent, and detects results out of range.
fn flush(m: &mut Module, f: Float, a: &Fields, normal: Net, k: i32) -> (Unpacked, Net) {
    let step = m.constant(f.exponent, k.unsigned_abs().into());
    let exponent = if k < 0 { m.sub(a.exponent, step) } else { m.add(a.exponent, step) };
    m.name(exponent, "exponent");
    let none = m.constant(1, 0);
    let zero = m.not(normal);
    let infinite = if k > 0 { reaches(m, f, a.exponent, f.exponent_max() as i32 - k) } else { none };
    let infinite = m.and(infinite, normal);
    let zero = if k < 0 {
        let is_normal = reaches(m, f, a.exponent, 1 - k);
        m.not(is_normal)
    } else {
        zero
    };
    result(m, a, exponent, none, a.fraction, infinite, zero)
}

/// Computes `exponent >= bound`.
fn reaches(m: &mut Module, f: Float, exponent: Net, bound: i32) -> Net {
    match bound {
        ..=0 => m.constant(1, 1),
        _ if bound as u64 > f.exponent_max() => m.constant(1, 0),
        _ => {
            let bound = m.constant(f.exponent, bound as u128);
            let less = m.lt(exponent, bound);
            m.not(less)
        }
    }
}

/// Returns the number of bits of an exponent plus or minus `k`, with a sign.
fn signed_width(f: Float, k: u32) -> u32 {
    (f.exponent_max() as u32 + k + 1).ilog2() + 2
}

/// Scales by 2^-`k` with subnormals. Results below the smallest exponent shift right and are rounded.
fn gradual_down(m: &mut Module, f: Float, a: &Fields, normal: Net, k: u32) -> (Unpacked, Net) {
    let weight = weight(m, a.exponent, normal);
    let width = signed_width(f, k);
    let (wide, step) = (m.extend(weight, width), m.constant(width, u128::from(k) + 1));
    // The exponent field less the leading bit.
    let exponent = m.sub(wide, step);
    m.name(exponent, "exponent");
    let negative = m.bit(exponent, width - 1);
    let nothing = m.constant(width, 0);
    let distance = m.sub(nothing, exponent);
    let distance = m.mux(negative, distance, nothing);
    m.name(distance, "distance");

    let guard_place = m.constant(1, 0);
    let long = m.concat(&[guard_place, a.fraction, normal]);
    let digits = (m.width(long).ilog2() + 1).min(width);
    let by = m.slice(distance, 0, digits);
    let (word, sticky) = right_sticky(m, long, by, None);
    let fraction = m.slice(word, 1, f.fraction);
    let leading = m.bit(word, f.fraction + 1);
    let half = m.bit(word, 0);
    let rest = Rest { half, sticky }.named(m);

    let far = match digits < width {
        true => {
            let far = m.slice(distance, digits, width - digits);
            m.any(far)
        }
        false => m.constant(1, 0),
    };
    let anything = m.concat(&[a.fraction, normal]);
    let anything = m.any(anything);
    let nothing = m.not(anything);
    let zero = m.or(far, nothing);
    let none = m.constant(1, 0);
    let low = m.slice(exponent, 0, f.exponent);
    let nil = m.constant(f.exponent, 0);
    let exponent = m.mux(negative, nil, low);
    let (mut r, zero) = result(m, a, exponent, leading, fraction, none, zero);
    r.rest = Some(rest);
    (r, zero)
}

/// Scales by 2^`k` with subnormals. A subnormal shifts left until it is normal, by at most `k` bits.
fn gradual_up(m: &mut Module, f: Float, a: &Fields, normal: Net, k: u32) -> (Unpacked, Net) {
    let significand = m.concat(&[a.fraction, normal]);
    let (zeros, any) = leading_zeros(m, significand);
    let weight = weight(m, a.exponent, normal);
    let width = signed_width(f, k);
    let (wide, step) = (m.extend(weight, width), m.constant(width, u128::from(k) - 1));
    let exponent = m.add(wide, step);
    m.name(exponent, "exponent_limit");
    let amount = minimum(m, zeros, exponent);
    let by = m.slice(amount, 0, m.width(zeros));
    let word = m.shl(significand, by);
    m.name(word, "significand");
    let (fraction, leading) = (m.slice(word, 0, f.fraction), m.bit(word, f.fraction));
    let wide = m.width(amount);
    let exponent = m.extend(exponent, wide);
    let exponent = m.sub(exponent, amount);
    m.name(exponent, "exponent");
    let (low, high) = (m.slice(exponent, 1, f.exponent - 1), m.slice(exponent, f.exponent, wide - f.exponent));
    let (low, high) = (m.all(low), m.any(high));
    let over = m.or(low, high);
    let over = m.and(over, leading);
    let exponent = m.slice(exponent, 0, f.exponent);
    let zero = m.not(any);
    result(m, a, exponent, leading, fraction, over, zero)
}
