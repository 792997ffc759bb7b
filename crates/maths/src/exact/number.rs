//! Complex numbers of any precision that transforms are computed in.

use super::dft::{transform, Doubles};
use super::wide::bins;
use super::{Complex, Real};
use num_complex::Complex64;

/// Complex numbers that transforms are computed in: of 160 bits for constants, and of double precision where speed
/// counts more.
pub trait Number: Clone {
    /// Rounds an exact number.
    fn nearest(value: &Complex) -> Self;

    /// Returns the number of two real parts of double precision.
    fn exactly(value: Complex64) -> Self;

    /// Rounds both parts to the nearest double.
    fn to_double(&self) -> Complex64;

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

    /// Returns the bins of the DFT of a list, which may note that they are such.
    fn transformed(list: &[Self]) -> Vec<Self>;
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

    fn transformed(list: &[Self]) -> Vec<Self> {
        bins(list)
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

    fn transformed(list: &[Self]) -> Vec<Self> {
        transform(&Doubles, list)
    }
}
