//! Rings in which models add products exactly.

use super::{Field, Real};

/// A ring of numbers.
pub trait Ring: Sync {
    /// A number.
    type Number: Copy + Default + Send + Sync;
    /// Adds.
    fn add(&self, a: Self::Number, b: Self::Number) -> Self::Number;
    /// Subtracts `b` from `a`.
    fn sub(&self, a: Self::Number, b: Self::Number) -> Self::Number;
    /// Multiplies.
    fn mul(&self, a: Self::Number, b: Self::Number) -> Self::Number;

    /// Adds a complex product to a sum.
    fn add_product(&self, sum: [Self::Number; 2], a: [Self::Number; 2], b: [Self::Number; 2]) -> [Self::Number; 2] {
        let product = |i: usize, k: usize| self.mul(a[i], b[k]);
        [
            self.sub(self.add(sum[0], product(0, 0)), product(1, 1)),
            self.add(self.add(sum[1], product(0, 1)), product(1, 0)),
        ]
    }
}

/// Integers, of which no sum exceeds 127 bits.
pub struct Integers;

impl Ring for Integers {
    type Number = i128;

    fn add(&self, a: i128, b: i128) -> i128 {
        a + b
    }

    fn sub(&self, a: i128, b: i128) -> i128 {
        a - b
    }

    fn mul(&self, a: i128, b: i128) -> i128 {
        a * b
    }
}

impl Ring for &Field {
    type Number = u64;

    fn add(&self, a: u64, b: u64) -> u64 {
        Field::add(self, a, b)
    }

    fn sub(&self, a: u64, b: u64) -> u64 {
        Field::sub(self, a, b)
    }

    fn mul(&self, a: u64, b: u64) -> u64 {
        Field::mul(self, a, b)
    }
}

impl Field {
    /// Adds a complex product to a sum.
    pub fn add_product(&self, sum: [u64; 2], a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
        Ring::add_product(&self, sum, a, b)
    }

    /// Returns the residues of both parts of a complex number.
    pub fn pair(&self, value: &super::Complex) -> [u64; 2] {
        [&value.re, &value.im].map(|part: &Real| self.residue(part))
    }
}
