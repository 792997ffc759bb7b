//! A cell: a coefficient for each tile, a product, and a sum that comes from above and leaves below.

use super::plan::SystolicPlan;
use crate::matrix::lower::operators::{Operators, PARTS};
use crate::matrix::plan::COEFFICIENT_CYCLES;
use crate::matrix::sums::Sums;
use crate::rtl::{address_bits, mask, Module, Net};

/// Builds the cell in a row and a column. The number of the tile comes [`COEFFICIENT_CYCLES`] ahead of the point.
pub fn cell(name: &str, plan: &SystolicPlan, operators: &Operators, [row, column]: [usize; 2], bits: u32) -> Module {
    let doc = format!("Cell in row {row} and column {column} of a systolic array, with a coefficient for each tile.");
    let mut m = Module::new(name, doc);
    let enable = m.input("ce", 1);
    m.set_enable(enable);
    let tiles: usize = plan.tiles().iter().product();
    let tile = (tiles > 1).then(|| m.input("in_tile", address_bits(tiles)));
    let point = m.input_bus("in_point", &[bits; 2]);
    let sum = (row > 0).then(|| m.input_bus("in_sum", &[operators.sum_bits(); 2]));
    let coefficient = table(&mut m, plan, [row, column], tile);
    let product = operators.product(&mut m, "cell", [point[0], point[1]], &coefficient);
    let sums = [0, 1].map(|part| match (&sum, plan.product.sums) {
        (None, _) => (0..plan.adder_cycles()).fold(product[part], |net, _| m.register(net, None)),
        (Some(sum), Sums::Fixed(_)) => {
            let sum = m.add(sum[part], product[part]);
            m.register(sum, None)
        }
        (Some(sum), Sums::Float(_)) => {
            operators.add(&mut m, &format!("sum_{}", PARTS[part]), [sum[part], product[part]], false)
        }
    });
    if column + 1 < plan.cells.columns {
        if let Some(tile) = tile {
            let tile = m.register(tile, None);
            m.output("out_tile", tile);
        }
        let point: Vec<Net> = point.into_iter().map(|part| m.register(part, None)).collect();
        m.output_bus("out_point", &point);
    }
    m.output_bus("out_sum", &sums);
    m
}

/// Adds the table of the coefficients of a cell. Returns the parts of that of a tile, [`COEFFICIENT_CYCLES`] later.
fn table(m: &mut Module, plan: &SystolicPlan, [row, column]: [usize; 2], tile: Option<Net>) -> Vec<Net> {
    let coefficients = &plan.product.coefficients;
    let (parts, bits) = (if coefficients.is_real { 1 } else { 2 }, coefficients.format.bits());
    let [across, down] = plan.tiles();
    let word = |tile: usize| {
        let [place, group] = [tile % across, tile / across];
        let words = coefficients.at(group * plan.cells.columns + column, place * plan.cells.rows + row);
        words[..parts].iter().rev().fold(0, |word, part| word << bits | (u128::from(*part) & mask(bits)))
    };
    let words: Vec<u128> = (0..across * down).map(word).collect();
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
