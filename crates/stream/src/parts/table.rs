//! Table ROMs in forms of which synthesis makes few and fast LUTs.

use crate::permute::BeatTable;
use fftgen_hdl::dsl::*;
use std::collections::HashMap;

/// The word of a table at an address, as one ROM or as several with a multiplexer.
pub struct Table<'m> {
    /// Word of each ROM, and its value at address 0, where counters rest.
    words: Vec<(Sig<'m>, u128)>,
    /// Number of the ROM that has the word, if there are several.
    select: Option<Sig<'m>>,
}

/// The division of a long table into ROMs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RomSplit {
    /// One ROM. Synthesis may move the register of its address after it.
    None,
    /// ROMs that each fit LUTs, so that a register can follow each.
    LutSized,
}

impl<'m> Table<'m> {
    /// Words of the longest table that is divided into several ROMs.
    pub const MAX_SPLIT_WORDS: usize = 2 * BeatTable::MAX_LUT_ROM_WORDS;

    /// Builds the ROMs of `words[phase * row + index]`, where a row has the words of a phase. `address` is index and
    /// phase.
    pub fn new(
        m: &'m Builder,
        table: &BeatTable,
        words: &[u128],
        address: [Option<Sig<'m>>; 2],
        rom_split: RomSplit,
    ) -> Self {
        let row = words.len() / table.phases;
        // Each row begins at a multiple of a power of two, so that the address is phase and index, concatenated.
        let stride = address[0].map_or(1, |index| 1usize << index.width());
        let rows = words.chunks(row).map(|row| &row[..row.len().min(stride)]);
        let mut rom: Vec<u128> = Vec::with_capacity(table.phases * stride);
        for (number, row) in rows.enumerate() {
            rom.resize(number * stride, row[0]);
            rom.extend(row);
        }
        let first = rom[0];
        let one = |word: Sig<'m>| Table { words: vec![(word, first)], select: None };
        let address: Vec<Sig> = address.into_iter().flatten().collect();
        if address.is_empty() {
            return one(m.constant(table.width, first));
        }
        let address = m.cat(address);
        if words.len() <= BeatTable::MAX_LUT_ROM_WORDS {
            return one(m.rom(address, table.width, rom));
        }
        if let Some(word) = odd_one(address, table.width, &rom) {
            return one(word);
        }
        if let Some(inputs) = table.bit_inputs(words) {
            return one(bit_by_bit(address, &rom, &inputs));
        }
        let (address, rom) = from_either_end(address, table.width, rom);
        match rom_split {
            RomSplit::None => one(m.rom(address, table.width, rom)),
            RomSplit::LutSized => Self::split(address, table.width, &rom),
        }
    }

    /// Builds a ROM for each [`BeatTable::MAX_LUT_ROM_WORDS`] words.
    fn split(address: Sig<'m>, width: u32, table: &[u128]) -> Self {
        let low = BeatTable::MAX_LUT_ROM_WORDS.ilog2();
        let offset = address.bits(0, low);
        let parts = table.chunks(BeatTable::MAX_LUT_ROM_WORDS);
        let words = parts.map(|part| (address.builder().rom(offset, width, part.to_vec()), part[0])).collect();
        Table { words, select: Some(address.bits(low, address.width() - low)) }
    }

    /// Passes the word of each ROM and the select through `register`, which takes a signal and its value at address 0.
    pub fn registered(self, mut register: impl FnMut(Sig<'m>, u128) -> Sig<'m>) -> Self {
        let words = self.words.into_iter().map(|(word, first)| (register(word, first), first)).collect();
        Table { words, select: self.select.map(|select| register(select, 0)) }
    }

    /// Returns the word, by a multiplexer if there are several ROMs.
    pub fn word(self) -> Sig<'m> {
        let words: Vec<Sig> = self.words.iter().map(|(word, _)| *word).collect();
        self.select.map_or(words[0], |select| select.builder().select(select, &words))
    }
}

/// Compares the address with that of the one word that differs from all others, in a table of bits that has such a
/// word.
fn odd_one<'m>(address: Sig<'m>, width: u32, table: &[u128]) -> Option<Sig<'m>> {
    let ones = table.iter().filter(|word| **word == 1).count();
    let odd = match width {
        1 if ones == 1 => 1,
        1 if ones + 1 == table.len() => 0,
        _ => return None,
    };
    let at = table.iter().position(|word| *word == odd)?;
    let found = address.is(at);
    Some(if odd == 1 { found } else { !found })
}

/// Reverses the bits of an address where that takes fewer multiplexers. Synthesis builds a tree that decides on the
/// highest address bit first; the fewer distinct functions remain after each bit, the fewer LUTs it takes.
fn from_either_end(address: Sig, width: u32, table: Vec<u128>) -> (Sig, Vec<u128>) {
    let bits = address.width();
    let whole = table.iter().copied().chain(std::iter::repeat(table[0])).take(1 << bits).collect::<Vec<_>>();
    let reversed = |at: usize| at.reverse_bits() >> (usize::BITS - bits);
    let bit_reversed: Vec<u128> = (0..whole.len()).map(|at| whole[reversed(at)]).collect();
    if decisions(&whole, width) <= decisions(&bit_reversed, width) {
        return (address, table);
    }
    (address.builder().cat((0..bits).rev().map(|bit| address.bit(bit))), bit_reversed)
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
fn bit_by_bit<'m>(address: Sig<'m>, table: &[u128], bit_inputs: &[Vec<u32>]) -> Sig<'m> {
    let m = address.builder();
    let bits = bit_inputs.iter().enumerate().map(|(bit, inputs)| {
        let index = |number: usize| inputs.iter().enumerate().map(|(i, at)| (number >> i & 1) << at).sum::<usize>();
        let words: Vec<u128> = (0..1 << inputs.len()).map(|number| table[index(number)] >> bit & 1).collect();
        match inputs.as_slice() {
            [] => m.constant(1, words[0]),
            inputs => {
                let inputs = m.cat(inputs.iter().map(|at| address.bit(*at))).named(&format!("address_of_bit{bit}"));
                m.rom(inputs, 1, words)
            }
        }
    });
    m.cat(bits).named("bits")
}
