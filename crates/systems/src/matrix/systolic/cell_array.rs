//! What the cells of an array have in common.

use super::plan::Cells;
use crate::matrix::plan::ProductPlan;
use crate::rtl::address_bits;

/// What the cells of an array have in common.
pub struct CellArray<'a> {
    /// Arithmetic.
    pub product: &'a ProductPlan,
    /// Rows and columns.
    pub cells: Cells,
    /// Number of tiles.
    pub tiles: usize,
    /// Returns the coefficient of a tile at a row and a column. `None` if coefficients are loaded.
    pub coefficient: Option<&'a dyn Fn(usize, [usize; 2]) -> [u64; 2]>,
}

impl CellArray<'_> {
    /// Returns the bits of the number of a tile, above which there is the bank of a matrix that is loaded.
    pub fn tile_bits(&self) -> u32 {
        let number = if self.tiles > 1 { address_bits(self.tiles) } else { 0 };
        number + u32::from(self.coefficient.is_none())
    }
}
