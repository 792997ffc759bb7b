//! What a permuter takes on UltraScale+ cells: an estimate to choose by, checked against synthesis.

use super::{Addressing, Bank, Memory, Permuter, Source};
use crate::rtl::address_bits;
use crate::stream::Sequence;

/// Bits of a component assumed while choosing: the choice is the same for every format.
const NOMINAL_BITS: u32 = 32;

/// What a block RAM of 36 kbit counts for, in lookup tables.
const BLOCK_PRICE: usize = 150;

/// Registers that count for a lookup table.
const REGISTERS_PRICE: usize = 4;

/// Tables of more words than this are taken to depend on all bits of their address.
const LARGE_TABLE: usize = 1 << 14;

impl Permuter {
    /// Lookup tables for complex words of two `bits`-bit components: switches, memories, delay lines,
    /// addresses and counters.
    pub fn luts(&self, bits: u32) -> usize {
        let word = 2 * bits as usize;
        let outputs = self.outputs.iter().map(|output| {
            let select = choice(&output.row, Source::Any);
            multiplexer(output.sources()) * word + select.as_ref().map_or(0, table) + line(output.rest) * word
        });
        let banks = self.banks.iter().map(|bank| self.bank(bank, word));
        let lines = (0..self.lanes_in).flat_map(|lane| self.segments(lane)).map(|cycles| line(cycles) * word);
        outputs.chain(banks).chain(lines).sum::<usize>() + self.control()
    }

    /// Registers for words of two `bits`-bit components.
    pub fn registers(&self, bits: u32) -> usize {
        let word = 2 * bits as usize;
        let kept = |cycles: usize| if line(cycles) == 0 { cycles * word } else { 0 };
        let rests = self.outputs.iter().map(|output| kept(output.rest));
        let lines = (0..self.lanes_in).flat_map(|lane| self.segments(lane)).map(kept);
        rests.chain(lines).sum()
    }

    /// Halves of a block RAM of 36 kbit, for words of two `bits`-bit components.
    pub fn half_blocks(&self, bits: u32) -> usize {
        let shapes = [(512, 36), (1024, 18), (2048, 9), (4096, 4), (8192, 2), (16384, 1)];
        let halves = |words: usize| {
            let counts = shapes.map(|(depth, width)| words.div_ceil(depth) * (2 * bits as usize).div_ceil(width));
            counts.into_iter().min().unwrap_or(0)
        };
        match self.memory {
            Memory::Tables => 0,
            Memory::Block => self.banks.iter().map(|bank| halves(bank.words)).sum(),
        }
    }

    /// What the search minimises.
    pub(super) fn price(&self) -> usize {
        self.luts(NOMINAL_BITS)
            + self.registers(NOMINAL_BITS) / REGISTERS_PRICE
            + self.half_blocks(NOMINAL_BITS) * BLOCK_PRICE / 2
            + self.words()
    }

    /// Lengths of the pieces of an input lane's delay line between its taps.
    fn segments(&self, lane: usize) -> Vec<usize> {
        let mut at = 0;
        self.taps(lane).into_iter().map(|tap| tap - std::mem::replace(&mut at, tap)).collect()
    }

    fn bank(&self, bank: &Bank, word: usize) -> usize {
        let memory = match self.memory {
            Memory::Tables => distributed(bank.words, word),
            Memory::Block => 0,
        };
        let mut lanes: Vec<usize> = bank.source.iter().flatten().copied().collect();
        lanes.sort_unstable();
        lanes.dedup();
        let select = choice(&bank.source, None);
        let always = bank.source.iter().all(Option::is_some);
        let enable = if always { 0 } else { tables(address_bits(bank.source.len()), 1) };
        let addresses = match &bank.addressing {
            Addressing::Fixed { write, read } => table(write) + table(read),
            Addressing::Queue { order } => {
                let width = address_bits(bank.words) as usize;
                let places = distributed(2 * bank.source.len().next_power_of_two(), width);
                table(order) + places + distributed(bank.words, width) + 8 * width
            }
        };
        memory + multiplexer(lanes.len()) * word + select.as_ref().map_or(0, table) + enable + addresses
    }

    /// Counters of beats, blocks and phases, and of what delays the pulses.
    fn control(&self) -> usize {
        let counter = |values: usize| if values > 1 { address_bits(values) as usize + 1 } else { 0 };
        let side = |beats: usize| counter(beats) + counter(self.blocks) + counter(self.phases) + 3;
        let switched = self.outputs.iter().any(|output| output.sources() > 1);
        let sides = match (self.banks.is_empty(), switched) {
            (true, false) => 0,
            (true, true) => side(self.beats_out),
            _ => side(self.beats_in) + side(self.beats_out),
        };
        sides + 2 * counter(self.latency.min(self.beats_in.max(self.beats_out)))
    }
}

/// Lookup tables for a bit of a multiplexer.
fn multiplexer(inputs: usize) -> usize {
    match inputs {
        0 | 1 => 0,
        2..=4 => 1,
        5..=8 => 2,
        _ => inputs.div_ceil(4) + usize::from(inputs > 16),
    }
}

/// Lookup tables for a bit of a delay line: short ones are registers.
fn line(cycles: usize) -> usize {
    match cycles {
        0..=2 => 0,
        _ => cycles.div_ceil(32),
    }
}

/// Lookup tables of a memory made of them.
fn distributed(words: usize, width: usize) -> usize {
    match words {
        0..=32 => 8 * width.div_ceil(14),
        _ => 8 * width.div_ceil(7) * words.div_ceil(64),
    }
}

/// The numbers of what a multiplexer takes in each beat; `None` if it is always the same.
fn choice<T: Ord + Clone>(row: &[T], nobody: T) -> Option<Sequence> {
    let mut cases: Vec<&T> = row.iter().filter(|case| **case != nobody).collect();
    cases.sort();
    cases.dedup();
    let number = |case: &T| cases.binary_search(&case).ok().map(|number| number as u128);
    let numbers: Vec<Option<u128>> = row.iter().map(number).collect();
    (cases.len() > 1).then(|| Sequence::new(address_bits(cases.len()), 1, &numbers))
}

/// Lookup tables of a sequence.
fn table(sequence: &Sequence) -> usize {
    let high = part(&sequence.high, sequence.phases, sequence.width);
    let low = part(&sequence.low, sequence.phases, sequence.width);
    let sum = if high > 0 && low > 0 { sequence.width as usize } else { 0 };
    high + low + sum
}

/// Lookup tables of one part of a sequence: for each bit of its words, those that a function of as
/// many bits of the address needs as it depends on.
fn part(words: &[u128], phases: usize, width: u32) -> usize {
    let row = words.len() / phases;
    let (low, high) = (address_bits(row), address_bits(phases));
    if words.len() > LARGE_TABLE {
        return tables(low + high, width as usize);
    }
    // Bits of the words that change with each bit of the address.
    let mut changes = vec![0u128; (low + high) as usize];
    for (index, word) in words.iter().enumerate() {
        let (phase, at) = (index / row, index % row);
        for bit in 0..low {
            let other = at ^ (1 << bit);
            changes[bit as usize] |= if other < row { word ^ words[phase * row + other] } else { 0 };
        }
        for bit in 0..high {
            let other = phase ^ (1 << bit);
            changes[(low + bit) as usize] |= if other < phases { word ^ words[other * row + at] } else { 0 };
        }
    }
    let inputs = |bit: u32| changes.iter().filter(|change| **change >> bit & 1 == 1).count() as u32;
    (0..width).map(|bit| tables(inputs(bit), 1)).sum()
}

/// Lookup tables of `width` functions of `inputs` bits.
fn tables(inputs: u32, width: usize) -> usize {
    match inputs {
        0 | 1 => 0,
        _ => width << inputs.saturating_sub(6),
    }
}
