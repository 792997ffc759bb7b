//! The netlist that multiplies points by their twiddle factors.

use super::factors::{word_bits, FactorTables, Parts};
use super::operators::{factor_product, Operator, Rotator};
use crate::design::Config;
use crate::rtl::{mask, Module, Net};

/// Clock cycles of a table: a block RAM and its output register.
const TABLE_CYCLES: u32 = 2;

/// Tables and operators that multiply points by roots of unity of an order.
pub(crate) struct Rotation {
    tables: FactorTables,
    product: Operator,
    rotator: Rotator,
}

impl Rotation {
    /// Builds tables and operators for the transform and the format of a configuration. Names of modules begin with `prefix`.
    pub fn new(prefix: &str, order: usize, config: &Config) -> Self {
        let tables = FactorTables::new(order, config);
        let rotator = Rotator::new(prefix, config, &tables);
        let product = factor_product(prefix, config, &tables);
        Rotation { tables, product, rotator }
    }

    /// Clock cycles from an exponent to the point that its factor multiplies.
    pub fn ahead(&self) -> u32 {
        TABLE_CYCLES + self.product.latency + self.rotator.factor_cycles()
    }

    /// Clock cycles from a point to its product.
    pub fn latency(&self) -> u32 {
        self.rotator.latency()
    }

    /// Multiplies the point of a lane, which waits some clock cycles to come [`Rotation::ahead`] after the exponent. Returns the parts of the
    /// product, and whether each is too large for its word, where that is possible.
    pub fn apply(
        &self,
        m: &mut Module,
        lane: usize,
        exponent: Net,
        (point, wait): ([Net; 2], u32),
    ) -> ([Net; 2], Vec<Net>) {
        let [coarse, fine] = self.look_up(m, exponent);
        let factor = self.product.place(m, format!("factor_{lane}"), vec![coarse, fine]);
        let point = point.map(|part| m.delay_line(part, wait));
        self.rotator.apply(m, lane, &point, &factor)
    }

    /// Looks the coarse and the fine factor of an exponent up, [`TABLE_CYCLES`] cycles later.
    fn look_up(&self, m: &mut Module, exponent: Net) -> [Vec<Net>; 2] {
        let bits = m.width(exponent);
        let tables = &self.tables;
        let mut parts = |table: &[Parts], low: u32, address_bits: u32| {
            let address = m.slice(exponent, low, address_bits);
            let bits = word_bits(table);
            let word = |[re, im]: &Parts| (*re as u128 & mask(bits)) | (*im as u128 & mask(bits)) << bits;
            let found = m.rom(address, 2 * bits, table.iter().map(word).collect::<Vec<_>>());
            let found = (0..TABLE_CYCLES).fold(found, |found, _| m.register(found, None));
            vec![m.slice(found, 0, bits), m.slice(found, bits, bits)]
        };
        let coarse = parts(&tables.coarse, tables.fine_bits, bits - tables.fine_bits);
        [coarse, parts(&tables.fine, 0, tables.fine_bits)]
    }
}
