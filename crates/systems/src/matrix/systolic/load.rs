//! Coefficients of a matrix that is loaded, on their way to the cells: down the rows, and along them.

use super::plan::SystolicPlan;
use crate::lower::count::count;
use crate::matrix::lower::load::Word;
use crate::rtl::{address_bits, Module, Net};

/// A coefficient on its way along a row of cells.
#[derive(Clone)]
pub struct Load {
    /// Whether there is one.
    pub valid: Net,
    /// Column of cells that it is for.
    pub column: Net,
    /// Tile that it is of, and the bank.
    pub tile: Net,
    /// Real and imaginary part.
    pub parts: [Net; 2],
}

impl Load {
    /// Adds the inputs of a cell.
    pub fn input(m: &mut Module, column_bits: u32, tile_bits: u32, bits: u32) -> Self {
        let (valid, column) = (m.input("in_load", 1), m.input("in_load_column", column_bits));
        let tile = m.input("in_load_tile", tile_bits);
        let parts = m.input_bus("in_load_data", &[bits; 2]);
        Load { valid, column, tile, parts: [parts[0], parts[1]] }
    }

    /// Adds the outputs to the next cell, a clock cycle later.
    pub fn output(&self, m: &mut Module) {
        let next = self.registered(m);
        for (name, net) in [("out_load", next.valid), ("out_load_column", next.column), ("out_load_tile", next.tile)] {
            m.output(name, net);
        }
        m.output_bus("out_load_data", &next.parts);
    }

    /// Returns the coefficient a clock cycle later.
    fn registered(&self, m: &mut Module) -> Self {
        let mut next = |net: Net| m.register(net, None);
        Load { valid: next(self.valid), column: next(self.column), tile: next(self.tile), parts: self.parts.map(next) }
    }

    /// Returns the nets of the ports.
    pub fn ports(&self) -> Vec<Vec<Net>> {
        vec![vec![self.valid], vec![self.column], vec![self.tile], self.parts.to_vec()]
    }

    /// Takes the coefficient from the end of the outputs of a cell, of which the last one of a row has none.
    pub fn from_outputs(outputs: &mut Vec<Vec<Net>>) -> Option<Self> {
        let place = outputs.len().checked_sub(4)?;
        match outputs.split_off(place).concat()[..] {
            [valid, column, tile, re, im] => Some(Load { valid, column, tile, parts: [re, im] }),
            _ => None,
        }
    }
}

/// Adds the way of the coefficients down the rows, which count the places of a matrix row by row. Returns what comes to each row of cells.
pub fn loads(m: &mut Module, plan: &SystolicPlan, word: &Word) -> Vec<Load> {
    let [across, groups] = plan.tiles();
    let (row, row_ends) = count(m, "load_row".into(), word.valid, plan.cells.rows);
    let (place, place_ends) = count(m, "load_place".into(), row_ends, across);
    let (column, column_ends) = count(m, "load_column".into(), place_ends, plan.cells.columns);
    let (group, _) = count(m, "load_group".into(), column_ends, groups);
    let tile = (across * groups > 1).then(|| {
        let bits = address_bits(across * groups);
        let group = match group {
            Some(group) => m.rom(group, bits, (0..groups).map(|group| (group * across) as u128).collect::<Vec<_>>()),
            None => m.constant(bits, 0),
        };
        match place {
            Some(place) => {
                let place = m.extend(place, bits);
                m.add(group, place)
            }
            None => group,
        }
    });
    let tile = with_bank(m, tile, word.bank);
    let column = column.unwrap_or_else(|| m.constant(1, 0));
    let mut number = row;
    let mut load = Load { valid: word.valid, column, tile, parts: word.parts };
    (0..plan.cells.rows)
        .map(|row| {
            if row > 0 {
                load = load.registered(m);
                number = number.map(|number| m.register(number, None));
            }
            let is_here = number.map(|number| m.eq_const(number, row as u128));
            let valid = is_here.map_or(load.valid, |is_here| m.and(load.valid, is_here));
            Load { valid, ..load.clone() }
        })
        .collect()
}

/// Joins the number of a tile and a bank above it.
pub fn with_bank(m: &mut Module, tile: Option<Net>, bank: Net) -> Net {
    match tile {
        Some(tile) => m.concat(&[tile, bank]),
        None => bank,
    }
}
