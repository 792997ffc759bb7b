//! Numbers of fp32 as sums of parts of bf16.

use super::shift::{leading_zeros, left};
use super::{add_carry, gate, Fields};
use crate::format::{Float, BF16};
use crate::rtl::{Module, Net};

/// What the parts before one leave: a significand whose leading bit is at the top.
struct Rest {
    negative: Net,
    /// Exponent field.
    exponent: Net,
    significand: Net,
    /// Whether it is a normal number.
    is_there: Net,
}

/// Builds the parts of bf16 of a number of fp32, combinational: each is nearest to what those before it leave. Input
/// `a`; output `y`, the first part in the low bits.
pub fn parts(name: &str, float: Float, count: usize) -> Module {
    let mut m = Module::new(name, format!("A number of {} as a sum of {count} numbers of bf16", float.name()));
    let a = m.input("a", float.bits());
    let Fields { sign, exponent, fraction, .. } = Fields::split(&mut m, float, a);
    let (normal, special) = (m.any(exponent), m.all(exponent));
    let payload = m.any(fraction);
    let is_nan = m.and(special, payload);
    let one = m.constant(1, 1);
    let significand = m.concat(&[fraction, one]);
    let rest = Rest { negative: sign, exponent, significand, is_there: normal };
    let (first, next) = cut(&mut m, &rest);
    // A number that rounds to infinity leaves nothing.
    let field = m.slice(first, BF16.fraction, BF16.exponent);
    let is_infinite = m.all(field);
    let is_infinite = m.or(is_infinite, special);
    let magnitude = gate(&mut m, first, normal);
    let nan = m.constant(BF16.bits() - 1, BF16.nan().into());
    let magnitude = m.mux(is_nan, nan, magnitude);
    let positive = m.not(is_nan);
    let sign = m.and(sign, positive);
    let mut words = vec![magnitude, sign];
    let finite = m.not(is_infinite);
    let mut rest = next.map(|rest| Rest { is_there: m.and(rest.is_there, finite), ..rest });
    for _ in 1..count {
        let Some(last) = rest else { break };
        let (magnitude, next) = cut(&mut m, &last);
        words.extend([magnitude, last.negative].map(|word| gate(&mut m, word, last.is_there)));
        rest = next.map(|rest| Rest { is_there: m.and(rest.is_there, last.is_there), ..rest });
    }
    let y = m.concat(&words);
    m.output("y", y);
    m
}

/// Rounds a number to a part. Returns the part without its sign, and what it leaves, where the number has further bits.
fn cut(m: &mut Module, rest: &Rest) -> (Net, Option<Rest>) {
    let kept = BF16.fraction + 1;
    let below = m.width(rest.significand) - kept;
    let fraction = m.slice(rest.significand, below, BF16.fraction);
    let magnitude = m.concat(&[fraction, rest.exponent]);
    if below == 0 {
        return (magnitude, None);
    }
    let low = m.slice(rest.significand, 0, below);
    let half = m.bit(low, below - 1);
    let sticky = m.slice(low, 0, below - 1);
    let sticky = m.any(sticky);
    let odd = m.bit(fraction, 0);
    let more = m.or(odd, sticky);
    let up = m.and(half, more);
    let nothing = m.constant(m.width(magnitude), 0);
    let rounded = add_carry(m, nothing, magnitude, up);
    // The low bits, or what they have less than a unit of the part.
    let flip = m.repeat(up, below);
    let low = m.xor(low, flip);
    let nothing = m.constant(below, 0);
    let difference = add_carry(m, nothing, low, up);
    let (zeros, some) = leading_zeros(m, difference);
    let significand = left(m, difference, zeros);
    let width = BF16.exponent + 1;
    let exponent = m.extend(rest.exponent, width);
    let (unit, zeros) = (m.constant(width, kept.into()), m.extend(zeros, width));
    let exponent = m.sub(exponent, unit);
    let exponent = m.sub(exponent, zeros);
    let (negative, field) = (m.bit(exponent, BF16.exponent), m.slice(exponent, 0, BF16.exponent));
    let (positive, nonzero) = (m.not(negative), m.any(field));
    let normal = m.and(positive, nonzero);
    let is_there = m.and(some, normal);
    let negative = m.xor(rest.negative, up);
    (rounded, Some(Rest { negative, exponent: field, significand, is_there }))
}
