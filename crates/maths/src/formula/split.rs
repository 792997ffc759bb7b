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

use super::{values, Factor, FrameShape};
use crate::choice::Choice;
use crate::exact::Real;
use std::cmp::Ordering;
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

    /// Returns the lengths of the complex transform of frames of `shape`, in points.
    pub fn point_shape(self, shape: FrameShape) -> FrameShape {
        shape.with_row(self.points(shape.row()))
    }

    /// Returns the step beside a complex transform whose lengths are `shape`, in points; none for complex samples.
    pub fn split(self, shape: FrameShape, inverse: bool) -> Option<RealSplit> {
        let has_step = match self {
            Kind::Complex => false,
            Kind::Real => true,
            // Of one or two points along every dimension, each point mirrors itself.
            Kind::RealPair => shape.dimensions().iter().any(|length| *length > 2),
        };
        has_step.then_some(RealSplit { kind: self, shape, inverse })
    }
}

/// Two points of the complex transform that the step takes together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MirrorPair {
    /// Positions of the points. A position beyond the last point stands for a point that is not there.
    pub points: [usize; 2],
    /// Whether each point mirrors itself.
    pub is_self_conjugate: bool,
    /// Index of the first point within its row.
    pub column: usize,
}

/// The step after the complex transform; of the inverse, the step before it, with real and imaginary parts exchanged
/// on both its sides as on those of the transform.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RealSplit {
    /// The kind of real data.
    pub kind: Kind,
    /// Lengths of the complex transform, in points.
    pub shape: FrameShape,
    /// Whether the transform is inverse.
    pub inverse: bool,
}

impl RealSplit {
    /// Returns the pairs of points that mirror each other, as they are after the step. Points that mirror themselves
    /// are two of a row; in rows of an odd length only one, which is paired with a point that is not there.
    ///
    /// ```
    /// use fftgen_maths::formula::Kind;
    /// let pairs = |points: usize| Kind::Real.split(points.into(), false).unwrap().pairs().into_iter().map(|pair| pair.points);
    /// assert!(pairs(6).eq([[0, 3], [1, 5], [2, 4]]));
    /// assert!(pairs(5).eq([[0, 5], [1, 4], [2, 3]]));
    /// ```
    pub fn pairs(&self) -> Vec<MirrorPair> {
        let row = self.shape.row();
        let leading = self.shape.with_row(1);
        let mut missing = self.shape.samples()..;
        let mut pairs = Vec::new();
        for first in 0..leading.samples() {
            let second = self.mirrored_row(leading, first);
            let mut pair = |columns: [usize; 2], is_self_conjugate: bool| {
                let points = [first * row + columns[0], second * row + columns[1]];
                pairs.push(MirrorPair { points, is_self_conjugate, column: columns[0] });
            };
            match first.cmp(&second) {
                Ordering::Equal if row % 2 == 0 => pair([0, row / 2], true),
                Ordering::Equal => {
                    let nowhere = missing.next().map_or(0, |position| position - second * row);
                    pair([0, nowhere], true);
                }
                Ordering::Less => {
                    pair([0, 0], false);
                    if row % 2 == 0 {
                        pair([row / 2, row / 2], false);
                    }
                    (row.div_ceil(2)..row).filter(|k| 2 * k > row).for_each(|k| pair([k, row - k], false));
                }
                Ordering::Greater => continue,
            }
            (1..row.div_ceil(2)).for_each(|k| pair([k, row - k], false));
        }
        pairs
    }

    /// Returns the row that mirrors another one, whose index along every dimension is the negative one.
    fn mirrored_row(&self, leading: FrameShape, row: usize) -> usize {
        let lengths = leading.dimensions().iter();
        let mirrored: Vec<usize> =
            leading.indices(row).iter().zip(lengths).map(|(k, length)| (length - k) % length).collect();
        leading.position(&mirrored)
    }

    /// Whether the points of a pair change places in the step.
    pub fn is_crossed(&self, pair: &MirrorPair) -> bool {
        self.kind == Kind::Real && pair.is_self_conjugate
    }

    /// Returns the factor of each pair's difference, or with parts exchanged that of its sum: -iω^k, of points that
    /// mirror themselves -1, and in a forward transform half of that; none if there is no such product.
    pub fn factors(&self) -> Option<Vec<Factor>> {
        let samples = self.shape.row() * self.kind.share();
        let root = |pair: &MirrorPair| if pair.is_self_conjugate { 2 * samples } else { 4 * pair.column + samples };
        let roots = || self.pairs().iter().map(|pair| Factor::root(root(pair), 4 * samples)).collect::<Vec<_>>();
        match (self.kind, self.inverse) {
            (Kind::Real, true) => Some(roots()),
            (Kind::Real, false) => {
                let half = Real::ratio(1, 2);
                let halved = values(&roots()).into_iter().map(|root| root.scale(&half));
                Some(halved.map(|value| Factor::Value(Arc::new(value))).collect())
            }
            _ => None,
        }
    }

    /// Returns how often the step doubles the size of the transform.
    pub fn doublings(&self) -> i32 {
        self.kind.share().ilog2() as i32
    }
}

impl Display for RealSplit {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let name = if self.inverse { "JOIN" } else { "SPLIT" };
        let pair = if self.kind == Kind::RealPair { "2" } else { "" };
        let samples = self.shape.with_row(self.shape.row() * self.kind.share());
        write!(f, "{name}{pair}({samples})")
    }
}
