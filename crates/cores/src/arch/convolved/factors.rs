//! Factors of a convolution with a chirp.

use crate::exact::Real;
use crate::formula::{Diag, Factor};
use std::sync::Arc;

/// Returns the factors of the samples and of the results of `points` points.
pub(super) fn chirp(points: usize) -> Vec<Factor> {
    Diag::Chirp(points).factors().to_vec()
}

/// Returns the factors between both passes, which are conjugated because the passes exchange the parts of words, and
/// scaled. `scale`: factor of the results; `elements`: points of a pass.
pub(super) fn spectrum_of(points: usize, elements: usize, scale: &Real) -> Vec<Factor> {
    let factors = Diag::Spectrum { n: points, m: elements }.factors();
    let scaled = factors.iter().map(|factor| factor.value().conj().scale(scale));
    scaled.map(|value| Factor::Value(Arc::new(value))).collect()
}

/// Returns the [factors between both passes](spectrum_of) for words without exponents of their own, and the power of
/// two by which they exceed the scale. It makes the largest factor greater than one half, and at most one.
pub(super) fn spectrum(points: usize, elements: usize, scale: &Real) -> (Vec<Factor>, i32) {
    let factors = spectrum_of(points, elements, scale);
    let largest = factors.iter().map(|factor| factor.value().to_c64().norm()).fold(0.0, f64::max);
    let up = -largest.log2().ceil() as i32;
    (spectrum_of(points, elements, &scale.scaled(up)), up)
}
