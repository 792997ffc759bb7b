//! Twiddle factors of long frames, as products of two factors from short tables.
//!
//! The factor of a point is a root of unity of the order of the frame, whose table would be as long as the frame. It is
//! the product of a coarse and a fine factor, each from a table of about the square root of the order (`factors`). All
//! formats have the same factors in fixed point; a multiplication rounds a component once in fixed point, and by
//! operators of the format in floating point (`multiplication`).

mod factors;
mod multiplication;
mod operators;
mod rotation;

pub use factors::FactorTables;
pub use multiplication::Multiplication;
pub(crate) use operators::exponents;
pub(crate) use rotation::Rotation;
