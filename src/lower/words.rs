//! Looks up in tables what each beat of a frame needs.

use super::beats::{Beats, Count};
use crate::rtl::{Module, Net};
use crate::stream::{period, Sequence};
use std::collections::HashMap;

impl Beats {
    /// The word of a sequence at this beat and phase, `delay` cycles ago.
    pub fn word(&mut self, m: &mut Module, sequence: &Sequence, delay: usize) -> Net {
        self.sum(m, sequence, self.ahead + delay)
    }

    /// The word of a sequence at the next beat and its phase.
    pub fn next_word(&mut self, m: &mut Module, sequence: &Sequence) -> Net {
        self.sum(m, sequence, self.ahead - 1)
    }

    /// The word of a table at the next beat, from block RAM. Synthesis prefers lookup tables for few words; a table has these
    /// twice, for every other frame, which takes no more RAM.
    pub fn next_word_of_block(&mut self, m: &mut Module, width: u32, words: &[u128]) -> Net {
        let all: Vec<Option<u128>> = words.iter().copied().map(Some).collect();
        let sequence = Sequence::new(width, 1, &all);
        let (of, words) = (words.len(), &words[..period(words)]);
        let place = self.count(m, Count::Low { of, split: words.len() }, self.ahead - 1);
        let Some(place) = place.filter(|_| !sequence.is_block()) else { return self.next_word(m, &sequence) };
        let frame = self.every_other(m);
        let half = words.iter().copied().chain(std::iter::repeat(words[0])).take(1 << m.width(place));
        let address = m.concat(&[place, frame]);
        m.rom(address, width, half.collect::<Vec<_>>().repeat(2))
    }

    /// The word of a sequence, so many cycles later, with a register behind each table unless it is large.
    pub fn word_later(&mut self, m: &mut Module, sequence: &Sequence, cycles: usize) -> Net {
        if sequence.is_block() {
            return self.word(m, sequence, cycles);
        }
        let [high, low] = self.looked_up(m, sequence, self.ahead).map(|part| m.delay(part, cycles as u32));
        m.add(high, low)
    }

    /// The word of a sequence at this beat and phase, with a register behind each table, or ahead of large ones.
    pub fn registered(&mut self, m: &mut Module, sequence: &Sequence) -> Net {
        if sequence.is_block() {
            return self.word(m, sequence, 0);
        }
        let [high, low] = self.looked_up(m, sequence, self.ahead - 1);
        let (high, low) = (self.held(m, high, sequence.high[0]), self.held(m, low, sequence.low[0]));
        m.add(high, low)
    }

    /// The word of a sequence, out of a register: what a select does not wait for is time for the data.
    pub fn early_word(&mut self, m: &mut Module, sequence: &Sequence, delay: usize) -> Net {
        let Some(before) = delay.checked_sub(1) else { return self.registered(m, sequence) };
        let word = self.word(m, sequence, before);
        match m.constant_value(word) {
            Some(_) => word,
            // The reset keeps it out of a shift register, which is slow to read.
            None => m.register(word, Some(0)),
        }
    }

    /// A word, so many cycles behind the counter.
    fn sum(&mut self, m: &mut Module, sequence: &Sequence, behind: usize) -> Net {
        let [high, low] = self.looked_up(m, sequence, behind);
        m.add(high, low)
    }

    /// High and low part of a word, which is their sum, so many cycles behind the counter.
    fn looked_up(&mut self, m: &mut Module, sequence: &Sequence, behind: usize) -> [Net; 2] {
        let Sequence { beats: of, split, .. } = *sequence;
        let phase = (sequence.phases > 1).then_some(Count::Phase);
        let counts = [phase, Some(Count::High { of, split }), Some(Count::Low { of, split })];
        let [phase, high, low] = counts.map(|count| self.count(m, count?, behind));
        let high = table(m, sequence, &sequence.high, sequence.rounds(), [high, phase]);
        let low = table(m, sequence, &sequence.low, split, [low, phase]);
        [high, low]
    }
}

/// `words[phase * row + index]`. `address`: index and phase.
fn table(m: &mut Module, sequence: &Sequence, words: &[u128], row: usize, address: [Option<Net>; 2]) -> Net {
    // Each row starts at a power of two, so that phase and index stand side by side.
    let stride = address[0].map_or(1, |net| 1usize << m.width(net));
    let rows = words.chunks(row).map(|row| &row[..row.len().min(stride)]);
    let count = words.len() / row;
    let mut table: Vec<u128> = Vec::with_capacity(count * stride);
    for (number, row) in rows.enumerate() {
        table.resize(number * stride, row[0]);
        table.extend(row);
    }
    let address: Vec<Net> = address.into_iter().flatten().collect();
    if address.is_empty() {
        return m.constant(sequence.width, table[0]);
    }
    let address = m.concat(&address);
    if words.len() <= Sequence::LONGEST {
        return m.rom(address, sequence.width, table);
    }
    match sequence.digits(words) {
        Some(digits) => in_digits(m, address, &table, &digits),
        None => from_either_end(m, address, sequence.width, table),
    }
}

/// A table whose address begins with the lowest or with the highest bit: synthesis decides on the bits of an address in
/// their order, the highest first, and the fewer words are left to tell apart behind each, the fewer lookup tables it takes.
fn from_either_end(m: &mut Module, address: Net, width: u32, table: Vec<u128>) -> Net {
    let bits = m.width(address);
    let whole = table.iter().copied().chain(std::iter::repeat(table[0])).take(1 << bits).collect::<Vec<_>>();
    let reversed = |at: usize| at.reverse_bits() >> (usize::BITS - bits);
    let turned: Vec<u128> = (0..whole.len()).map(|at| whole[reversed(at)]).collect();
    if decisions(&whole, width) <= decisions(&turned, width) {
        return m.rom(address, width, table);
    }
    let ends: Vec<Net> = (0..bits).rev().map(|bit| m.bit(address, bit)).collect();
    let address = m.concat(&ends);
    m.rom(address, width, turned)
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
