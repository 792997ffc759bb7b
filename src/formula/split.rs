//! Real data through a complex transform: what stands between the transform's spectrum and those of the data.
//!
//! The spectrum of real data mirrors itself, X\[N-k\] = conj X\[k\], so that one complex transform does for twice the data
//! (Cooley, Lewis and Welch 1970). Points k and M-k of the complex transform's M give two points of the result. With
//! U = Z\[k\], V = conj Z\[M-k\] and ω = e^(-2πi/2M) these are
//!
//! | | forward | inverse |
//! |---|---|---|
//! | [`Kind::Real`] | X\[k\] = (U + V)/2 - iω^k (U - V)/2, X\[M-k\] = conj of the difference | Z\[k\] = (U + V) + iω^-k (U - V), Z\[M-k\] alike |
//! | [`Kind::RealPair`] | A = (U + V)/2, B = -i (U - V)/2 | Z\[k\] = A + iB, Z\[M-k\] = conj A + i conj B |
//!
//! Points 0 and M/2 mirror themselves: one pair of another kind. Of [`Kind::Real`], point 0 holds X\[0\] and X\[M\], which
//! are real, as its real and its imaginary part: (1 + i) conj Z\[0\], and back by the same; and X\[M/2\] = conj Z\[M/2\]. A
//! pair's own sums do that too, with a factor of -1: U = Z\[M/2\] and V = (1 + i) conj Z\[0\] give V and conj U, so that the
//! two change places. Of [`Kind::RealPair`], the values of A and B are there already.

use super::{values, Factor};
use crate::choice::Choice;
use crate::exact::Real;
use std::fmt::{Display, Formatter, Result};
use std::sync::Arc;

/// What a frame holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Kind {
    /// Complex samples.
    #[default]
    Complex,
    /// Real samples, an even number: sample 2k is the real part of point k and sample 2k + 1 the imaginary part. Point 0
    /// of the spectrum holds X\[0\] and X\[N/2\], and point k, below N/2, X\[k\].
    Real,
    /// Samples of two frames of real ones, A as the real parts and B as the imaginary parts. Of the spectrum, point k
    /// below N/2 is A\[k\] and point N - k is B\[k\]; points 0 and N/2 hold A's value and B's, which are real.
    RealPair,
}

/// A kind with the direction that its word states: true for the inverse transform. The word of complex samples states none.
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

    /// Points of the complex transform, for frames of so many samples.
    pub fn points(self, samples: usize) -> usize {
        samples / self.share()
    }

    /// Samples of a point.
    pub fn share(self) -> usize {
        match self {
            Kind::Real => 2,
            Kind::Complex | Kind::RealPair => 1,
        }
    }

    /// What stands beside a complex transform of so many points: nothing for complex samples.
    pub fn split(self, points: usize, inverse: bool) -> Option<RealSplit> {
        let some = match self {
            Kind::Complex => false,
            Kind::Real => true,
            // All points mirror themselves.
            Kind::RealPair => points > 2,
        };
        some.then_some(RealSplit { kind: self, points, inverse })
    }
}

/// The step behind the complex transform; of the inverse, the step ahead of it, with real and imaginary parts exchanged
/// on both its sides as on those of the transform.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RealSplit {
    pub kind: Kind,
    /// Of the complex transform.
    pub points: usize,
    pub inverse: bool,
}

impl RealSplit {
    /// Points that go together, as they are behind the step. The first two mirror themselves; in an odd number of points
    /// there is only one such, which goes with a point that is not there.
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

    /// Whether the points of a pair change places in the step.
    pub fn is_crossed(&self, pair: usize) -> bool {
        self.kind == Kind::Real && self.is_self_conjugate(pair)
    }

    /// Whether the points of a pair mirror themselves.
    pub fn is_self_conjugate(&self, pair: usize) -> bool {
        pair == 0
    }

    /// What the difference of each pair is multiplied by, or with parts exchanged the sum: -iω^k, of points that mirror
    /// themselves -1, and in a forward transform half of that; nothing if there is no such product.
    pub fn factors(&self) -> Option<Vec<Factor>> {
        let turn = 4 * self.samples();
        let root = |k: usize| if self.is_self_conjugate(k) { 2 * self.samples() } else { 4 * k + self.samples() };
        let roots = (0..self.pairs().len()).map(|k| Factor::root(root(k), turn));
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

    /// How often it doubles the size of the transform.
    pub fn doublings(&self) -> i32 {
        self.kind.share().ilog2() as i32
    }

    /// Samples of a frame.
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
