//! Last step of all floating-point operators: forced results, rounding increment, assembly of the word.

use super::{add_carry, gate};
use crate::format::Float;
use crate::rtl::{Module, Net};

/// Result before rounding.
///
/// The exponent field is `exponent + bump`. The leading bit of the significand is not part of `fraction` but of `bump`,
/// which the rounding addition adds.
pub(super) struct Unpacked {
    pub sign: Net,
    /// Exponent less `bump`, as wide as the exponent field.
    pub exponent: Net,
    /// Increment of the exponent, 1 or 2 bits wide.
    pub bump: Net,
    pub fraction: Net,
    /// Bits below the fraction. `None` if the fraction is exact.
    pub rest: Option<Rest>,
    pub forced: Forced,
}

/// Bits below a fraction, as far as rounding to nearest even needs them.
///
/// A unit is added from half a unit on. Half way between two values, the sum may be the odd neighbour. Clearing its
/// last bit gives the even one. The carry chain of the addition therefore depends on a single bit, and not on all bits
/// below the fraction.
pub(super) struct Rest {
    /// Bit directly below the fraction.
    pub half: Net,
    /// Whether any bit below `half` is set.
    pub sticky: Net,
}

impl Rest {
    /// Names both bits.
    pub fn named(self, m: &mut Module) -> Rest {
        m.name(self.half, "round_bit");
        m.name(self.sticky, "sticky_below");
        self
    }

    /// Selects one of two.
    pub fn either(m: &mut Module, sel: Net, then: &Rest, other: &Rest) -> Rest {
        Rest { half: m.mux(sel, then.half, other.half), sticky: m.mux(sel, then.sticky, other.sticky) }
    }

    /// Computes whether the value is half way between two fractions.
    fn tie(&self, m: &mut Module) -> Net {
        let exact = m.not(self.sticky);
        let tie = m.and(self.half, exact);
        m.name(tie, "is_tie")
    }
}

/// Conditions that replace the computed result.
pub(super) struct Forced {
    /// Zero: exponent and fraction are cleared. `infinite` has priority.
    pub zero: Net,
    /// Infinity: the exponent is set and the fraction is cleared.
    pub infinite: Net,
    /// Canonical NaN. It implies `infinite`.
    pub nan: Net,
}

/// Assembles a word. Forced results mask the operands of the rounding addition.
pub(super) fn pack(m: &mut Module, f: Float, r: Unpacked) -> Net {
    let forced = m.or(r.forced.zero, r.forced.infinite);
    let free = m.not(forced);
    m.name(free, "finite");
    // The increments of a forced result are zero, so that NaN may be marked before the addition.
    let fraction = gate(m, r.fraction, free);
    let fraction = mark(m, f, fraction, r.forced.nan);
    let not_zero = m.not(r.forced.zero);
    let exponent = gate(m, r.exponent, not_zero);
    let word = round_up(m, f, fraction, exponent, free, &r);
    with_sign(m, word, &r)
}

/// Assembles a word. Forced results clear fields after the rounding addition, for operators whose LUTs before the
/// addition have no free input, or whose condition for zero is late. Synthesis maps the clearing to the reset of the
/// output register if one follows.
pub(super) fn pack_late(m: &mut Module, f: Float, r: Unpacked) -> Net {
    let finite = m.not(r.forced.infinite);
    m.name(finite, "finite");
    let word = round_up(m, f, r.fraction, r.exponent, finite, &r);
    let forced = m.or(r.forced.zero, r.forced.infinite);
    let zero = m.and(r.forced.zero, finite);
    m.name(forced, "is_forced");
    m.name(zero, "is_zero");
    let (fraction, exponent) = (m.slice(word, 0, f.fraction), m.slice(word, f.fraction, f.exponent));
    let (no_fraction, no_exponent) = (m.constant(f.fraction, 0), m.constant(f.exponent, 0));
    let (fraction, exponent) = (m.mux(forced, no_fraction, fraction), m.mux(zero, no_exponent, exponent));
    let fraction = mark(m, f, fraction, r.forced.nan);
    let word = m.concat(&[fraction, exponent]);
    with_sign(m, word, &r)
}

/// Joins fraction and exponent, sets the exponent of infinity, and adds leading bit and rounding increment if `free`.
fn round_up(m: &mut Module, f: Float, fraction: Net, exponent: Net, free: Net, r: &Unpacked) -> Net {
    let infinite = m.repeat(r.forced.infinite, f.exponent);
    let exponent = m.or(exponent, infinite);
    let bump = gate(m, r.bump, free);
    let below = m.constant(f.fraction, 0);
    let bump = m.concat(&[below, bump]);
    let bump = m.extend(bump, f.fraction + f.exponent);
    let word = m.concat(&[fraction, exponent]);
    m.name(word, "unrounded");
    let word = match &r.rest {
        Some(rest) => {
            let half = m.and(rest.half, free);
            m.name(half, "increment");
            let word = add_carry(m, word, bump, half);
            let (last, high) = (m.bit(word, 0), m.slice(word, 1, f.fraction + f.exponent - 1));
            let tie = rest.tie(m);
            let clear = m.not(tie);
            let last = m.and(last, clear);
            m.concat(&[last, high])
        }
        None => m.add(word, bump),
    };
    m.name(word, "rounded")
}

/// Appends the sign, which is positive for NaN.
fn with_sign(m: &mut Module, word: Net, r: &Unpacked) -> Net {
    let plus = m.constant(1, 0);
    let sign = m.mux(r.forced.nan, plus, r.sign);
    m.concat(&[word, sign])
}

/// Sets the top bit of a fraction, which marks NaN.
fn mark(m: &mut Module, f: Float, fraction: Net, nan: Net) -> Net {
    let (low, top) = (m.slice(fraction, 0, f.fraction - 1), m.bit(fraction, f.fraction - 1));
    let top = m.or(top, nan);
    m.concat(&[low, top])
}
