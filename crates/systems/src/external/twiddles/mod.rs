//! Twiddle factors between the passes over a frame of one dimension: which point has which factor, and the unit with
//! the ports of a stream.

mod netlist;

pub(super) use netlist::twiddle_unit;

/// The twiddle factors of an array of rows: the point in row k and column n is multiplied by e^(-2πi kn/order), or in
/// an inverse transform by the conjugate.
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
