//! Table ROMs in forms of which synthesis makes few and fast LUTs.

use crate::pipeline::BeatTable;
use crate::rtl::{Module, Net};
use std::collections::HashMap;

/// The word of a table at an address, as one ROM or as several with a multiplexer.
pub struct Table {
    /// Word of each ROM, and its value at address 0, where counters rest.
    words: Vec<(Net, u128)>,
    /// Number of the ROM that has the word, if there are several.
    select: Option<Net>,
}

/// The division of a long table into ROMs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RomSplit {
    /// One ROM. Synthesis may move the register of its address after it.
    None,
    /// ROMs that each fit LUTs, so that a register can follow each.
    LutSized,
}

impl Table {
    /// Words of the longest table that is divided into several ROMs.
    pub const MAX_SPLIT_WORDS: usize = 2 * BeatTable::MAX_LUT_ROM_WORDS;

    /// Builds the ROMs of `words[phase * row + index]`, where a row has the words of a phase. `address` is index and
    /// phase.
    pub fn new(
        m: &mut Module,
        table: &BeatTable,
        words: &[u128],
        address: [Option<Net>; 2],
        rom_split: RomSplit,
    ) -> Self {
        let row = words.len() / table.phases;
        // Each row begins at a multiple of a power of two, so that the address is phase and index, concatenated.
        let stride = address[0].map_or(1, |net| 1usize << m.width(net));
        let rows = words.chunks(row).map(|row| &row[..row.len().min(stride)]);
        let mut rom: Vec<u128> = Vec::with_capacity(table.phases * stride);
        for (number, row) in rows.enumerate() {
            rom.resize(number * stride, row[0]);
            rom.extend(row);
        }
        let first = rom[0];
        let one = |net: Net| Table { words: vec![(net, first)], select: None };
        let address: Vec<Net> = address.into_iter().flatten().collect();
        if address.is_empty() {
            return one(m.constant(table.width, first));
        }
        let address = m.concat(&address);
        if words.len() <= BeatTable::MAX_LUT_ROM_WORDS {
            return one(m.rom(address, table.width, rom));
        }
        if let Some(word) = odd_one(m, address, table.width, &rom) {
            return one(word);
        }
        if let Some(inputs) = table.bit_inputs(words) {
            return one(bit_by_bit(m, address, &rom, &inputs));
        }
        let (address, rom) = from_either_end(m, address, table.width, rom);
        match rom_split {
            RomSplit::None => one(m.rom(address, table.width, rom)),
            RomSplit::LutSized => Self::split(m, address, table.width, &rom),
        }
    }

    /// Builds a ROM for each [`BeatTable::MAX_LUT_ROM_WORDS`] words.
    fn split(m: &mut Module, address: Net, width: u32, table: &[u128]) -> Self {
        let low = BeatTable::MAX_LUT_ROM_WORDS.ilog2();
        let offset = m.slice(address, 0, low);
        let words = table
            .chunks(BeatTable::MAX_LUT_ROM_WORDS)
            .map(|part| (m.rom(offset, width, part.to_vec()), part[0]))
            .collect();
        Table { words, select: Some(m.slice(address, low, m.width(address) - low)) }
    }

    /// Passes the word of each ROM and the select through `register`, which takes a net and its value at address 0.
    pub fn registered(self, mut register: impl FnMut(Net, u128) -> Net) -> Self {
        let words = self.words.into_iter().map(|(net, first)| (register(net, first), first)).collect();
        Table { words, select: self.select.map(|select| register(select, 0)) }
    }

    /// Returns the word, by a multiplexer if there are several ROMs.
    pub fn word(self, m: &mut Module) -> Net {
        let words: Vec<Net> = self.words.iter().map(|(net, _)| *net).collect();
        self.select.map_or(words[0], |select| m.select(select, &words))
    }
}

/// Compares the address with that of the one word that differs from all others, in a table of bits that has such a word.
fn odd_one(m: &mut Module, address: Net, width: u32, table: &[u128]) -> Option<Net> {
    let ones = table.iter().filter(|word| **word == 1).count();
    let odd = match width {
        1 if ones == 1 => 1,
        1 if ones + 1 == table.len() => 0,
        _ => return None,
    };
    let at = table.iter().position(|word| *word == odd)?;
    let found = m.eq_const(address, at as u128);
    Some(if odd == 1 { found } else { m.not(found) })
}

/// Reverses the bits of an address where that takes fewer multiplexers. Synthesis builds a tree that decides on the
/// highest address bit first; the fewer distinct functions remain after each bit, the fewer LUTs it takes.
fn from_either_end(m: &mut Module, address: Net, width: u32, table: Vec<u128>) -> (Net, Vec<u128>) {
    let bits = m.width(address);
    let whole = table.iter().copied().chain(std::iter::repeat(table[0])).take(1 << bits).collect::<Vec<_>>();
    let reversed = |at: usize| at.reverse_bits() >> (usize::BITS - bits);
    let bit_reversed: Vec<u128> = (0..whole.len()).map(|at| whole[reversed(at)]).collect();
    if decisions(&whole, width) <= decisions(&bit_reversed, width) {
        return (address, table);
    }
    let ends: Vec<Net> = (0..bits).rev().map(|bit| m.bit(address, bit)).collect();
    (m.concat(&ends), bit_reversed)
}

/// Counts the multiplexers of a decision tree over the address bits in which equal subtrees are shared.
fn decisions(table: &[u128], width: u32) -> usize {
    let of_bit = |bit: u32| {
        // Number of each function of the address bits below those decided on so far. The numbers 0 and 1 are the
        // constants.
        let mut numbers: Vec<usize> = table.iter().map(|word| (word >> bit & 1) as usize).collect();
        let mut count = 0;
        while numbers.len() > 1 {
            let mut numbered: HashMap<[usize; 2], usize> = HashMap::new();
            let mut number = |pair: [usize; 2]| {
                let next = 2 + count + numbered.len();
                *numbered.entry(pair).or_insert(next)
            };
            let pairs = numbers.chunks(2).map(|pair| [pair[0], pair[1]]);
            numbers = pairs.map(|[low, high]| if low == high { low } else { number([low, high]) }).collect();
            count += numbered.len();
        }
        count
    };
    (0..width).map(of_bit).sum()
}

/// Builds a ROM for each bit of the word, with the few address bits it depends on as its address. Synthesis does not
/// find this dependence by itself.
fn bit_by_bit(m: &mut Module, address: Net, table: &[u128], bit_inputs: &[Vec<u32>]) -> Net {
    let bits: Vec<Net> = bit_inputs
        .iter()
        .enumerate()
        .map(|(bit, inputs)| {
            let index = |number: usize| inputs.iter().enumerate().map(|(i, at)| (number >> i & 1) << at).sum::<usize>();
            let words: Vec<u128> = (0..1 << inputs.len()).map(|number| table[index(number)] >> bit & 1).collect();
            match inputs.as_slice() {
                [] => m.constant(1, words[0]),
                inputs => {
                    let inputs: Vec<Net> = inputs.iter().map(|at| m.bit(address, *at)).collect();
                    let inputs = m.concat(&inputs);
                    m.rom(inputs, 1, words)
                }
            }
        })
        .collect();
    m.concat(&bits)
}
