//! Numbers of fp32 as sums of parts of bf16.

use super::shift::{leading_zeros, left};
use super::Fields;
use crate::format::{Float, BF16};
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

record! {
    /// What the parts before one leave: a significand whose leading bit is at the top.
    struct Rest {
        negative,
        /// Exponent field.
        exponent,
        significand,
        /// Whether it is a normal number.
        is_there,
    }
}

/// Builds the parts of bf16 of a number of fp32, combinational: each is nearest to what those before it leave. Input
/// `a`; output `y`, the first part in the low bits.
#[hdl]
pub fn parts(name: &str, float: Float, count: usize) -> Module {
    let m = Builder::new(name, format!("A number of {} as a sum of {count} numbers of bf16", float.name()));
    let a = Fields::split(float, m.input("a", float.bits()));
    let (normal, special) = (a.exponent.any(), a.exponent.all());
    let is_nan = special & a.fraction.any();
    let significand = m.cat([a.fraction, m.high()]);
    let number = Rest { negative: a.sign, exponent: a.exponent, significand, is_there: normal };
    m.section("Part 0");
    let (first, next) = cut(number);
    // A number that rounds to infinity leaves nothing.
    let is_infinite = first.above(BF16.fraction).all() | special;
    let magnitude = is_nan.mux(BF16.nan(), first.masked(normal));
    let sign = a.sign & !is_nan;
    let mut words = vec![magnitude, sign];
    let is_finite = !is_infinite;
    let mut rest = next.map(|rest| Rest { is_there: rest.is_there & is_finite, ..rest });
    for part in 1..count {
        let Some(last) = rest else { break };
        m.section(&format!("Part {part}"));
        let _scope = m.scope(&format!("part{part}"));
        let (magnitude, next) = cut(last);
        words.extend([magnitude, last.negative].map(|word| word.masked(last.is_there)));
        rest = next.map(|rest| Rest { is_there: rest.is_there & last.is_there, ..rest });
    }
    m.output("y", m.cat(words));
    m.finish()
}

/// Rounds a number to a part. Returns the part without its sign, and what it leaves, where the number has further bits.
#[hdl]
fn cut(number: Rest<'_>) -> (Sig<'_>, Option<Rest<'_>>) {
    let m = number.negative.builder();
    let kept = BF16.fraction + 1;
    let below = number.significand.width() - kept;
    let fraction = number.significand.bits(below, BF16.fraction);
    let magnitude = m.cat([fraction, number.exponent]);
    if below == 0 {
        return (magnitude, None);
    }
    let low = number.significand.bits(0, below);
    let sticky = low.any_below(below - 1);
    let up = low.bit(below - 1) & (fraction.bit(0) | sticky);
    let rounded = magnitude.plus_carry(up);
    // The low bits, or what they have less than a unit of the part.
    let inverted = low.invert_if(up);
    let difference = inverted.plus_carry(up);
    let (zeros, some) = leading_zeros(difference);
    let significand = left(difference, zeros);
    let bits = BF16.exponent + 1;
    let exponent_below = number.exponent.extend(bits) - kept;
    let exponent = exponent_below - zeros.extend(bits);
    let field = exponent.bits(0, BF16.exponent);
    let normal = !exponent.top() & field.any();
    let is_there = some & normal;
    (rounded, Some(Rest { negative: number.negative ^ up, exponent: field, significand, is_there }))
}
