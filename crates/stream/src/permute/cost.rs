//! Estimated cost of a permuter in UltraScale+ cells, checked against synthesis.

use super::beat_table::BeatTable;
use super::permuter::{Addressing, Bank, MemoryKind, Permuter};
use crate::rtl::{address_bits, half_blocks, in_ring, lut_ram, ring_luts, shift_register_luts};

/// Bits of a component for the choice of a permuter. The choice does not depend on the format.
const NOMINAL_BITS: u32 = 32;

/// Cost of a block RAM of 36 kbit, in LUTs.
const LUTS_PER_BLOCK_RAM: usize = 150;

/// Registers that cost as much as a LUT.
const REGISTERS_PER_LUT: usize = 4;

/// Cost of a complex word of memory beside its LUTs, in LUTs.
const LUTS_PER_WORD: usize = 3;

impl Permuter {
    /// Estimates the LUTs for complex words of two `bits`-bit components: switches, memories, delay lines, addresses
    /// and counters.
    pub fn luts(&self, bits: u32) -> usize {
        let word = 2 * bits as usize;
        let outputs = self.outputs.iter().map(|output| {
            let (inputs, select) = select_table(&output.selected_inputs());
            multiplexer(inputs) * word
                + select.as_ref().map_or(0, BeatTable::luts)
                + delay_luts(output.output_delay.saturating_sub(1), word)
        });
        let banks = self.banks.iter().map(|bank| self.bank(bank, word));
        let lines = (0..self.lanes_in).flat_map(|lane| self.segments(lane)).map(|cycles| delay_luts(cycles, word));
        outputs.chain(banks).chain(lines).sum::<usize>() + self.control()
    }

    /// Estimates the registers for complex words of two `bits`-bit components.
    pub fn registers(&self, bits: u32) -> usize {
        let word = 2 * bits as usize;
        let registers = |cycles: usize| if shift_register_luts(cycles) == 0 { cycles * word } else { 0 };
        let outputs = self.outputs.iter().map(|output| registers(output.output_delay));
        let lines = (0..self.lanes_in).flat_map(|lane| self.segments(lane)).map(registers);
        outputs.chain(lines).sum()
    }

    /// Counts block RAMs of 18 kbit for complex words of two `bits`-bit components.
    pub fn half_blocks(&self, bits: u32) -> usize {
        match self.memory {
            MemoryKind::LutRam => 0,
            MemoryKind::BlockRam | MemoryKind::RegisteredBlockRam => {
                self.banks.iter().map(|bank| half_blocks(bank.words, 2 * bits) + bank.table_blocks()).sum()
            }
        }
    }

    /// Returns the cost that the choice of a permuter minimises, in LUTs.
    pub(super) fn cost(&self) -> usize {
        self.luts(NOMINAL_BITS)
            + self.registers(NOMINAL_BITS) / REGISTERS_PER_LUT
            + self.half_blocks(NOMINAL_BITS) * LUTS_PER_BLOCK_RAM / 2
            + if self.has_double_buffer() { self.words() / 2 } else { LUTS_PER_WORD * self.words() }
    }

    fn has_double_buffer(&self) -> bool {
        self.banks.iter().any(|bank| matches!(bank.addressing, Addressing::DoubleBuffer { .. }))
    }

    /// Returns the cycles between neighbouring taps of an input lane's delay line.
    fn segments(&self, lane: usize) -> Vec<usize> {
        let mut at = 0;
        self.taps(lane).into_iter().map(|tap| tap - std::mem::replace(&mut at, tap)).collect()
    }

    /// Estimates the LUTs of a bank for words of `word` bits.
    fn bank(&self, bank: &Bank, word: usize) -> usize {
        let memory = match self.memory {
            MemoryKind::LutRam => lut_ram(bank.words, word),
            MemoryKind::BlockRam | MemoryKind::RegisteredBlockRam => 0,
        };
        let (lanes, select) = select_table(&bank.written_lanes);
        let used: Vec<_> = bank.written_lanes.iter().map(|source| Some(u32::from(source.is_some()))).collect();
        let enable = BeatTable::new(1, 1, &used).luts();
        let addresses = match &bank.addressing {
            Addressing::Table { write, read } => write.luts() + read.luts(),
            Addressing::DoubleBuffer { order } if order.is_block() => 0,
            Addressing::DoubleBuffer { order } => order.luts(),
            Addressing::FreeList { order } => {
                let width = address_bits(bank.words) as usize;
                let in_use = lut_ram(2 * bank.written_lanes.len().next_power_of_two(), width);
                order.luts() + in_use + lut_ram(bank.words, width) + 8 * width
            }
        };
        memory + multiplexer(lanes) * word + select.as_ref().map_or(0, BeatTable::luts) + enable + addresses
    }

    /// Estimates the LUTs of the counters of beats, blocks and phases, and of the delays of pulses.
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
    /// Counts block RAMs of 18 kbit that hold addresses.
    fn table_blocks(&self) -> usize {
        match &self.addressing {
            Addressing::DoubleBuffer { order } if order.is_block() => half_blocks(order.beats, order.width),
            _ => 0,
        }
    }
}

/// Estimates the LUTs for a bit of a multiplexer. A LUT has four of its inputs; the last LUT of two stages has two
/// more.
fn multiplexer(inputs: usize) -> usize {
    match inputs {
        0 | 1 => 0,
        2..=4 => 1,
        5..=6 => 2,
        _ => inputs / 4 + usize::from(inputs % 4 > 1) + multiplexer(inputs.div_ceil(4)),
    }
}

/// Estimates the LUTs of a delay of `cycles` clock cycles for words of `width` bits.
fn delay_luts(cycles: usize, width: usize) -> usize {
    if in_ring(cycles, width) {
        ring_luts(cycles, width)
    } else {
        shift_register_luts(cycles) * width
    }
}

/// Counts the cases of a row, and tabulates the select of a multiplexer for each beat. `None` if it is constant.
fn select_table<T: Ord>(row: &[Option<T>]) -> (usize, Option<BeatTable<u32>>) {
    let mut cases: Vec<&T> = row.iter().flatten().collect();
    cases.sort_unstable();
    cases.dedup();
    let table = || {
        let number = |case: &T| cases.binary_search(&case).ok().map(|number| number as u32);
        let numbers: Vec<Option<u32>> = row.iter().map(|case| case.as_ref().and_then(number)).collect();
        BeatTable::new(address_bits(cases.len()), 1, &numbers)
    };
    (cases.len(), (cases.len() > 1).then(table))
}
