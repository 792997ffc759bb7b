//! The steps of a frame: which points each sum of products takes, and by which roots they are multiplied.
//!
//! The points of a step lie so that results follow each other in natural order (Stockham; Cochran et al. 1967). The
//! twiddle factor of a point and the root of its transform are one coefficient, because each result is a sum of its
//! own.

use crate::formula::prime_factors;
use crate::number::fixed::rounded;

/// A step, each result of which is a sum of as many products as the radix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MacStep {
    /// Products of a sum.
    pub radix: usize,
    /// Results of the steps before with which a transform of the rest begins: the product of their radices.
    pub before: usize,
    /// Distance of the points of a sum.
    pub stride: usize,
}

/// A product of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Place of the point in the order of the step.
    pub place: usize,
    /// Power of the root of unity of the frame's size.
    pub exponent: usize,
}

impl MacStep {
    /// Returns the steps of a frame of `points` points.
    ///
    /// ```
    /// use fftgen_cores::arch::mac::MacStep;
    /// let radices = |points| MacStep::all(points).iter().map(|step| step.radix).collect::<Vec<_>>();
    /// assert_eq!(radices(20), [5, 4]);
    /// assert_eq!(radices(67), [67]);
    /// ```
    pub fn all(points: usize) -> Vec<Self> {
        let mut before = 1;
        let step = |radix: usize| {
            let step = MacStep { radix, before, stride: points / radix };
            before *= radix;
            step
        };
        radices(points).into_iter().map(step).collect()
    }

    /// Returns a last step that multiplies each bin by one factor.
    pub fn scaling(points: usize) -> Self {
        MacStep { radix: 1, before: points, stride: points }
    }

    /// Returns what [`rounded`] does of the coefficients, with a factor, in a frame of `points` points, which have
    /// `fraction` bits after their binary points.
    pub fn errors(&self, points: usize, fraction: u32, factor: f64) -> [f64; 2] {
        let results = (0..points).step_by(self.before);
        let terms = results.flat_map(|result| (0..self.radix).map(move |number| self.term(result, number)));
        rounded(
            terms.map(|term| term.exponent),
            [points / self.before, self.radix],
            [points, fraction as usize],
            factor,
        )
    }

    /// Returns term `number` of the sum that is result `result`.
    pub fn term(&self, result: usize, number: usize) -> Term {
        let (transform, rest) = (result % self.before, result / self.before);
        let (bin, group) = (rest % self.radix, rest / self.radix);
        let place = group * self.before + number * self.stride;
        Term { place: place + transform, exponent: bin * place % (self.radix * self.stride) }
    }
}

/// Returns the prime factors of a number of points, with fours in place of pairs of twos: these take no more products.
fn radices(points: usize) -> Vec<usize> {
    let primes = prime_factors(points);
    let twos = primes.iter().filter(|prime| **prime == 2).count();
    let mut radices: Vec<usize> = primes.into_iter().filter(|prime| *prime > 2).collect();
    radices.extend(std::iter::repeat_n(4, twos / 2).chain(std::iter::repeat_n(2, twos % 2)));
    // The largest first: words shift by as much in each step, and a last step of few points has the rest.
    radices.sort_unstable_by(|a, b| b.cmp(a));
    radices
}
