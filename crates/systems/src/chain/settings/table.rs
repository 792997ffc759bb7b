//! A table that registers change: a bank in use, one that is written, and the words after a reset.
//!
//! A memory has no reset, and standard cells have none that begins with words. So the words after a reset are a table of
//! constants, which is read until a commit brings the first bank into use.

use super::setting::Setting;
use crate::parts::wide::wide_table;
use crate::rtl::address_bits;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;
use std::sync::Arc;

/// Inputs of the module of an operation by which its table is written.
struct Table<'m> {
    /// With the start of a frame: whether it is the first one that has the other bank.
    switch: Sig<'m>,
    write: Sig<'m>,
    index: Sig<'m>,
    word: Sig<'m>,
}

impl<'m> Table<'m> {
    /// Adds the inputs.
    fn new(m: &'m Builder, setting: &Setting) -> Self {
        let ports = [("switch", 1), ("write", 1), ("index", index_bits(setting)), ("word", setting.bits)];
        let [switch, write, index, word] = ports.map(|(name, bits)| m.input(name, bits));
        Table { switch, write, index, word }
    }

    /// Adds the table: a cycle after `address`, the words of a row. `rows`: those after a reset; `name`: of modules.
    #[hdl]
    fn read(&self, name: &str, setting: &Setting, address: Sig<'m>, rows: &[&[i64]]) -> Vec<Sig<'m>> {
        let m = address.builder();
        let (bits, columns) = (setting.bits, rows[0].len());
        let bank = m.state(1, 0);
        let bank_in_use = bank ^ self.switch;
        bank.next(bank_in_use);
        let loaded = m.state(1, 0);
        let is_loaded = loaded | self.switch;
        loaded.next(is_loaded);
        let of_row = |value: &dyn Fn(usize) -> usize, below: usize| {
            let values: Vec<usize> = setting.places.iter().map(|place| value(*place)).collect();
            looked_up(self.index, &values, address_bits(below).max(1))
        };
        let row_written = of_row(&|place| place / columns, rows.len());
        let column_written = of_row(&|place| place % columns, columns);
        let banks = Arc::new(banks(&format!("{name}_banks"), rows.len(), bits));
        let after_reset = wide_table(address, bits, rows);
        let chosen = is_loaded.at(0).register();
        let mut words = Vec::new();
        for (column, first) in after_reset.into_iter().enumerate() {
            let placed = m.place(format!("banks{column}"), banks.clone());
            let is_own = if columns == 1 { self.write } else { self.write & column_written.is(column) };
            // A write comes while no commit waits, so that the bank in use stays.
            placed.set("write", is_own).set("write_bank", !bank).set("write_row", row_written).set("word", self.word);
            placed.set("enable", m.enable()).set("read_bank", bank_in_use).set("read_row", address.untimed());
            words.push(chosen.mux(placed.out("read_word").at(1), first));
        }
        words
    }
}

/// Bits of the number of a word.
pub(super) fn index_bits(setting: &Setting) -> u32 {
    address_bits(setting.words.len()).max(1)
}

/// Words of a table of constants, or of one that registers change, a cycle after `address`.
pub fn chosen<'m>(
    (m, name): (&'m Builder, &str),
    setting: Option<&Setting>,
    address: Sig<'m>,
    (bits, rows): (u32, &[&[i64]]),
) -> Vec<Sig<'m>> {
    match setting {
        Some(setting) => Table::new(m, setting).read(name, setting, address, rows),
        None => wide_table(address, bits, rows),
    }
}

/// Builds two banks of words. No clock enable holds a write. The word that was read stays while `enable` is low, as
/// its row is read again.
#[hdl]
fn banks(name: &str, rows: usize, bits: u32) -> Module {
    let m = Builder::new(name, format!("Two banks of {rows} words. A word is read a cycle after its row."));
    let row_bits = address_bits(rows).max(1);
    let [write, write_bank] = ["write", "write_bank"].map(|port| m.input(port, 1));
    let write_row = m.input("write_row", row_bits);
    let word = m.input("word", bits);
    let [enable, read_bank] = ["enable", "read_bank"].map(|port| m.input(port, 1));
    let read_row = m.input("read_row", row_bits);
    let memory = m.memory("words", (1 << row_bits) + rows, bits);
    memory.write(write, m.cat([write_row, write_bank]), word);
    let read_address = m.cat([read_row, read_bank]);
    let held_address = m.reg(row_bits + 1);
    held_address.next_if(enable, read_address);
    m.output("read_word", memory.read(enable.mux(read_address, *held_address)).untimed());
    m.finish()
}

/// `values[index]`. Bits of a value that are bits of the index are wires.
fn looked_up<'m>(index: Sig<'m>, values: &[usize], bits: u32) -> Sig<'m> {
    let m = index.builder();
    let is_copy = |value_bit: u32, index_bit: u32| {
        let mut numbered = values.iter().enumerate();
        numbered.all(|(number, value)| value >> value_bit & 1 == number >> index_bit & 1)
    };
    let wire = |value_bit: u32| {
        if values.iter().all(|value| value >> value_bit & 1 == 0) {
            return Some(m.low());
        }
        (0..index.width()).find(|index_bit| is_copy(value_bit, *index_bit)).map(|index_bit| index.bit(index_bit))
    };
    match (0..bits).map(wire).collect::<Option<Vec<Sig>>>() {
        Some(wires) => m.cat(wires),
        None => m.rom(index, bits, values.iter().map(|value| *value as u128).collect::<Vec<_>>()),
    }
}
