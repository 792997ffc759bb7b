//! Numbers in formats of shorter fractions, with exponents of equal bits.

use super::{rules, Fields};
use crate::format::Float;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds the rounding of a number of `from` to the shorter fraction of `to`, combinational. Input `a`; output `y`.
///
/// Exponent and fraction are one integer. A carry out of the fraction increments the exponent, and so infinity follows
/// from the largest number.
#[hdl]
pub fn shortened(name: &str, from: Float, to: Float) -> Module {
    let m = Builder::new(name, format!("Rounding of {} to {}", from.name(), rules(to)));
    let word = m.input("a", from.bits());
    let a = Fields::split(from, word);
    let dropped = from.fraction - to.fraction;
    let kept = word.bits(dropped, to.exponent + to.fraction);
    let (half, odd) = (word.bit(dropped - 1), word.bit(dropped));
    let more = if dropped > 1 { odd | word.any_below(dropped - 1) } else { odd };
    let up = half & more;
    let rounded = kept.add_carry(kept.number(0), up);
    let is_nan = a.exponent.all() & a.fraction.any();
    let magnitude = is_nan.mux(to.nan(), rounded);
    let sign = a.sign & !is_nan;
    m.output("y", m.cat([magnitude, sign]));
    m.finish()
}
