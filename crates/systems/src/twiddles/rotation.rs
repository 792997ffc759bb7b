//! The netlist that multiplies points by their twiddle factors.

use super::factors::{word_bits, FactorTables, Parts};
use super::operators::{factor_product, Rotator};
use crate::design::Config;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::mask;

/// Clock cycles of a table: a block RAM and its output register.
const TABLE_CYCLES: u32 = 2;

/// Tables and operators that multiply points by roots of unity of an order.
pub(crate) struct Rotation {
    tables: FactorTables,
    product: Operator,
    rotator: Rotator,
}

impl Rotation {
    /// Builds tables and operators for the transform and the format of a configuration. Names of modules begin with
    /// `prefix`.
    pub fn new(prefix: &str, order: usize, config: &Config) -> Self {
        let tables = FactorTables::new(order, config);
        let rotator = Rotator::new(prefix, config, &tables);
        let product = factor_product(prefix, config, &tables);
        Rotation { tables, product, rotator }
    }

    /// Clock cycles from an exponent to the point that its factor multiplies.
    pub fn ahead(&self) -> u32 {
        TABLE_CYCLES + self.product.cycles + self.rotator.factor_cycles()
    }

    /// Clock cycles from a point to its product.
    pub fn latency(&self) -> u32 {
        self.rotator.latency()
    }

    /// Multiplies the point of a lane, which comes up to [`Rotation::ahead`] after the exponent and waits for its
    /// factor. Returns the parts of the product, and whether each is too large for its word, where that is possible.
    pub fn multiply<'m>(&self, lane: usize, exponent: Sig<'m>, point: [Sig<'m>; 2]) -> ([Sig<'m>; 2], Vec<Sig<'m>>) {
        let [coarse, fine] = self.look_up(exponent);
        let factor = exponent.builder().apply(&format!("factor_{lane}"), &self.product, &[coarse, fine].concat());
        let point = point.map(|part| part.until_in_line(exponent.cycle().unwrap_or(0) + self.ahead() as i32));
        self.rotator.apply(lane, point, &factor)
    }

    /// Looks the parts of the coarse and of the fine factor of an exponent up.
    fn look_up<'m>(&self, exponent: Sig<'m>) -> [[Sig<'m>; 2]; 2] {
        let tables = &self.tables;
        let parts = |table: &[Parts], address: Sig<'m>| {
            let bits = word_bits(table);
            let word = |[re, im]: &Parts| (*re as u128 & mask(bits)) | (*im as u128 & mask(bits)) << bits;
            let words: Vec<u128> = table.iter().map(word).collect();
            let found = address.builder().rom(address, 2 * bits, words).later_in_registers(TABLE_CYCLES);
            [found.bits(0, bits), found.bits(bits, bits)]
        };
        let (fine, coarse) = (exponent.bits(0, tables.fine_bits), tables.fine_bits..exponent.width());
        [parts(&tables.coarse, exponent.bits(coarse.start, coarse.len() as u32)), parts(&tables.fine, fine)]
    }
}
