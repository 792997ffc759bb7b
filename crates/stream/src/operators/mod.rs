//! Operators as combinational netlists: floating point, generic in exponent and fraction width, and in [`fixed`] fixed
//! point.
//!
//! They follow the rules of [`crate::format`] and share no code with it, so that each checks the other.
//! [`crate::rtl::retime`] turns them into pipelined modules.
//!
//! All floating-point operators share their last step, `pack`. Exponent field and fraction form one integer, to which
//! the leading bit and the rounding increment are added. A carry out of the fraction then increments the exponent, and
//! a carry into the largest exponent gives infinity, without special cases. The encoding was made for this (Muller et
//! al., Handbook of Floating-Point Arithmetic, 2nd ed., section 7.2). Forced results (zero, infinity, NaN) mask the
//! operands of that addition if the LUTs that compute them have free inputs. Otherwise, as in the adder, the result is
//! cleared after the addition, which the reset of the output register does without LUTs.
//!
//! In an addition, `order` orders and aligns the operands, and `result` normalises. `adder` and `pair` combine them.

mod adder;
pub mod cfp;
mod chooser;
mod convert;
mod depths;
mod eighth;
pub mod fixed;
mod formats;
mod lengths;
mod multiplier;
mod odd;
mod order;
mod pack;
mod pair;
mod parts;
mod product;
mod result;
mod scaler;
mod shift;

pub use adder::adder;
pub use chooser::chooser;
pub use convert::{comparisons, from_float, larger, largest, to_float};
pub use depths::{depths, fixed_depths, Depths, PipelineDepths, MAX_DEPTH};
pub use eighth::eighth;
pub use formats::{fixed_to_float, float_to_fixed, float_to_float};
pub use lengths::shortened;
pub use multiplier::{multiplier, multiplier_of_any};
pub use pair::pair;
pub use parts::parts;
pub use product::{MultiplierStyle, Products, DSP_A_BITS, DSP_B_BITS};
pub use scaler::scaler;

use crate::format::Float;
use fftgen_hdl::dsl::*;

record! {
    /// Fields of an operand.
    struct Fields { sign, exponent, fraction }
}

impl<'m> Fields<'m> {
    /// Splits an operand.
    fn split(f: Float, word: Sig<'m>) -> Self {
        let sign = word.bit(f.exponent + f.fraction);
        Fields { sign, exponent: word.bits(f.fraction, f.exponent), fraction: word.bits(0, f.fraction) }
    }
}

/// Describes the rules of rounding and of subnormals, for the text above a module.
fn rules(f: Float) -> String {
    let subnormals = if f.subnormals { "gradual underflow" } else { "subnormals flushed to zero" };
    format!("{} (e{}m{}), round to nearest even, {subnormals}", f.name(), f.exponent, f.fraction)
}

/// The effective exponent of a value. A subnormal has exponent 1 and no leading bit. `leading` is set for normal
/// numbers.
fn weight<'m>(exponent: Sig<'m>, leading: Sig<'m>) -> Sig<'m> {
    exponent.with_lowest(!leading)
}

/// `a + b` modulo 2^width, where LUTs compute `b` and are to absorb the addition.
///
/// Yosys connects the operand with the smaller low bits directly to the carry chain. A zero below `a` and a one below
/// `b` make it choose `a`.
fn add_tables<'m>(a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
    let [low, high] = in_order(a, b);
    (low + high).above(1)
}

/// Appends a zero below `a` and a one below `b`. The sum of these bits has no carry, and Yosys takes `a` as the first
/// operand because of them.
fn in_order<'m>(a: Sig<'m>, b: Sig<'m>) -> [Sig<'m>; 2] {
    let m = a.builder();
    [m.cat([m.low(), a]), m.cat([m.high(), b])]
}

/// The difference of numbers without sign, with a sign bit.
fn signed_difference<'m>(a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
    let bits = a.width().max(b.width()) + 1;
    a.extend(bits) - b.extend(bits)
}
