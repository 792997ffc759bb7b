//! Coefficients of a matrix that is loaded, on their way to the cells: down the rows, and along them.

use super::plan::SystolicPlan;
use crate::matrix::lower::load::Word;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// A coefficient on its way along a row of cells.
#[derive(Clone, Copy)]
pub struct Load<'m> {
    /// Whether there is one.
    pub valid: Sig<'m>,
    /// Column of cells that it is for.
    pub column: Sig<'m>,
    /// Tile that it is of, and the bank.
    pub tile: Sig<'m>,
    /// Real and imaginary part.
    pub parts: [Sig<'m>; 2],
}

impl<'m> Load<'m> {
    /// Adds the inputs of a cell.
    pub fn input(m: &'m Builder, column_bits: u32, tile_bits: u32, bits: u32) -> Self {
        let (valid, column) = (m.input("in_load", 1), m.input("in_load_column", column_bits));
        let tile = m.input("in_load_tile", tile_bits);
        Load { valid, column, tile, parts: m.input_fields("in_load_data", bits) }
    }

    /// Adds the outputs to the next cell, a clock cycle later.
    pub fn output(&self) {
        let (m, next) = (self.valid.builder(), self.registered());
        m.output("out_load", next.valid);
        m.output("out_load_column", next.column);
        m.output("out_load_tile", next.tile);
        m.output_bus("out_load_data", next.parts);
    }

    /// The coefficient a clock cycle later.
    fn registered(&self) -> Self {
        let Load { valid, column, tile, parts } = *self;
        let [valid, column, tile] = [valid, column, tile].map(Sig::register);
        Load { valid, column, tile, parts: parts.map(Sig::register) }
    }

    /// Connects the inputs of the first cell of a row.
    pub fn connect(&self, cell: &Placed<'m>) {
        cell.set("in_load", self.valid).set("in_load_column", self.column).set("in_load_tile", self.tile);
        cell.set_bus("in_load_data", self.parts);
    }
}

/// Adds the way of the coefficients down the rows, which count the places of a matrix row by row. Returns what comes to
/// each row of cells.
#[hdl]
pub fn loads<'m>(plan: &SystolicPlan, word: &Word<'m>) -> Vec<Load<'m>> {
    let m = word.valid.builder();
    let [across, groups] = plan.tiles();
    let (row, row_ends) = m.count("load_row", word.valid, plan.cells.rows);
    let (place, place_ends) = m.count("load_place", row_ends, across);
    let (column, column_ends) = m.count("load_column", place_ends, plan.cells.columns);
    let (group, _) = m.count("load_group", column_ends, groups);
    let tile = plan.tile_number(m, place, group);
    let column = column.unwrap_or_else(|| m.constant(1, 0));
    let first = Load { valid: word.valid, column, tile: with_bank(tile, word.bank), parts: word.parts };
    let ways = chained((first, row), plan.cells.rows, |(load, number)| (load.registered(), number.map(Sig::register)));
    let here = ways.into_iter().enumerate().map(|(row, (load, number))| {
        let valid = number.map_or(load.valid, |number| load.valid & number.is(row));
        Load { valid, ..load }
    });
    here.collect()
}

impl SystolicPlan {
    /// The number of a tile: those of a group follow each other. `None` if there is one tile.
    pub fn tile_number<'m>(&self, m: &'m Builder, place: Option<Sig<'m>>, group: Option<Sig<'m>>) -> Option<Sig<'m>> {
        let [across, groups] = self.tiles();
        let bits = address_bits(across * groups);
        let first = group
            .map(|group| m.rom(group, bits, (0..groups).map(|group| (group * across) as u128).collect::<Vec<_>>()));
        let place = place.map(|place| place.extend(bits));
        first.into_iter().chain(place).reduce(|first, place| first + place)
    }
}

/// Joins the number of a tile and a bank above it.
pub fn with_bank<'m>(tile: Option<Sig<'m>>, bank: Sig<'m>) -> Sig<'m> {
    tile.map_or(bank, |tile| bank.builder().cat([tile, bank]))
}
