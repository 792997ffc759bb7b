//! Nodes that come while the core runs, and the words of their factors.

use crate::error::Error;
use crate::exact::{Complex, Real};
use crate::format::Format;
use crate::matrix::coefficients::Coefficients;
use crate::matrix::rules::inverse;
use crate::matrix::stored::Stored;
use crate::matrix::words::CoefficientFormat;
use crate::number::FixedOptions;
use crate::rng::Rng;
use num_complex::Complex64;
use std::f64::consts::PI;
use std::sync::Arc;

/// Excess of a factor over 1 in size that is taken for rounding: nodes on the circle may have been rounded to fp32.
const TOLERANCE: f64 = 1.0 / (1 << 22) as f64;

/// Nodes of which a core computes the values, and which come while it runs.
#[derive(Clone, PartialEq, Debug)]
pub enum LoadedNodes {
    /// Any nodes of the given number. Those of a test are at random.
    Any(usize),
    /// Nodes z that a test and the model have. None is zero.
    Given(Arc<[Complex64]>),
}

impl LoadedNodes {
    /// Returns the number of nodes, which are the results of a frame.
    pub fn count(&self) -> usize {
        match self {
            LoadedNodes::Any(count) => *count,
            LoadedNodes::Given(nodes) => nodes.len(),
        }
    }

    /// Returns the factors 1/z as a matrix of one column, for data of a format and frames of `points` points. The words
    /// of their parts are longer than those of other coefficients by the bits of the number of points, because a
    /// factor's error grows with the powers.
    pub(super) fn factors(&self, data: &Format, points: usize, options: &FixedOptions) -> Result<Coefficients, Error> {
        let bare = Coefficients::without_words(self.count(), 1, data, options);
        let format = bare.format.longer(super::step::bits_of(points));
        let (is_fixed, factors) = (matches!(data, Format::Fixed(_)), self.values());
        let mut words = vec![];
        for (number, factor) in factors.iter().enumerate() {
            let size = factor.to_c64().norm();
            if is_fixed && size > 1.0 + TOLERANCE {
                return Err(Error::Data(format!(
                    "node {number} (nodes count from 0) is within the unit circle, so that the powers of its factor \
                     1/z, of size {size:.4}, \
                     grow beyond words of {}; choose a floating-point format, or nodes of size 1 and more",
                    data.name()
                )));
            }
            let word = format.encode(factor);
            if let CoefficientFormat::Float(float) = format {
                if word.iter().any(|part| part & !float.sign_mask() >= float.infinity()) {
                    return Err(Error::Data(format!(
                        "node {number} (nodes count from 0) is near zero, and its factor 1/z is beyond the range of \
                         {}; leave it out, or \
                         choose a format of a wider range",
                        data.name()
                    )));
                }
            }
            words.push(word);
        }
        Ok(Coefficients { format, words: Stored::Each(words), ..bare })
    }

    /// Computes the factors 1/z.
    fn values(&self) -> Vec<Complex> {
        match self {
            LoadedNodes::Given(nodes) => nodes.iter().map(|node| inverse(*node)).collect(),
            LoadedNodes::Any(count) => test_factors(*count),
        }
    }
}

/// Returns factors for tests: one in four within the circle, and the others on it.
fn test_factors(count: usize) -> Vec<Complex> {
    let mut rng = Rng::new(count as u64);
    let factor = |number: usize| {
        let size = if number % 4 == 3 { 1.0 - 0.25 * rng.real().abs() } else { 1.0 };
        let value = Complex64::from_polar(size, 2.0 * PI * rng.real());
        Complex { re: Real::from_f64(value.re), im: Real::from_f64(value.im) }
    };
    (0..count).map(factor).collect()
}
