//! Numbers in formats of longer and of shorter fractions, with exponents of equal bits.

use super::{add_carry, rules, Fields};
use crate::format::Float;
use crate::rtl::{Module, Net};

/// Appends zeros to the fraction of a number. A subnormal number stays one.
pub fn lengthened(m: &mut Module, a: Net, bits: u32) -> Net {
    let zeros = m.constant(bits, 0);
    m.concat(&[zeros, a])
}

/// Builds the rounding of a number of `from` to the shorter fraction of `to`, combinational. Input `a`; output `y`.
///
/// Exponent and fraction are one integer. A carry out of the fraction increments the exponent, and so infinity follows
/// from the largest number.
pub fn shortened(name: &str, from: Float, to: Float) -> Module {
    let mut m = Module::new(name, format!("Rounding of {} to {}", from.name(), rules(to)));
    let a = m.input("a", from.bits());
    let Fields { sign, exponent, fraction, .. } = Fields::split(&mut m, from, a);
    let dropped = from.fraction - to.fraction;
    let kept = m.slice(a, dropped, to.exponent + to.fraction);
    let [half, odd] = [dropped - 1, dropped].map(|place| m.bit(a, place));
    let below = (dropped > 1).then(|| m.slice(a, 0, dropped - 1));
    let more = below.map_or(odd, |below| {
        let sticky = m.any(below);
        m.or(odd, sticky)
    });
    let up = m.and(half, more);
    let nothing = m.constant(to.exponent + to.fraction, 0);
    let magnitude = add_carry(&mut m, kept, nothing, up);
    let (special, payload) = (m.all(exponent), m.any(fraction));
    let is_nan = m.and(special, payload);
    let nan = m.constant(to.exponent + to.fraction, to.nan().into());
    let magnitude = m.mux(is_nan, nan, magnitude);
    let finite = m.not(is_nan);
    let sign = m.and(sign, finite);
    let y = m.concat(&[magnitude, sign]);
    m.output("y", y);
    m
}
