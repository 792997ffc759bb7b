//! The common end of all operators: force special results, add the rounding increment, assemble.

use super::{add_carry, gate};
use crate::format::Float;
use crate::rtl::{Module, Net};

/// A result before rounding.
///
/// Its exponent field is `exponent + bump`: the leading bit of the significand is not part of `fraction` but
/// of `bump`, which the final addition adds.
pub(super) struct Unpacked {
    pub sign: Net,
    /// As wide as the exponent field.
    pub exponent: Net,
    /// What to add to the exponent, 1 or 2 bits wide.
    pub bump: Net,
    pub fraction: Net,
    /// What is below the fraction. `None`: nothing, it is exact.
    pub rest: Option<Rest>,
    pub forced: Forced,
}

/// What is below a fraction, as far as rounding to nearest even asks.
///
/// From half a unit on, a unit is added. Half way this goes to the odd neighbour half the time, and clearing the last
/// bit of the sum then gives the even one. So the chain of the addition waits for a single bit, not for all that are
/// below it.
pub(super) struct Rest {
    /// The bit below the last.
    pub half: Net,
    /// Some bit below that is set.
    pub sticky: Net,
}

impl Rest {
    /// Gives both bits their names.
    pub fn named(self, m: &mut Module) -> Rest {
        m.name(self.half, "round_bit");
        m.name(self.sticky, "sticky_below");
        self
    }

    /// One of two.
    pub fn either(m: &mut Module, sel: Net, then: &Rest, other: &Rest) -> Rest {
        Rest { half: m.mux(sel, then.half, other.half), sticky: m.mux(sel, then.sticky, other.sticky) }
    }

    /// Half way between two values.
    fn tie(&self, m: &mut Module) -> Net {
        let exact = m.not(self.sticky);
        let tie = m.and(self.half, exact);
        m.name(tie, "is_tie")
    }
}

/// What replaces the computed result.
pub(super) struct Forced {
    /// Zero, unless `infinite` is set too, which prevails: the fraction and exponent are cleared.
    pub zero: Net,
    /// Infinity: the exponent is set, the fraction cleared.
    pub infinite: Net,
    /// With `infinite`: the canonical NaN.
    pub nan: Net,
}

/// Assembles the word.
pub(super) fn pack(m: &mut Module, f: Float, r: Unpacked) -> Net {
    let forced = m.or(r.forced.zero, r.forced.infinite);
    let free = m.not(forced);
    m.name(free, "finite");
    // Nothing is added to a forced result, so NaN may be marked here.
    let fraction = gate(m, r.fraction, free);
    let fraction = mark(m, f, fraction, r.forced.nan);
    let not_zero = m.not(r.forced.zero);
    let exponent = gate(m, r.exponent, not_zero);
    let word = round_up(m, f, fraction, exponent, free, &r);
    with_sign(m, word, &r)
}

/// The same, where the tables before the rounding addition are full already, or zero is known late: zeros are
/// put in after it, which is the reset of an output register where one follows.
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

/// Fraction and exponent, that of infinity where it is, side by side; where `free`, with leading bit and
/// rounding increment added.
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

/// The sign of NaN is positive.
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
