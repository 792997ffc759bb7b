//! Factors of a convolution with a chirp.

use crate::exact::{Complex, Real};
use crate::formula::{Diag, Factor};
use std::sync::Arc;

/// Returns the factors of the samples and of the results of `points` points.
pub(super) fn chirp(points: usize) -> Vec<Factor> {
    Diag::Chirp(points).factors().to_vec()
}

/// Returns the factors between both passes, which are conjugated because the passes exchange the parts of words, and scaled. `scale`: factor
/// of the results; `elements`: points of a pass. The second result is the power of two by which the factors exceed the scale. It makes the
/// largest factor greater than one half, and at most one.
pub(super) fn spectrum(points: usize, elements: usize, scale: &Real) -> (Vec<Factor>, i32) {
    let values: Vec<Complex> = Diag::Spectrum { n: points, m: elements }.factors().iter().map(Factor::value).collect();
    let largest = values.iter().map(|value| value.to_c64().norm()).fold(0.0, f64::max) * scale.to_f64();
    let up = -largest.log2().ceil() as i32;
    let scale = scale.scaled(up);
    (values.iter().map(|value| Factor::Value(Arc::new(value.conj().scale(&scale)))).collect(), up)
}
