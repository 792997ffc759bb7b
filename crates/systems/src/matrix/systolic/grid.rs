//! The cells of an array, each linked to those beside it.

use super::cell::cell;
use super::cell_array::CellArray;
use super::load::Load;
use crate::matrix::lower::operators::Operators;
use fftgen_hdl::dsl::*;

/// What comes to the first cell of a row.
pub struct Row<'m> {
    /// Parts of the point, as factors.
    pub point: [Sig<'m>; 2],
    /// Number of the tile, and the bank. `None` if there is one tile, and one bank.
    pub tile: Option<Sig<'m>>,
    /// Coefficient that comes, of a matrix that is loaded.
    pub load: Option<Load<'m>>,
}

/// Adds the cells. Returns the sums at the ends of the columns.
pub fn grid<'m>(
    m: &'m Builder,
    prefix: &str,
    array: &CellArray,
    operators: &Operators,
    rows: Vec<Row<'m>>,
) -> Vec<[Sig<'m>; 2]> {
    let mut above: Vec<Placed> = vec![];
    for (row, Row { point, tile, load }) in rows.into_iter().enumerate() {
        let bits = point[0].width();
        let mut cells: Vec<Placed> = vec![];
        for column in 0..array.cells.columns {
            let module = cell(&format!("{prefix}_cell_{row}_{column}"), array, operators, [row, column], bits);
            let cell = m.place(format!("cell_{row}_{column}"), module);
            cell.set("ce", m.enable());
            match cells.last() {
                None => {
                    cell.set("in_tile", tile).set_bus("in_point", point);
                    load.iter().for_each(|load| load.connect(&cell));
                }
                Some(before) => {
                    cell.follow(before);
                }
            }
            above.get(column).map(|above| cell.set_bus("in_sum", above.bus("out_sum")));
            cells.push(cell);
        }
        above = cells;
    }
    above.iter().map(|cell| cell.fields("out_sum")).collect()
}
