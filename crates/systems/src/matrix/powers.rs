//! Matrices whose coefficients are powers of a root of unity, so that one table of its powers has them all.

/// How coefficients are powers of a root of unity: in row k and column n that of number (first + k·step)·n modulo
/// `order`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Powers {
    /// Order of the root, which is the number of its powers.
    pub order: usize,
    /// Number of the power in row 0 and column 1.
    pub first: usize,
    /// Difference of that number from a row to the next.
    pub step: usize,
}

impl Powers {
    /// Returns the number of the power in column 1 of a row.
    pub fn stride(&self, row: usize) -> usize {
        (self.first + row * self.step) % self.order
    }

    /// Returns the number of the power in a row and a column.
    pub fn at(&self, row: usize, column: usize) -> usize {
        (self.stride(row) as u64 * column as u64 % self.order as u64) as usize
    }

    /// Returns the numbers of the powers in a row, column by column, without an end.
    pub fn of_row(&self, row: usize) -> impl Iterator<Item = usize> {
        let (stride, order) = (self.stride(row), self.order);
        std::iter::successors(Some(0), move |power| Some((power + stride) % order))
    }
}
