//! Tables as synthesis makes the fewest and quickest lookup tables of them.

use crate::pipeline::Sequence;
use crate::rtl::{Module, Net};
use std::collections::HashMap;

/// What a table says of an address.
pub struct Table {
    /// A word of each part, and what it is for address 0, where counters rest.
    words: Vec<(Net, u128)>,
    /// Which part it is, if there are several.
    part: Option<Net>,
}

/// How a long table is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Parts {
    /// As one, which synthesis looks up a cycle ahead of the register that its address comes from.
    Whole,
    /// In parts no longer than lookup tables hold, with a register behind each.
    Short,
}

impl Table {
    /// Most words that are worth it to make a table of in parts.
    pub const LONGEST: usize = 2 * Sequence::LONGEST;

    /// `words[phase * row + index]`, a row for each phase of the sequence. `address`: index and phase.
    pub fn new(m: &mut Module, sequence: &Sequence, words: &[u128], address: [Option<Net>; 2], parts: Parts) -> Self {
        let row = words.len() / sequence.phases;
        // Each row starts at a power of two, so that phase and index stand side by side.
        let stride = address[0].map_or(1, |net| 1usize << m.width(net));
        let rows = words.chunks(row).map(|row| &row[..row.len().min(stride)]);
        let mut table: Vec<u128> = Vec::with_capacity(sequence.phases * stride);
        for (number, row) in rows.enumerate() {
            table.resize(number * stride, row[0]);
            table.extend(row);
        }
        let first = table[0];
        let one = |net: Net| Table { words: vec![(net, first)], part: None };
        let address: Vec<Net> = address.into_iter().flatten().collect();
        if address.is_empty() {
            return one(m.constant(sequence.width, first));
        }
        let address = m.concat(&address);
        if words.len() <= Sequence::LONGEST {
            return one(m.rom(address, sequence.width, table));
        }
        if let Some(digits) = sequence.digits(words) {
            return one(in_digits(m, address, &table, &digits));
        }
        let (address, table) = from_either_end(m, address, sequence.width, table);
        match parts {
            Parts::Whole => one(m.rom(address, sequence.width, table)),
            Parts::Short => Self::in_parts(m, address, sequence.width, &table),
        }
    }

    fn in_parts(m: &mut Module, address: Net, width: u32, table: &[u128]) -> Self {
        let low = Sequence::LONGEST.ilog2();
        let place = m.slice(address, 0, low);
        let words = table.chunks(Sequence::LONGEST).map(|part| (m.rom(place, width, part.to_vec()), part[0])).collect();
        Table { words, part: Some(m.slice(address, low, m.width(address) - low)) }
    }

    /// The same, with what each table says and which it is put through `register`, which also takes what it says of address 0.
    pub fn behind(self, mut register: impl FnMut(Net, u128) -> Net) -> Self {
        let words = self.words.into_iter().map(|(net, first)| (register(net, first), first)).collect();
        Table { words, part: self.part.map(|part| register(part, 0)) }
    }

    /// The word.
    pub fn word(self, m: &mut Module) -> Net {
        let words: Vec<Net> = self.words.iter().map(|(net, _)| *net).collect();
        self.part.map_or(words[0], |part| m.select(part, &words))
    }
}

/// A table whose address begins with the lowest or with the highest bit: synthesis decides on the bits of an address in
/// their order, the highest first, and the fewer words are left to tell apart behind each, the fewer lookup tables it takes.
fn from_either_end(m: &mut Module, address: Net, width: u32, table: Vec<u128>) -> (Net, Vec<u128>) {
    let bits = m.width(address);
    let whole = table.iter().copied().chain(std::iter::repeat(table[0])).take(1 << bits).collect::<Vec<_>>();
    let reversed = |at: usize| at.reverse_bits() >> (usize::BITS - bits);
    let turned: Vec<u128> = (0..whole.len()).map(|at| whole[reversed(at)]).collect();
    if decisions(&whole, width) <= decisions(&turned, width) {
        return (address, table);
    }
    let ends: Vec<Net> = (0..bits).rev().map(|bit| m.bit(address, bit)).collect();
    (m.concat(&ends), turned)
}

/// Multiplexers that a table takes if they decide on one bit of the address after the other and none is there twice.
fn decisions(table: &[u128], width: u32) -> usize {
    let of_bit = |bit: u32| {
        // The functions of the lowest bits of the address that are left, by number; those of none are the bits themselves.
        let mut numbers: Vec<usize> = table.iter().map(|word| (word >> bit & 1) as usize).collect();
        let mut count = 0;
        while numbers.len() > 1 {
            let mut known: HashMap<[usize; 2], usize> = HashMap::new();
            let mut number = |pair: [usize; 2]| {
                let next = 2 + count + known.len();
                *known.entry(pair).or_insert(next)
            };
            let pairs = numbers.chunks(2).map(|pair| [pair[0], pair[1]]);
            numbers = pairs.map(|[low, high]| if low == high { low } else { number([low, high]) }).collect();
            count += known.len();
        }
        count
    };
    (0..width).map(of_bit).sum()
}

/// A table bit by bit, each by the few bits of the address that it depends on: synthesis would not see that there are few.
fn in_digits(m: &mut Module, address: Net, table: &[u128], digits: &[Vec<u32>]) -> Net {
    let bits: Vec<Net> = digits
        .iter()
        .enumerate()
        .map(|(bit, inputs)| {
            let place = |number: usize| inputs.iter().enumerate().map(|(i, at)| (number >> i & 1) << at).sum::<usize>();
            let words: Vec<u128> = (0..1 << inputs.len()).map(|number| table[place(number)] >> bit & 1).collect();
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
