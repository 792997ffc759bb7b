//! The definition of floating-point arithmetic by exact integer values and one rounding.
//!
//! Each operator computes its exact result as an integer times a power of two. [`round`] is the only function that
//! depends on precision, overflow and underflow.

use super::fixed::Rounding;
use super::float::Float;

/// The format of the host's `f64`.
pub(super) const HOST: Float = Float::with_subnormals(11, 52);

/// The value of a bit pattern.
enum Value {
    /// Not a number.
    Nan,
    /// Infinity with a sign.
    Infinite { negative: bool },
    /// A finite number.
    Finite(Finite),
}

/// The number `significand * 2^exponent` with a sign, which zeros have too.
#[derive(Clone, Copy)]
struct Finite {
    negative: bool,
    significand: u128,
    exponent: i32,
}

/// Returns the value of a bit pattern.
fn read(f: Float, a: u64) -> Value {
    let negative = a & f.sign_mask() != 0;
    let fraction = a & ((1 << f.fraction) - 1);
    let biased = (a >> f.fraction) & f.exponent_max();
    let lowest = 1 - f.bias() - f.fraction as i32;
    match biased {
        _ if biased == f.exponent_max() && fraction != 0 => Value::Nan,
        _ if biased == f.exponent_max() => Value::Infinite { negative },
        0 => {
            let significand = if f.subnormals { fraction.into() } else { 0 };
            Value::Finite(Finite { negative, significand, exponent: lowest })
        }
        _ => {
            let significand = (1 << f.fraction | fraction).into();
            Value::Finite(Finite { negative, significand, exponent: lowest + biased as i32 - 1 })
        }
    }
}

/// Returns infinity with a sign.
fn infinity(f: Float, negative: bool) -> u64 {
    zero(f, negative) | f.infinity()
}

/// Returns zero with a sign.
fn zero(f: Float, negative: bool) -> u64 {
    if negative {
        f.sign_mask()
    } else {
        0
    }
}

/// Returns the bit pattern nearest to an exact value.
fn round(f: Float, Finite { negative, significand, exponent }: Finite) -> u64 {
    if significand == 0 {
        return zero(f, negative);
    }
    // The result is a multiple of 2^quantum, which is the value of its last bit.
    let top = exponent + significand.ilog2() as i32;
    let normal = top - f.fraction as i32;
    let lowest = 1 - f.bias() - f.fraction as i32;
    let quantum = if f.subnormals { normal.max(lowest) } else { normal };
    let rounded = divide_to_even(significand, quantum - exponent);
    // A bit is gained only by rounding up to a power of two, whose fraction is zero.
    let carried = rounded >> (f.fraction + 1) != 0;
    let (rounded, quantum) = if carried { (rounded >> 1, quantum + 1) } else { (rounded, quantum) };
    let fraction = rounded as u64 & ((1 << f.fraction) - 1);
    if rounded >> f.fraction == 0 {
        return zero(f, negative) | fraction;
    }
    let biased = quantum - lowest + 1;
    match biased {
        ..=0 => zero(f, negative),
        _ if biased as u64 >= f.exponent_max() => infinity(f, negative),
        _ => zero(f, negative) | (biased as u64) << f.fraction | fraction,
    }
}

/// Returns `value * 2^exponent`, rounded.
pub(super) fn nearest(f: Float, value: i128, exponent: i32) -> u64 {
    round(f, Finite { negative: value < 0, significand: value.unsigned_abs(), exponent })
}

/// Returns `n / 2^shift`, rounded to the nearest integer, ties to even. A negative shift is exact.
fn divide_to_even(n: u128, shift: i32) -> u128 {
    match shift {
        ..=0 => n << -shift,
        1..=127 => {
            let (quotient, remainder, half) = (n >> shift, n & ((1 << shift) - 1), 1u128 << (shift - 1));
            quotient + u128::from(remainder > half || remainder == half && quotient & 1 == 1)
        }
        _ => 0,
    }
}

/// Returns `a + b`.
pub(super) fn add(f: Float, a: u64, b: u64) -> u64 {
    let (a, b) = match (read(f, a), read(f, b)) {
        (Value::Nan, _) | (_, Value::Nan) => return f.nan(),
        (Value::Infinite { negative: a }, Value::Infinite { negative: b }) if a != b => return f.nan(),
        (Value::Infinite { negative }, _) | (_, Value::Infinite { negative }) => return infinity(f, negative),
        (Value::Finite(a), Value::Finite(b)) => (a, b),
    };
    // Zero must not be the high operand, because alignment would then lose the other operand.
    let a_is_high = b.significand == 0 || a.significand != 0 && a.exponent >= b.exponent;
    let (high, low) = if a_is_high { (a, b) } else { (b, a) };
    let (significand, exponent) = (high.significand << GUARD_BITS, high.exponent - GUARD_BITS);
    let shift = low.exponent - exponent;
    let low_significand = match low.significand {
        0 => 0,
        n if shift >= 0 => n << shift,
        // The low operand is far below half a unit in the last place of the result, where only its sign matters.
        _ => 1,
    };
    let sum = signed(high.negative, significand) + signed(low.negative, low_significand);
    let negative = if sum == 0 { high.negative && low.negative } else { sum < 0 };
    round(f, Finite { negative, significand: sum.unsigned_abs(), exponent })
}

/// Bits after the last place of the high operand in which a sum is exact. Because a significand has at most 53 bits, a
/// sum has at most 118 bits. A low operand below all of these bits is less than 2^-10 of a unit in the last place of
/// the result, also after the cancellation of one bit.
const GUARD_BITS: i32 = 64;

/// Returns an integer of a sign and a magnitude.
fn signed(negative: bool, n: u128) -> i128 {
    if negative {
        -(n as i128)
    } else {
        n as i128
    }
}

/// Returns `a * b`, where the operands are in any formats.
pub(super) fn mul(f: Float, operands: [Float; 2], [a, b]: [u64; 2]) -> u64 {
    let negative = (a & operands[0].sign_mask() != 0) != (b & operands[1].sign_mask() != 0);
    match (read(operands[0], a), read(operands[1], b)) {
        (Value::Nan, _) | (_, Value::Nan) => f.nan(),
        (Value::Infinite { .. }, Value::Finite(x)) | (Value::Finite(x), Value::Infinite { .. })
            if x.significand == 0 =>
        {
            f.nan()
        }
        (Value::Infinite { .. }, _) | (_, Value::Infinite { .. }) => infinity(f, negative),
        (Value::Finite(a), Value::Finite(b)) => {
            let (significand, exponent) = (a.significand * b.significand, a.exponent + b.exponent);
            round(f, Finite { negative, significand, exponent })
        }
    }
}

/// Returns `a * 2^k`.
pub(super) fn scale(f: Float, a: u64, k: i32) -> u64 {
    match read(f, a) {
        Value::Nan => f.nan(),
        Value::Infinite { negative } => infinity(f, negative),
        // A factor of 2^±5000 gives infinity or zero in every format.
        Value::Finite(x) => round(f, Finite { exponent: x.exponent + k.clamp(-5000, 5000), ..x }),
    }
}

/// Returns the word of one format that is nearest to a value of another.
pub(super) fn convert(from: Float, to: Float, a: u64) -> u64 {
    match read(from, a) {
        Value::Nan => to.nan(),
        Value::Infinite { negative } => infinity(to, negative),
        Value::Finite(x) => round(to, x),
    }
}

/// Returns a number in units of 2^-`fraction`, rounded. A number far above all words of fixed point stays above them.
/// `None` for NaN.
pub(super) fn units(f: Float, a: u64, fraction: u32, rounding: Rounding) -> Option<i128> {
    match read(f, a) {
        Value::Nan => None,
        Value::Infinite { negative } => Some(signed(negative, 1 << 100)),
        Value::Finite(x) => {
            let (value, up) = (signed(x.negative, x.significand), x.exponent + fraction as i32);
            Some(if up < 0 { rounding.drop(value, up.unsigned_abs().min(100)) } else { value << up.min(70) })
        }
    }
}
