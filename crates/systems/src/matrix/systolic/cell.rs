//! A cell: a coefficient for each tile, a product, and a sum that comes from above and leaves below.

use super::cell_array::CellArray;
use super::load::Load;
use crate::matrix::lower::element::extended;
use crate::matrix::lower::operators::{Operators, PARTS};
use crate::matrix::lower::store::Store;
use crate::matrix::plan::COEFFICIENT_CYCLES;
use crate::matrix::sums::Sums;
use crate::rtl::{address_bits, mask, Module, Net};

/// Builds the cell in a row and a column. The number of the tile comes [`COEFFICIENT_CYCLES`] before the point.
pub fn cell(name: &str, array: &CellArray, operators: &Operators, [row, column]: [usize; 2], bits: u32) -> Module {
    let doc = format!("Cell in row {row} and column {column} of a systolic array, with a coefficient for each tile.");
    let mut m = Module::new(name, doc);
    let enable = m.input("ce", 1);
    m.set_enable(enable);
    let tile = (array.tile_bits() > 0).then(|| m.input("in_tile", array.tile_bits()));
    let point = m.input_bus("in_point", &[bits; 2]);
    let load = array.coefficient.is_none().then(|| {
        let columns = address_bits(array.cells.columns).max(1);
        Load::input(&mut m, columns, array.tile_bits(), array.product.loaded_bits())
    });
    let sum = (row > 0).then(|| m.input_bus("in_sum", &[operators.sum_bits(); 2]));
    let coefficient = match (&load, tile) {
        (Some(load), Some(tile)) => loaded(&mut m, array, column, (load, tile)),
        _ => table(&mut m, array, [row, column], tile),
    };
    let product = operators.product(&mut m, "cell", [point[0], point[1]], &coefficient);
    let sums = [0, 1].map(|part| match (&sum, array.product.sums) {
        (None, _) => (0..array.product.depths.adder).fold(product[part], |net, _| m.register(net, None)),
        (Some(sum), Sums::Fixed(_)) => {
            let sum = m.add(sum[part], product[part]);
            m.register(sum, None)
        }
        (Some(sum), Sums::Float(_)) => {
            operators.add(&mut m, &format!("sum_{}", PARTS[part]), [sum[part], product[part]], false)
        }
    });
    if column + 1 < array.cells.columns {
        if let Some(tile) = tile {
            let tile = m.register(tile, None);
            m.output("out_tile", tile);
        }
        let point: Vec<Net> = point.into_iter().map(|part| m.register(part, None)).collect();
        m.output_bus("out_point", &point);
        if let Some(load) = load {
            load.output(&mut m);
        }
    }
    m.output_bus("out_sum", &sums);
    m
}

/// Adds the memory of the coefficients of a cell in two banks, with its writes. Returns the parts of that of a tile, [`COEFFICIENT_CYCLES`] later.
fn loaded(m: &mut Module, array: &CellArray, column: usize, (load, tile): (&Load, Net)) -> Vec<Net> {
    let store = Store::new(m, "matrix", array.tiles, array.product.loaded_bits(), true);
    let place = |m: &mut Module, tile: Net| {
        let bits = m.width(tile) - 1;
        let number = if bits > 0 { m.slice(tile, 0, bits) } else { m.constant(1, 0) };
        [m.bit(tile, bits), number]
    };
    let is_here = m.eq_const(load.column, column as u128);
    let enable = m.and(load.valid, is_here);
    let to = place(m, load.tile);
    store.write(m, enable, to, load.parts);
    let from = place(m, tile);
    let found = store.read(m, from);
    let found = found.into_iter().map(|part| (1..COEFFICIENT_CYCLES).fold(part, |part, _| m.register(part, None)));
    let found = found.collect();
    extended(m, array.product, found)
}

/// Adds the table of the coefficients of a cell. Returns the parts of that of a tile, [`COEFFICIENT_CYCLES`] later.
fn table(m: &mut Module, array: &CellArray, place: [usize; 2], tile: Option<Net>) -> Vec<Net> {
    let (parts, bits) = (if array.product.coefficients.is_real { 1 } else { 2 }, array.product.factor_bits());
    let word = |tile: usize| {
        let words = array.coefficient.map_or([0; 2], |coefficient| coefficient(tile, place));
        let factor = |part: &u64| u128::from(array.product.factor(*part)) & mask(bits);
        words[..parts].iter().rev().fold(0, |word, part| word << bits | factor(part))
    };
    let words: Vec<u128> = (0..array.tiles).map(word).collect();
    let found = match tile {
        Some(tile) => m.rom(tile, parts as u32 * bits, words),
        None => m.constant(parts as u32 * bits, words[0]),
    };
    let found = match m.constant_value(found) {
        Some(_) => found,
        None => (0..COEFFICIENT_CYCLES).fold(found, |found, _| m.register(found, None)),
    };
    (0..parts as u32).map(|part| m.slice(found, part * bits, bits)).collect()
}
