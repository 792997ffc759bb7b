//! Complex numbers of any precision that transforms are computed in.

use super::origin::Origin;
use super::{roots, Complex, Memo, Real};
use num_complex::Complex64;
use std::f64::consts::TAU;
use std::sync::Arc;

/// Complex numbers that transforms are computed in: of 160 bits for constants, and of double precision where speed counts more.
pub trait Number: Clone {
    /// Rounds an exact number.
    fn nearest(value: &Complex) -> Self;

    /// Returns the number of two real parts of double precision.
    fn exactly(value: Complex64) -> Self;

    /// Rounds both parts to the nearest double.
    fn to_double(&self) -> Complex64;

    /// Returns all roots of unity of an order, e^(-2πi k/n).
    fn roots(order: usize) -> Arc<[Self]>;

    /// Returns the sum.
    fn plus(&self, other: &Self) -> Self;

    /// Returns the product.
    fn times(&self, other: &Self) -> Self;

    /// Returns the product with -1.
    fn negated(&self) -> Self;

    /// Returns the complex conjugate.
    fn conjugate(&self) -> Self;

    /// Divides by a whole number.
    fn over(&self, divisor: usize) -> Self;

    /// Returns the value without how it was computed.
    fn without_origin(&self) -> Self {
        self.clone()
    }

    /// Returns the bins of the DFT of a list, which may note that they are such.
    fn bins_of(_: &[Self], bins: Vec<Self>) -> Vec<Self> {
        bins
    }
}

impl Number for Complex {
    fn nearest(value: &Complex) -> Self {
        value.clone()
    }

    fn exactly(value: Complex64) -> Self {
        Complex { re: Real::from_f64(value.re), im: Real::from_f64(value.im) }
    }

    fn to_double(&self) -> Complex64 {
        self.to_c64()
    }

    fn roots(order: usize) -> Arc<[Self]> {
        roots(order)
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn negated(&self) -> Self {
        -self
    }

    fn conjugate(&self) -> Self {
        self.conj()
    }

    fn over(&self, divisor: usize) -> Self {
        self.scale(&Real::ratio(1, divisor as i128))
    }

    fn without_origin(&self) -> Self {
        let [re, im] = [&self.re, &self.im].map(|part| part.as_origin(Origin::Unknown));
        Complex { re, im }
    }

    fn bins_of(list: &[Self], bins: Vec<Self>) -> Vec<Self> {
        let list: Arc<[[Real; 2]]> = list.iter().map(|value| [value.re.clone(), value.im.clone()]).collect();
        let of = |value: &Real, bin: usize, part: usize| value.as_origin(Origin::Bin { list: list.clone(), bin, part });
        let bin = |(bin, value): (usize, Complex)| Complex { re: of(&value.re, bin, 0), im: of(&value.im, bin, 1) };
        bins.into_iter().enumerate().map(bin).collect()
    }
}

impl Number for Complex64 {
    fn nearest(value: &Complex) -> Self {
        value.to_c64()
    }

    fn exactly(value: Complex64) -> Self {
        value
    }

    fn to_double(&self) -> Complex64 {
        *self
    }

    fn roots(order: usize) -> Arc<[Self]> {
        static CACHE: Memo<usize, Complex64> = Memo::new();
        let root = |k: usize| Complex64::cis(-TAU * k as f64 / order as f64);
        CACHE.get(order, || (0..order).map(root).collect())
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn negated(&self) -> Self {
        -self
    }

    fn conjugate(&self) -> Self {
        self.conj()
    }

    fn over(&self, divisor: usize) -> Self {
        self / divisor as f64
    }
}
