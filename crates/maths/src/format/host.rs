//! Slice operations in the host's own floating point, where it provably gives the bits of [`soft`].
//!
//! There are three methods, whose loops are free of branches because LLVM then generates vector instructions:
//!
//! - **fp32** in `f32`, the product in `f64`, where it is exact.
//! - **fp64** in `f64`. Products near the underflow threshold are computed again by [`soft`], because a rounded result
//!   does not tell whether the exact product rounds up to the smallest normal number with an unbounded exponent.
//! - **Narrower formats** without subnormals in `f64`, rounded a second time to the format. Rounding twice
//!   is innocuous for +, -, * when the wide format has at least 2p + 2 bits of precision (Figueroa, "When is
//!   double rounding innocuous?", SIGNUM Newsletter 30(3), 1995): p <= 25 of 53. With at most 10 exponent
//!   bits no intermediate leaves the normal range of `f64`, as operands and results below the range of the
//!   format are flushed.
//!
//! Other formats are computed by [`soft`], element by element. Rust's floating point is IEEE 754 round-to-nearest-even
//! with subnormals on every host, and NaN payloads are replaced here. The result therefore does not depend on the host.

use super::float::Float;
use super::soft;
use std::ops::RangeInclusive;

/// The arithmetic in which slices of a format are computed.
enum HostArithmetic {
    /// `f32`, with products in `f64`.
    Single,
    /// `f64`.
    Double,
    /// `f64`, rounded to a narrower format.
    Narrow,
    /// The integer arithmetic of [`soft`].
    Soft,
}

/// Returns the fastest exact arithmetic for a format.
fn host_arithmetic(f: Float) -> HostArithmetic {
    match (f.exponent, f.fraction) {
        (8, 23) => HostArithmetic::Single,
        (11, 52) => HostArithmetic::Double,
        (..=10, ..=24) if !f.subnormals => HostArithmetic::Narrow,
        _ => HostArithmetic::Soft,
    }
}

/// Adds slices.
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
        // A sum below the smallest normal number is exact, so that its rounding cannot reach that number.
        HostArithmetic::Double => {
            zip(a, b, out, |a, b| double::flush(double::write(double::normal(a) + double::normal(b))))
        }
        HostArithmetic::Narrow => zip(a, b, out, |a, b| narrow::write(f, narrow::read(f, a) + narrow::read(f, b))),
        HostArithmetic::Soft => zip(a, b, out, |a, b| soft::add(f, a, b)),
    }
}

/// Subtracts slices.
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

/// Multiplies slices, where `b` is in the format `other`.
pub(super) fn mul(f: Float, other: Float, a: &[u64], b: &[u64], out: &mut [u64]) {
    let arithmetic = match host_arithmetic(f) {
        // The product of two narrow formats is exact in `f64`, so that it is rounded once.
        HostArithmetic::Narrow if matches!(host_arithmetic(other), HostArithmetic::Narrow) => HostArithmetic::Narrow,
        arithmetic if other == f => arithmetic,
        _ => HostArithmetic::Soft,
    };
    match arithmetic {
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

/// Multiplies a slice by 2^k.
pub(super) fn scale(f: Float, a: &[u64], k: i32, out: &mut [u64]) {
    // A factor of 2^±600 leads out of the range of fp32 at either end, and is still a normal `f64`.
    let power = f64::from_bits(((1023 + k.clamp(-600, 600)) as u64) << 52);
    match host_arithmetic(f) {
        HostArithmetic::Single if f.subnormals => {
            map(a, out, |a| single::write((f64::from(single::read(a)) * power) as f32))
        }
        HostArithmetic::Single => map(a, out, |a| single::round_flush(f64::from(single::normal(a)) * power)),
        _ => map(a, out, |a| soft::scale(f, a, k)),
    }
}

/// Rounds an integer of at most 53 bits times 2^exponent. The product is exact in `f64` unless the exponent is near a
/// limit of its range.
#[inline]
pub(super) fn nearest(f: Float, value: i64, exponent: i32) -> u64 {
    match has_nearest(f, &(exponent..=exponent)) {
        true => host_nearest(f, value, exponent),
        false => soft::nearest(f, value.into(), exponent),
    }
}

/// Whether [`host_nearest`] has the bits of [`soft`] for all exponents of a range.
pub(super) fn has_nearest(f: Float, exponents: &RangeInclusive<i32>) -> bool {
    f.exponent <= 10 && f.fraction <= 24 && !f.subnormals && *exponents.start() >= -900 && *exponents.end() <= 900
}

/// Returns `value * 2^exponent`, rounded once.
#[inline(always)]
pub(super) fn host_nearest(f: Float, value: i64, exponent: i32) -> u64 {
    narrow::write(f, value as f64 * f64::from_bits(((1023 + exponent) as u64) << 52))
}

/// Applies an operation to the elements of two slices.
#[inline(always)]
fn zip(a: &[u64], b: &[u64], out: &mut [u64], op: impl Fn(u64, u64) -> u64) {
    assert!(a.len() == out.len() && b.len() == out.len(), "slices of one length");
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = op(a, b);
    }
}

/// Applies an operation to the elements of a slice.
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

/// Conversions between fp32 words and `f32`.
mod single {
    const SIGN: u32 = 1 << 31;
    const INFINITY: u32 = 0xff << 23;
    const NAN: u32 = INFINITY | 1 << 22;

    /// Returns the value of a bit pattern.
    #[inline(always)]
    pub fn read(a: u64) -> f32 {
        f32::from_bits(a as u32)
    }

    /// Returns the value of a bit pattern, where subnormals count as zero.
    #[inline(always)]
    pub fn normal(a: u64) -> f32 {
        f32::from_bits(flush(a) as u32)
    }

    /// Replaces a subnormal by the zero of its sign.
    #[inline(always)]
    pub fn flush(a: u64) -> u64 {
        let a = a as u32;
        u64::from(if a & INFINITY == 0 { a & SIGN } else { a })
    }

    /// Returns the bit pattern of a value.
    #[inline(always)]
    pub fn write(x: f32) -> u64 {
        u64::from(if x.is_nan() { NAN } else { x.to_bits() })
    }

    /// Rounds an exact value, and flushes it if it is then below the smallest normal number.
    #[inline(always)]
    pub fn round_flush(exact: f64) -> u64 {
        // 2^-126 (1 - 2^-25) is the middle between the smallest normal number and its lower neighbour in 24 bits of
        // precision. Ties go up, to the even one. Above it, the gradual rounding of `f32` gives equal results.
        const TINY: f64 = (1.0 - 1.0 / 33_554_432.0) * f32::MIN_POSITIVE as f64;
        let bits = write(exact as f32);
        if exact.abs() < TINY {
            bits & u64::from(SIGN)
        } else {
            bits
        }
    }
}

/// Conversions between fp64 words and `f64`.
mod double {
    const SIGN: u64 = 1 << 63;
    const INFINITY: u64 = 0x7ff << 52;
    const NAN: u64 = INFINITY | 1 << 51;

    /// Returns the value of a bit pattern, where subnormals count as zero.
    #[inline(always)]
    pub fn normal(a: u64) -> f64 {
        f64::from_bits(flush(a))
    }

    /// Replaces a subnormal by the zero of its sign.
    #[inline(always)]
    pub fn flush(a: u64) -> u64 {
        if a & INFINITY == 0 {
            a & SIGN
        } else {
            a
        }
    }

    /// Returns the bit pattern of a value.
    #[inline(always)]
    pub fn write(x: f64) -> u64 {
        if x.is_nan() {
            NAN
        } else {
            x.to_bits()
        }
    }
}

/// Conversions between words of narrower formats without subnormals and `f64`.
mod narrow {
    use super::Float;

    const INFINITY: u64 = 0x7ff << 52;

    /// Returns the value of a bit pattern.
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

    /// Rounds a value to the bit pattern of a format.
    #[inline(always)]
    pub fn write(f: Float, x: f64) -> u64 {
        let magnitude = x.to_bits() & !(1 << 63);
        let sign = (x.to_bits() >> 63) << (f.exponent + f.fraction);
        // Rounding to nearest even adds slightly less than half, or exactly half if the last remaining bit is odd.
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
