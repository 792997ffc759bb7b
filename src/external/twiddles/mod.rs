//! Twiddle factors between the passes over a frame of one dimension.
//!
//! The factor of a point is a root of unity of the order of the frame, whose table would be as long as the frame. It is the product of a
//! coarse and a fine factor, each from a table of about the square root of the order (`factors`). All formats have the same factors in
//! fixed point; a multiplication rounds a component once in fixed point, and by operators of the format in floating point
//! (`multiplication`).

mod factors;
mod multiplication;
mod netlist;
mod operators;

pub(super) use multiplication::Multiplication;
pub(super) use netlist::twiddle_unit;

/// The twiddle factors of an array of rows: the point in row k and column n is multiplied by e^(-2πi kn/order), or in an inverse
/// transform by the conjugate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Twiddles {
    /// Order of the roots of unity.
    pub order: usize,
    /// Number of rows, which come in digit-reversed order.
    pub rows: usize,
    /// Points of a row.
    pub row: usize,
    /// Neighbouring points of a row that come before those of the next row.
    pub block: usize,
}

impl Twiddles {
    /// Returns the exponent of the factor of a point, counted in row-major order.
    pub fn exponent(&self, point: usize) -> usize {
        point / self.row * (point % self.row)
    }
}
