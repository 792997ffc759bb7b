//! What a permuter takes on UltraScale+ cells: an estimate to choose by, checked against synthesis.

use super::types::{Addressing, Bank, MemoryKind, Permuter};
use crate::pipeline::BeatTable;
use crate::rtl::{address_bits, in_ring, line, ring};

/// Bits of a component assumed while choosing: the choice is the same for every format.
const NOMINAL_BITS: u32 = 32;

/// What a block RAM of 36 kbit counts for, in lookup tables.
const BLOCK_PRICE: usize = 150;

/// Registers that count for a lookup table.
const REGISTERS_PRICE: usize = 4;

/// What a complex word of memory counts for beside its lookup tables.
const WORD_PRICE: usize = 3;

impl Permuter {
    /// Lookup tables for complex words of two `bits`-bit components: switches, memories, delay lines,
    /// addresses and counters.
    pub fn luts(&self, bits: u32) -> usize {
        let word = 2 * bits as usize;
        let outputs = self.outputs.iter().map(|output| {
            let select = choice(&output.selected_inputs(), None);
            multiplexer(output.distinct_inputs()) * word
                + select.as_ref().map_or(0, BeatTable::luts)
                + waiting(output.output_delay.saturating_sub(1), word)
        });
        let banks = self.banks.iter().map(|bank| self.bank(bank, word));
        let lines = (0..self.lanes_in).flat_map(|lane| self.segments(lane)).map(|cycles| waiting(cycles, word));
        outputs.chain(banks).chain(lines).sum::<usize>() + self.control()
    }

    /// Registers for words of two `bits`-bit components.
    pub fn registers(&self, bits: u32) -> usize {
        let word = 2 * bits as usize;
        let kept = |cycles: usize| if line(cycles) == 0 { cycles * word } else { 0 };
        let rests = self.outputs.iter().map(|output| kept(output.output_delay));
        let lines = (0..self.lanes_in).flat_map(|lane| self.segments(lane)).map(kept);
        rests.chain(lines).sum()
    }

    /// Halves of a block RAM of 36 kbit, for words of two `bits`-bit components.
    pub fn half_blocks(&self, bits: u32) -> usize {
        match self.memory {
            MemoryKind::LutRam => 0,
            MemoryKind::BlockRam => {
                self.banks.iter().map(|bank| half_blocks(bank.words, 2 * bits) + bank.table_blocks()).sum()
            }
        }
    }

    /// What the search minimises.
    pub(super) fn price(&self) -> usize {
        self.luts(NOMINAL_BITS)
            + self.registers(NOMINAL_BITS) / REGISTERS_PRICE
            + self.half_blocks(NOMINAL_BITS) * BLOCK_PRICE / 2
            + if self.holds_frames() { self.words() / 2 } else { WORD_PRICE * self.words() }
    }

    fn holds_frames(&self) -> bool {
        self.banks.iter().any(|bank| matches!(bank.addressing, Addressing::DoubleBuffer { .. }))
    }

    /// Lengths of the pieces of an input lane's delay line between its taps.
    fn segments(&self, lane: usize) -> Vec<usize> {
        let mut at = 0;
        self.taps(lane).into_iter().map(|tap| tap - std::mem::replace(&mut at, tap)).collect()
    }

    fn bank(&self, bank: &Bank, word: usize) -> usize {
        let memory = match self.memory {
            MemoryKind::LutRam => distributed(bank.words, word),
            MemoryKind::BlockRam => 0,
        };
        let mut lanes: Vec<usize> = bank.written_lanes.iter().flatten().copied().collect();
        lanes.sort_unstable();
        lanes.dedup();
        let select = choice(&bank.written_lanes, None);
        let used: Vec<_> = bank.written_lanes.iter().map(|source| Some(u128::from(source.is_some()))).collect();
        let enable = BeatTable::new(1, 1, &used).luts();
        let addresses = match &bank.addressing {
            Addressing::Table { write, read } => write.luts() + read.luts(),
            Addressing::DoubleBuffer { order } if order.is_block() => 0,
            Addressing::DoubleBuffer { order } => order.luts(),
            Addressing::FreeList { order } => {
                let width = address_bits(bank.words) as usize;
                let positions = distributed(2 * bank.written_lanes.len().next_power_of_two(), width);
                order.luts() + positions + distributed(bank.words, width) + 8 * width
            }
        };
        memory + multiplexer(lanes.len()) * word + select.as_ref().map_or(0, BeatTable::luts) + enable + addresses
    }

    /// Counters of beats, blocks and phases, and of what delays the pulses.
    fn control(&self) -> usize {
        let counter = |values: usize| if values > 1 { address_bits(values) as usize + 1 } else { 0 };
        let side = |beats: usize| counter(beats) + counter(self.blocks) + counter(self.phases) + 3;
        let switched = self.outputs.iter().any(|output| output.distinct_inputs() > 1);
        let sides = match (self.banks.is_empty(), switched) {
            (true, false) => 0,
            (true, true) => side(self.beats_out),
            _ => side(self.beats_in) + side(self.beats_out),
        };
        sides + 2 * counter(self.latency.min(self.beats_in.max(self.beats_out)))
    }
}

impl Bank {
    /// Halves of a block RAM of 36 kbit that hold addresses.
    fn table_blocks(&self) -> usize {
        match &self.addressing {
            Addressing::DoubleBuffer { order } if order.is_block() => half_blocks(order.beats, order.width),
            _ => 0,
        }
    }
}

/// Halves of a block RAM of 36 kbit for so many words of so many bits.
pub fn half_blocks(words: usize, bits: u32) -> usize {
    let shapes = [(512, 36), (1024, 18), (2048, 9), (4096, 4), (8192, 2), (16384, 1)];
    let counts = shapes.map(|(depth, width)| words.div_ceil(depth) * (bits as usize).div_ceil(width));
    counts.into_iter().min().unwrap_or(0)
}

/// Lookup tables for a bit of a multiplexer, which has four inputs to a table; the last table of two
/// stages takes two more.
fn multiplexer(inputs: usize) -> usize {
    match inputs {
        0 | 1 => 0,
        2..=4 => 1,
        5..=6 => 2,
        _ => inputs / 4 + usize::from(inputs % 4 > 1) + multiplexer(inputs.div_ceil(4)),
    }
}

/// Lookup tables for words of so many bits that wait so long.
fn waiting(cycles: usize, width: usize) -> usize {
    if in_ring(cycles, width) {
        ring(cycles, width)
    } else {
        line(cycles) * width
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
fn choice<T: Ord + Clone>(row: &[T], nobody: T) -> Option<BeatTable> {
    let mut cases: Vec<&T> = row.iter().filter(|case| **case != nobody).collect();
    cases.sort();
    cases.dedup();
    let number = |case: &T| cases.binary_search(&case).ok().map(|number| number as u128);
    let numbers: Vec<Option<u128>> = row.iter().map(number).collect();
    (cases.len() > 1).then(|| BeatTable::new(address_bits(cases.len()), 1, &numbers))
}
