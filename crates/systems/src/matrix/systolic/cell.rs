//! A cell: a coefficient for each tile, a product, and a sum that comes from above and leaves below.

use super::cell_array::CellArray;
use super::load::Load;
use crate::matrix::lower::element::{chain_input, extended, table};
use crate::matrix::lower::operators::{Operators, PARTS};
use crate::matrix::lower::store::Store;
use crate::matrix::plan::COEFFICIENT_CYCLES;
use crate::matrix::sums::Sums;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// Builds the cell in a row and a column. The number of the tile comes [`COEFFICIENT_CYCLES`] before the point.
#[hdl]
pub fn cell(name: &str, array: &CellArray, operators: &Operators, [row, column]: [usize; 2], bits: u32) -> Module {
    let doc = format!("Cell in row {row} and column {column} of a systolic array, with a coefficient for each tile.");
    let m = Builder::new(name, doc);
    m.set_enable(m.input("ce", 1));
    let tile = (array.tile_bits() > 0).then(|| m.input("in_tile", array.tile_bits()));
    let point = m.input_fields("in_point", bits);
    let load = array.coefficient.is_none().then(|| {
        let columns = address_bits(array.cells.columns).max(1);
        Load::input(&m, columns, array.tile_bits(), array.product.loaded_bits())
    });
    let above = chain_input(&m, operators.sum_bits(), row);
    let coefficient = match (&load, tile) {
        (Some(load), Some(tile)) => loaded(array, column, load, tile),
        _ => {
            let words = |tile: usize| array.coefficient.map_or([0; 2], |coefficient| coefficient(tile, [row, column]));
            table(&m, array.product, tile, (0..array.tiles).map(words))
        }
    };
    let product = operators.product("cell", point, &coefficient);
    let sums = [0, 1].map(|part: usize| match (above, array.product.sums) {
        (None, _) => product[part].later_in_registers(array.product.depths.adder),
        (Some(above), Sums::Fixed(_)) => (above[part] + product[part]).register(),
        (Some(above), Sums::Float(_)) => {
            operators.add(&format!("sum_{}", PARTS[part]), [above[part], product[part]], false)
        }
    });
    if column + 1 < array.cells.columns {
        if let Some(tile) = tile {
            m.output("out_tile", tile.register());
        }
        m.output_bus("out_point", point.map(Sig::register));
        if let Some(load) = load {
            load.output();
        }
    }
    m.output_bus("out_sum", sums);
    m.finish()
}

/// Adds the memory of the coefficients of a cell in two banks, with its writes. Returns the parts of that of a tile,
/// [`COEFFICIENT_CYCLES`] later.
fn loaded<'m>(array: &CellArray, column: usize, load: &Load<'m>, tile: Sig<'m>) -> Vec<Sig<'m>> {
    let m = tile.builder();
    let store = Store::new(m, "matrix", array.tiles, array.product.loaded_bits(), true);
    let place = |tile: Sig<'m>| match tile.width() - 1 {
        0 => [tile, m.constant(1, 0)],
        bits => [tile.bit(bits), tile.bits(0, bits)],
    };
    store.write(load.valid & load.column.is(column), place(load.tile), load.parts);
    let found = store.read(place(tile)).map(|part| part.later_in_registers(COEFFICIENT_CYCLES as u32 - 1));
    extended(array.product, found)
}
