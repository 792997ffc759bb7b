//! The precisions in which transforms are computed.

use super::dft::{transform, Doubles};
use super::wide::bins;
use super::{Complex, Number, Real};
use num_complex::Complex64;

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
