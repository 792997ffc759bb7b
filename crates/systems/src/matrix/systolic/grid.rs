//! The cells of an array, each linked to those beside it.

use super::cell::cell;
use super::cell_array::CellArray;
use super::load::Load;
use crate::matrix::lower::operators::Operators;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// What comes to the first cell of a row.
pub struct Row {
    /// Parts of the point, as factors.
    pub point: Vec<Net>,
    /// Number of the tile, and the bank. `None` if there is one tile, and one bank.
    pub tile: Option<Net>,
    /// Coefficient that comes, of a matrix that is loaded.
    pub load: Option<Load>,
}

/// Adds the cells. Returns the sums at the ends of the columns.
pub fn grid(
    m: &mut Module,
    prefix: &str,
    array: &CellArray,
    (enable, operators): (Net, &Operators),
    rows: Vec<Row>,
) -> Vec<[Net; 2]> {
    let mut sums: Vec<Option<Vec<Net>>> = vec![None; array.cells.columns];
    for (row, Row { mut point, mut tile, mut load }) in rows.into_iter().enumerate() {
        let bits = m.width(point[0]);
        for (column, sum) in sums.iter_mut().enumerate() {
            let module = cell(&format!("{prefix}_cell_{row}_{column}"), array, operators, [row, column], bits);
            let mut inputs = vec![vec![enable]];
            inputs.extend(tile.map(|tile| vec![tile]));
            inputs.push(point.clone());
            inputs.extend(load.as_ref().map(Load::ports).into_iter().flatten());
            inputs.extend(sum.take());
            let mut outputs = m.instance(format!("cell_{row}_{column}"), &Arc::new(module), inputs);
            *sum = outputs.pop();
            load = load.and_then(|_| Load::from_outputs(&mut outputs));
            if let Some(next) = outputs.pop() {
                point = next;
            }
            tile = outputs.pop().map(|tile| tile[0]);
        }
    }
    sums.into_iter().flatten().map(|sum| [sum[0], sum[1]]).collect()
}
