//! Last step of all floating-point operators: forced results, rounding increment, assembly of the word.

use crate::format::Float;
use fftgen_hdl::dsl::*;

/// Result before rounding.
///
/// The exponent field is `exponent + bump`. The leading bit of the significand is not part of `fraction` but of `bump`,
/// which the rounding addition adds.
pub(super) struct Unpacked<'m> {
    pub sign: Sig<'m>,
    /// Exponent less `bump`, as wide as the exponent field.
    pub exponent: Sig<'m>,
    /// Increment of the exponent, 1 or 2 bits wide.
    pub bump: Sig<'m>,
    pub fraction: Sig<'m>,
    /// Bits below the fraction. `None` if the fraction is exact.
    pub rest: Option<Rest<'m>>,
    pub forced: Forced<'m>,
}

record! {
    /// Bits below a fraction, as far as rounding to nearest even needs them.
    ///
    /// A unit is added from half a unit on. Half way between two values, the sum may be the odd neighbour. Clearing its
    /// last bit gives the even one. The carry chain of the addition therefore depends on a single bit, and not on all
    /// bits below the fraction.
    pub(super) struct Rest {
        /// Bit directly below the fraction.
        half,
        /// Whether any bit below `half` is set.
        sticky,
    }
}

record! {
    /// Conditions that replace the computed result.
    pub(super) struct Forced {
        /// Zero: exponent and fraction are cleared. `infinite` has priority.
        zero,
        /// Infinity: the exponent is set and the fraction is cleared.
        infinite,
        /// Canonical NaN. It implies `infinite`.
        nan,
    }
}

/// Assembles a word. Forced results mask the operands of the rounding addition.
#[hdl]
pub(super) fn pack<'m>(f: Float, r: &Unpacked<'m>) -> Sig<'m> {
    let m = r.sign.builder();
    m.section("Rounding");
    let finite = !(r.forced.zero | r.forced.infinite);
    // The increments of a forced result are zero, so that NaN may be marked before the addition.
    let fraction = r.fraction.masked(finite);
    let exponent = r.exponent.masked(!r.forced.zero);
    with_sign(round_up(f, marked(fraction, r.forced.nan), exponent, finite, r), r)
}

/// Assembles a word. Forced results clear fields after the rounding addition, for operators whose LUTs before the
/// addition have no free input, or whose condition for zero is late. Synthesis maps the clearing to the reset of the
/// output register if one follows.
#[hdl]
pub(super) fn pack_late<'m>(f: Float, r: &Unpacked<'m>) -> Sig<'m> {
    let m = r.sign.builder();
    m.section("Rounding");
    let finite = !r.forced.infinite;
    let rounded = round_up(f, r.fraction, r.exponent, finite, r);
    let no_fraction = r.forced.zero | r.forced.infinite;
    let no_exponent = r.forced.zero & finite;
    let kept_fraction = no_fraction.mux(0, rounded.bits(0, f.fraction));
    let kept_exponent = no_exponent.mux(0, rounded.bits(f.fraction, f.exponent));
    with_sign(m.cat([marked(kept_fraction, r.forced.nan), kept_exponent]), r)
}

/// Joins fraction and exponent, sets the exponent of infinity, and adds leading bit and rounding increment if `finite`.
#[hdl]
fn round_up<'m>(f: Float, fraction: Sig<'m>, exponent: Sig<'m>, finite: Sig<'m>, r: &Unpacked<'m>) -> Sig<'m> {
    let m = fraction.builder();
    let bits = f.fraction + f.exponent;
    let field = exponent | r.forced.infinite.repeat(f.exponent);
    let masked_bump = r.bump.masked(finite);
    let bump = masked_bump.above_zeros(f.fraction).extend(bits);
    let unrounded = m.cat([fraction, field]);
    let Some(rest) = r.rest else { return unrounded + bump };
    let increment = rest.half & finite;
    let rounded_up = unrounded.add_carry(bump, increment);
    let is_tie = rest.half & !rest.sticky;
    m.cat([rounded_up.bit(0) & !is_tie, rounded_up.above(1)])
}

/// Appends the sign, which is positive for NaN.
fn with_sign<'m>(word: Sig<'m>, r: &Unpacked<'m>) -> Sig<'m> {
    let sign = r.forced.nan.mux(0, r.sign).named("final_sign");
    word.builder().cat([word, sign])
}

/// The fraction with its top bit, which marks NaN, set where `nan` is high.
fn marked<'m>(fraction: Sig<'m>, nan: Sig<'m>) -> Sig<'m> {
    let top = fraction.width() - 1;
    fraction.builder().cat([fraction.bits(0, top), fraction.bit(top) | nan])
}
