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
    /// One more unit in the last place. `None`: the fraction is exact.
    pub round: Option<Net>,
    pub forced: Forced,
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
    let word = match r.round {
        Some(round) => {
            let round = m.and(round, free);
            m.name(round, "increment");
            add_carry(m, word, bump, round)
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

/// The rounding increment of round to nearest even: past half a unit, or half way and odd.
pub(super) fn increment(m: &mut Module, last: Net, guard: Net, sticky: Net) -> Net {
    let above = m.or(last, sticky);
    m.and(guard, above)
}
