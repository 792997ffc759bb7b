//! Kinds of test frames: which of them each number system has, the most telling first.

use super::frame::Frame;
use super::{fixed, float};
use crate::design::Design;
use crate::format::Format;
use crate::model::Sample;
use crate::number::Scale;
use serde::Serialize;

/// A kind of test frames.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct Kind {
    /// Name of the kind.
    pub name: &'static str,
    /// Why there is such a kind.
    pub why: &'static str,
    #[serde(skip)]
    pub(super) make: fn(&mut Frame) -> Vec<Sample>,
}

const fn kind(name: &'static str, why: &'static str, make: fn(&mut Frame) -> Vec<Sample>) -> Kind {
    Kind { name, why, make }
}

const FLOAT: [Kind; 10] = [
    kind("noise", "what most data is like", float::noise),
    kind("wide", "exponents far apart in a frame: words are shifted by every distance", float::wide),
    kind("ends", "the largest number, signs in a pattern: sums overflow or cancel", float::ends),
    kind("near", "words that differ in their last bits: what is left is normalised", float::near),
    kind("top", "results at the largest exponent, infinite or not", float::top),
    kind("bottom", "results at the smallest exponent, zero or not", float::bottom),
    kind("tone", "one loud bin among quiet ones", float::tone),
    kind("impulse", "one word alone: the bits of the factors that it meets come out", float::impulse),
    kind("few bits", "small integers and zeros of both signs: ties, and low bits of factors", float::few_bits),
    kind("not finite", "infinities, NaN and subnormals", float::not_finite),
];

/// Parts share an exponent, or a frame does.
const SHARED: [Kind; 11] = {
    let spread = kind("spread", "some words far above the rest, of which aligning drops some bits", float::spread);
    let [a, b, c, d, e, f, g, h, i, j] = FLOAT;
    [a, spread, b, c, d, e, f, g, h, i, j]
};

const FIXED: [Kind; 11] = [
    kind("any bits", "noise of full scale", fixed::any_bits),
    kind("ends", "words at the ends of the range, signs in a pattern: the largest sums", fixed::ends),
    kind("tiny", "one or a few units in the last place: what rounding makes of almost nothing", fixed::tiny),
    kind("square", "full scale: its first harmonic is larger than any component", fixed::square),
    kind("near", "words that differ in their last bits: what they have in common cancels", fixed::near),
    kind("noise", "what most data is like", fixed::noise),
    kind("corners", "each word at either end, at random", fixed::corners),
    kind("tone", "one loud bin among quiet ones", fixed::tone),
    kind("impulse", "one word alone, of either end or of one unit", fixed::impulse),
    kind("two", "two words at an end of the range: few sums overflow, or one", fixed::two),
    kind("few bits", "few words that are not zero, or none", fixed::few_bits),
];

/// Where no bit is dropped every amplitude has bits of its own in long words.
const UNSCALED: [Kind; 12] = with_quiet(FIXED);

/// Where a frame has an exponent each amplitude has another one.
const BLOCK: [Kind; 12] = with_quiet(FIXED);

const fn with_quiet(kinds: [Kind; 11]) -> [Kind; 12] {
    let quiet = kind("quiet", "noise of every amplitude down to the last place", fixed::quiet);
    let [a, b, c, d, e, f, g, h, i, j, k] = kinds;
    [a, b, c, quiet, d, e, f, g, h, i, j, k]
}

/// The kinds of a format, whatever is computed in.
pub fn of_format(format: &Format) -> &'static [Kind] {
    match format {
        Format::Float(_) => &FLOAT,
        Format::Fixed(_) => &FIXED,
    }
}

/// The kinds of a design's number system.
pub fn of(design: &Design) -> &'static [Kind] {
    let pipeline = design.pipeline();
    match (&design.config.format, design.config.arithmetic.scale()) {
        (Format::Fixed(_), _) if design.config.has_block_exponents() => &BLOCK,
        (Format::Float(_), _) if pipeline.shared().is_some() || pipeline.normalizers().next().is_some() => &SHARED,
        (Format::Float(_), _) => &FLOAT,
        (Format::Fixed(_), Scale::None) => &UNSCALED,
        (Format::Fixed(_), _) => &FIXED,
    }
}
