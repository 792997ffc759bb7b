//! Real data through a complex transform: the step between the complex spectrum and the spectra of real data.
//!
//! The spectrum of real data is conjugate symmetric, X\[N-k\] = conj X\[k\]. One complex transform therefore serves for
//! twice the number of real samples (Cooley, Lewis and Welch 1970). Points k and M-k of a complex spectrum of M points
//! give two points of the result. With U = Z\[k\], V = conj Z\[M-k\] and ω = e^(-2πi/2M) these are
//!
//! | | forward | inverse |
//! |---|---|---|
//! | [`Kind::Real`] | X\[k\] = (U + V)/2 - iω^k (U - V)/2, X\[M-k\] = conj of the difference | Z\[k\] = (U + V) + iω^-k (U - V), Z\[M-k\] likewise |
//! | [`Kind::RealPair`] | A = (U + V)/2, B = -i (U - V)/2 | Z\[k\] = A + iB, Z\[M-k\] = conj A + i conj B |
//!
//! Points 0 and M/2 are their own mirror images, and together they are a special pair. For [`Kind::Real`], point 0
//! holds X\[0\] and X\[M\], which are real, as its real and its imaginary part: it is (1 + i) conj Z\[0\], which is its
//! own inverse but for a factor of 2. Point M/2 is X\[M/2\] = conj Z\[M/2\]. The sums of an ordinary pair compute this
//! with a factor of -1: U = Z\[M/2\] and V = (1 + i) conj Z\[0\] give V and conj U. The two points are therefore
//! exchanged. For [`Kind::RealPair`], Z\[0\] and Z\[M/2\] hold the values of A and B without a step.

use super::{values, Factor};
use crate::choice::Choice;
use crate::exact::Real;
use std::fmt::{Display, Formatter, Result};
use std::sync::Arc;

/// The kind of data in a frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Kind {
    /// Complex samples.
    #[default]
    Complex,
    /// An even number of real samples: sample 2k is the real part of point k and sample 2k + 1 the imaginary part.
    /// Point 0 of the spectrum holds X\[0\] and X\[N/2\], and point k below N/2 holds X\[k\].
    Real,
    /// Two frames of real samples, A as the real parts and B as the imaginary parts. Point k of the spectrum, below
    /// N/2, is A\[k\], and point N - k is B\[k\]. Points 0 and N/2 hold A\[k\] and B\[k\], which are real, as their
    /// real and imaginary parts.
    RealPair,
}

/// A kind and a direction, which is true for the inverse transform. The word for complex samples is that of both
/// directions.
impl Choice for (Kind, bool) {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("fft", (Kind::Complex, false)),
        ("rfft", (Kind::Real, false)),
        ("irfft", (Kind::Real, true)),
        ("rfft-pair", (Kind::RealPair, false)),
        ("irfft-pair", (Kind::RealPair, true)),
    ];
}

impl Kind {
    /// Returns the word for a transform in a direction.
    pub fn word(self, inverse: bool) -> &'static str {
        (self, inverse && self != Kind::Complex).word()
    }

    /// Returns the number of points of the complex transform for frames of `samples` samples.
    pub fn points(self, samples: usize) -> usize {
        samples / self.share()
    }

    /// Returns the number of samples in a point.
    pub fn share(self) -> usize {
        match self {
            Kind::Real => 2,
            Kind::Complex | Kind::RealPair => 1,
        }
    }

    /// Returns the step beside a complex transform of `points` points, if there is one.
    pub fn split(self, points: usize, inverse: bool) -> Option<RealSplit> {
        let has_step = match self {
            Kind::Complex => false,
            Kind::Real => true,
            // Of one or two points each is its own mirror image.
            Kind::RealPair => points > 2,
        };
        has_step.then_some(RealSplit { kind: self, points, inverse })
    }
}

/// The step behind the complex transform, which splits its spectrum; in an inverse transform, the step ahead of it,
/// which merges spectra. Ahead of and behind an inverse step, as of an inverse transform, real and imaginary parts are
/// exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RealSplit {
    /// The kind of real data.
    pub kind: Kind,
    /// Points of the complex transform.
    pub points: usize,
    /// Whether the transform is inverse.
    pub inverse: bool,
}

impl RealSplit {
    /// Returns the pairs of points that the step combines, in their order behind the step. Each point of the first pair
    /// is its own mirror image. An odd number of points has only one such point, whose partner is a point that does not
    /// exist.
    ///
    /// ```
    /// use fftgen::formula::Kind;
    /// assert_eq!(Kind::Real.split(6, false).unwrap().pairs(), [[0, 3], [1, 5], [2, 4]]);
    /// assert_eq!(Kind::Real.split(5, false).unwrap().pairs(), [[0, 5], [1, 4], [2, 3]]);
    /// ```
    pub fn pairs(&self) -> Vec<[usize; 2]> {
        let middle = if self.points % 2 == 0 { self.points / 2 } else { self.points };
        let mirrored = (1..self.points.div_ceil(2)).map(|k| [k, self.points - k]);
        std::iter::once([0, middle]).chain(mirrored).collect()
    }

    /// Returns whether the step exchanges the points of a pair.
    pub fn is_crossed(&self, pair: usize) -> bool {
        self.kind == Kind::Real && self.is_self_conjugate(pair)
    }

    /// Returns whether each point of a pair is its own mirror image.
    pub fn is_self_conjugate(&self, pair: usize) -> bool {
        pair == 0
    }

    /// Returns the factor of each pair's difference, or in an inverse transform, where parts are exchanged, of its sum.
    /// The factor is -iω^k, or -1 for points that are their own mirror images. In a forward transform it is halved.
    /// Returns `None` if the step has no products.
    pub fn factors(&self) -> Option<Vec<Factor>> {
        let order = 4 * self.samples();
        let exponent = |k: usize| if self.is_self_conjugate(k) { 2 * self.samples() } else { 4 * k + self.samples() };
        let roots = (0..self.pairs().len()).map(|k| Factor::root(exponent(k), order));
        match (self.kind, self.inverse) {
            (Kind::Real, true) => Some(roots.collect()),
            (Kind::Real, false) => {
                let half = Real::ratio(1, 2);
                let halved = values(&roots.collect::<Vec<_>>()).into_iter().map(|root| root.scale(&half));
                Some(halved.map(|value| Factor::Value(Arc::new(value))).collect())
            }
            _ => None,
        }
    }

    /// Returns the binary logarithm of the ratio of samples to points.
    pub fn doublings(&self) -> i32 {
        self.kind.share().ilog2() as i32
    }

    /// Returns the number of samples of a frame.
    fn samples(&self) -> usize {
        self.points * self.kind.share()
    }
}

impl Display for RealSplit {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let name = if self.inverse { "JOIN" } else { "SPLIT" };
        let pair = if self.kind == Kind::RealPair { "2" } else { "" };
        write!(f, "{name}{pair}({})", self.samples())
    }
}
