//! Slice operations in the host's own floating point, where it provably gives the bits of [`soft`].
//!
//! Three ways, all branch-free in the loop so that LLVM turns it into vector instructions:
//!
//! - **fp32** in `f32`, the product in `f64`, where it is exact.
//! - **fp64** in `f64`. Products beside the underflow threshold go through [`soft`] afterwards: whether one
//!   rounds up to the smallest normal number cannot be read off a result that was already rounded.
//! - **Narrower formats** without subnormals in `f64`, rounded a second time to the format. Rounding twice
//!   is innocuous for +, -, * when the wide format has at least 2p + 2 bits of precision (Figueroa, "When is
//!   double rounding innocuous?", SIGNUM Newsletter 30(3), 1995): p <= 25 of 53. With at most 10 exponent
//!   bits no intermediate leaves the normal range of `f64`, as operands and results below the range of the
//!   format are flushed.
//!
//! All else is [`soft`], element by element. Rust's floating point is IEEE 754 round-to-nearest-even with
//! subnormals on every host, and NaN payloads do not survive here, so the result does not depend on it.

use super::float::Float;
use super::soft;

/// Which of the ways serves a format.
enum HostArithmetic {
    Single,
    Double,
    Narrow,
    Soft,
}

fn host_arithmetic(f: Float) -> HostArithmetic {
    match (f.exponent, f.fraction) {
        (8, 23) => HostArithmetic::Single,
        (11, 52) => HostArithmetic::Double,
        (..=10, ..=24) if !f.subnormals => HostArithmetic::Narrow,
        _ => HostArithmetic::Soft,
    }
}

pub(super) fn add(f: Float, a: &[u64], b: &[u64], out: &mut [u64]) {
    match host_arithmetic(f) {
        HostArithmetic::Single if f.subnormals => {
            zip(a, b, out, |a, b| single::write(single::read(a) + single::read(b)))
        }
        HostArithmetic::Single => {
            zip(a, b, out, |a, b| single::flush(single::write(single::normal(a) + single::normal(b))))
        }
        HostArithmetic::Double if f.subnormals => {
            zip(a, b, out, |a, b| double::write(f64::from_bits(a) + f64::from_bits(b)))
        }
        // A sum below the smallest normal number is exact, so flushing it needs no care.
        HostArithmetic::Double => {
            zip(a, b, out, |a, b| double::flush(double::write(double::normal(a) + double::normal(b))))
        }
        HostArithmetic::Narrow => zip(a, b, out, |a, b| narrow::write(f, narrow::read(f, a) + narrow::read(f, b))),
        HostArithmetic::Soft => zip(a, b, out, |a, b| soft::add(f, a, b)),
    }
}

pub(super) fn sub(f: Float, a: &[u64], b: &[u64], out: &mut [u64]) {
    let sign = f.sign_mask();
    match host_arithmetic(f) {
        HostArithmetic::Single if f.subnormals => {
            zip(a, b, out, |a, b| single::write(single::read(a) - single::read(b)))
        }
        HostArithmetic::Single => {
            zip(a, b, out, |a, b| single::flush(single::write(single::normal(a) - single::normal(b))))
        }
        HostArithmetic::Double if f.subnormals => {
            zip(a, b, out, |a, b| double::write(f64::from_bits(a) - f64::from_bits(b)))
        }
        HostArithmetic::Double => {
            zip(a, b, out, |a, b| double::flush(double::write(double::normal(a) - double::normal(b))))
        }
        HostArithmetic::Narrow => zip(a, b, out, |a, b| narrow::write(f, narrow::read(f, a) - narrow::read(f, b))),
        HostArithmetic::Soft => zip(a, b, out, |a, b| soft::add(f, a, b ^ sign)),
    }
}

pub(super) fn mul(f: Float, other: Float, a: &[u64], b: &[u64], out: &mut [u64]) {
    let way = match host_arithmetic(f) {
        // Their product is exact in `f64`, so that it is rounded once.
        HostArithmetic::Narrow if matches!(host_arithmetic(other), HostArithmetic::Narrow) => HostArithmetic::Narrow,
        way if other == f => way,
        _ => HostArithmetic::Soft,
    };
    match way {
        HostArithmetic::Single if f.subnormals => {
            zip(a, b, out, |a, b| single::write(single::read(a) * single::read(b)))
        }
        HostArithmetic::Single => {
            zip(a, b, out, |a, b| single::round_flush(f64::from(single::normal(a)) * f64::from(single::normal(b))))
        }
        HostArithmetic::Double if f.subnormals => {
            zip(a, b, out, |a, b| double::write(f64::from_bits(a) * f64::from_bits(b)))
        }
        HostArithmetic::Double => {
            zip(a, b, out, |a, b| double::write(double::normal(a) * double::normal(b)));
            redo_small(a, b, out, f);
        }
        HostArithmetic::Narrow => zip(a, b, out, |a, b| narrow::write(f, narrow::read(f, a) * narrow::read(other, b))),
        HostArithmetic::Soft => zip(a, b, out, |a, b| soft::mul(f, [f, other], [a, b])),
    }
}

pub(super) fn scale(f: Float, a: &[u64], k: i32, out: &mut [u64]) {
    // Past 2^600 both ends of the range of fp32 are left behind, and `f64` still holds the power.
    let power = f64::from_bits(((1023 + k.clamp(-600, 600)) as u64) << 52);
    match host_arithmetic(f) {
        HostArithmetic::Single if f.subnormals => {
            map(a, out, |a| single::write((f64::from(single::read(a)) * power) as f32))
        }
        HostArithmetic::Single => map(a, out, |a| single::round_flush(f64::from(single::normal(a)) * power)),
        _ => map(a, out, |a| soft::scale(f, a, k)),
    }
}

/// An integer of up to 53 bits times a power of two, which `f64` holds exactly as long as its exponent is far from both ends.
#[inline]
pub(super) fn nearest(f: Float, value: i64, exponent: i32) -> u64 {
    let narrow = f.exponent <= 10 && f.fraction <= 24 && !f.subnormals;
    match narrow && (-900..=900).contains(&exponent) {
        true => narrow::write(f, value as f64 * f64::from_bits(((1023 + exponent) as u64) << 52)),
        false => soft::nearest(f, value.into(), exponent),
    }
}

#[inline(always)]
fn zip(a: &[u64], b: &[u64], out: &mut [u64], op: impl Fn(u64, u64) -> u64) {
    assert!(a.len() == out.len() && b.len() == out.len(), "slices of one length");
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = op(a, b);
    }
}

#[inline(always)]
fn map(a: &[u64], out: &mut [u64], op: impl Fn(u64) -> u64) {
    assert_eq!(a.len(), out.len(), "slices of one length");
    for (out, &a) in out.iter_mut().zip(a) {
        *out = op(a);
    }
}

/// Computes the fp64 products again whose magnitude is at most the smallest normal number.
fn redo_small(a: &[u64], b: &[u64], out: &mut [u64], f: Float) {
    let small = |x: u64| x & !(1 << 63) <= 1 << 52;
    if out.iter().fold(false, |any, &x| any | small(x)) {
        for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
            if small(*out) {
                *out = soft::mul(f, [f, f], [a, b]);
            }
        }
    }
}

/// fp32 in `f32`.
mod single {
    const SIGN: u32 = 1 << 31;
    const INFINITY: u32 = 0xff << 23;
    const NAN: u32 = INFINITY | 1 << 22;

    #[inline(always)]
    pub fn read(a: u64) -> f32 {
        f32::from_bits(a as u32)
    }

    /// Read with subnormals as zero.
    #[inline(always)]
    pub fn normal(a: u64) -> f32 {
        f32::from_bits(flush(a) as u32)
    }

    /// A subnormal becomes the zero of its sign.
    #[inline(always)]
    pub fn flush(a: u64) -> u64 {
        let a = a as u32;
        u64::from(if a & INFINITY == 0 { a & SIGN } else { a })
    }

    #[inline(always)]
    pub fn write(x: f32) -> u64 {
        u64::from(if x.is_nan() { NAN } else { x.to_bits() })
    }

    /// Rounds an exact value, flushing what is below the smallest normal number after rounding.
    #[inline(always)]
    pub fn round_flush(exact: f64) -> u64 {
        // 2^-126 (1 - 2^-25) lies half way between the smallest normal number and its lower neighbour in 24
        // bits of precision, and ties go up, to the even one. Above it, the gradual rounding of `f32` agrees.
        const TINY: f64 = (1.0 - 1.0 / 33_554_432.0) * f32::MIN_POSITIVE as f64;
        let bits = write(exact as f32);
        if exact.abs() < TINY {
            bits & u64::from(SIGN)
        } else {
            bits
        }
    }
}

/// fp64 in `f64`.
mod double {
    const SIGN: u64 = 1 << 63;
    const INFINITY: u64 = 0x7ff << 52;
    const NAN: u64 = INFINITY | 1 << 51;

    #[inline(always)]
    pub fn normal(a: u64) -> f64 {
        f64::from_bits(flush(a))
    }

    #[inline(always)]
    pub fn flush(a: u64) -> u64 {
        if a & INFINITY == 0 {
            a & SIGN
        } else {
            a
        }
    }

    #[inline(always)]
    pub fn write(x: f64) -> u64 {
        if x.is_nan() {
            NAN
        } else {
            x.to_bits()
        }
    }
}

/// Formats narrower than `f64`, without subnormals.
mod narrow {
    use super::Float;

    const INFINITY: u64 = 0x7ff << 52;

    #[inline(always)]
    pub fn read(f: Float, a: u64) -> f64 {
        let sign = (a & f.sign_mask()) << (63 - f.exponent - f.fraction);
        let magnitude = a & (f.sign_mask() - 1);
        let rebias = ((1023 - f.bias()) as u64) << 52;
        let finite = (magnitude << (52 - f.fraction)) + rebias;
        let special = magnitude << (52 - f.fraction) | INFINITY;
        let value = if magnitude >= f.infinity() { special } else { finite };
        f64::from_bits(sign | if magnitude >> f.fraction == 0 { 0 } else { value })
    }

    #[inline(always)]
    pub fn write(f: Float, x: f64) -> u64 {
        let magnitude = x.to_bits() & !(1 << 63);
        let sign = (x.to_bits() >> 63) << (f.exponent + f.fraction);
        // To nearest even by adding just under half, or exactly half when the last kept bit is odd.
        let drop = 52 - f.fraction;
        let odd = magnitude >> drop & 1;
        let rounded = (magnitude + ((1 << (drop - 1)) - 1) + odd) >> drop;
        let rebias = ((1023 - f.bias()) as u64) << f.fraction;
        let smallest = rebias + (1 << f.fraction);
        let finite = rounded.wrapping_sub(rebias).min(f.infinity());
        let value = sign | if rounded < smallest { 0 } else { finite };
        if x.is_nan() {
            f.nan()
        } else {
            value
        }
    }
}
