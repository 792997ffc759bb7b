//! Roots of unity and other constants, in a precision from which they are rounded once into a format.
//!
//! A constant that is rounded twice is sometimes wrong in the last bit, and a cosine in double precision is wrongly
//! rounded for most twiddle factors. Constants therefore remain [`Real`]s of 160 bits from the algebra to the format.

mod complex;
mod dft;
mod field;
mod memo;
mod number;
mod origin;
mod precisions;
mod primes;
mod real;
mod residue;
mod ring;
mod root;
#[cfg(test)]
mod tests;
mod wide;

pub use complex::Complex;
pub use dft::dft;
pub use field::{Field, Unknown};
pub(crate) use memo::Memo;
pub use number::Number;
pub use origin::Real;
pub use ring::{Integers, Ring};
pub use root::gcd;
pub use root::{roots, Root};
