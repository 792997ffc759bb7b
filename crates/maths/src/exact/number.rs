//! Complex numbers of any precision that transforms are computed in.

use super::Complex;
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
