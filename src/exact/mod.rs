//! Roots of unity and other constants, exact until they are rounded once into a format.
//!
//! A constant rounded twice is wrong in the last bit now and then, and a 64-bit cosine is wrongly
//! rounded for most twiddles. So constants stay [`Real`]s of 160 bits from the algebra to the format.

mod complex;
mod dft;
mod memo;
mod real;
mod root;
#[cfg(test)]
mod tests;

pub use complex::Complex;
pub use dft::dft;
pub(crate) use memo::Memo;
pub use real::Real;
pub(crate) use root::gcd;
pub use root::{roots, Root};
