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

/// The part of a permuter's cost that no choice of addresses changes: switches and delay lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct SwitchCost {
    /// LUTs, including the worth of registers.
    luts: usize,
    /// Complex words of delay lines.
    words: usize,
}

impl Permuter {
    /// Estimates the LUTs for complex words of two `bits`-bit components: switches, memories, delay lines, addresses
    /// and counters.
    pub fn luts(&self, bits: u32) -> usize {
        self.switch_luts(bits) + self.bank_luts(bits) + self.control()
    }

    /// Estimates the LUTs of the switches before and after the banks, and of the delay lines.
    fn switch_luts(&self, bits: u32) -> usize {
        let word = 2 * bits as usize;
        let outputs = self.outputs.iter().map(|output| {
            let (inputs, select) = select_table(&output.selected_inputs());
            multiplexer(inputs) * word
                + select.as_ref().map_or(0, BeatTable::luts)
                + delay_luts(output.output_delay.saturating_sub(1), word)
        });
        let written = self.banks.iter().map(|bank| bank.input_luts(word));
        let lines = self.segments().into_iter().map(|cycles| delay_luts(cycles, word));
        outputs.chain(written).chain(lines).sum()
    }

    /// Estimates the LUTs of memories and addresses.
    fn bank_luts(&self, bits: u32) -> usize {
        self.banks.iter().map(|bank| self.bank(bank, 2 * bits as usize)).sum()
    }

    /// Estimates the registers for complex words of two `bits`-bit components.
    pub fn registers(&self, bits: u32) -> usize {
        let word = 2 * bits as usize;
        let registers = |cycles: usize| if shift_register_luts(cycles) == 0 { cycles * word } else { 0 };
        let outputs = self.outputs.iter().map(|output| registers(output.output_delay));
        let lines = self.segments().into_iter().map(registers);
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

    /// Estimates the cost of the switches and delay lines.
    pub(super) fn switch_cost(&self) -> SwitchCost {
        let luts = self.switch_luts(NOMINAL_BITS) + self.registers(NOMINAL_BITS) / REGISTERS_PER_LUT;
        SwitchCost { luts, words: self.delay_words() }
    }

    /// Returns what the choice of a permuter minimises: complex words above `max_words`, then the cost in LUTs.
    pub(super) fn cost(&self, switches: SwitchCost, max_words: usize) -> (usize, usize) {
        let words = switches.words + self.bank_words();
        let luts = switches.luts
            + self.bank_luts(NOMINAL_BITS)
            + self.control()
            + self.half_blocks(NOMINAL_BITS) * LUTS_PER_BLOCK_RAM / 2
            + if self.has_double_buffer() { words / 2 } else { LUTS_PER_WORD * words };
        (words.saturating_sub(max_words), luts)
    }

    fn has_double_buffer(&self) -> bool {
        self.banks.iter().any(|bank| matches!(bank.addressing, Addressing::DoubleBuffer { .. }))
    }

    /// Returns the cycles between neighbouring taps of the input lanes' delay lines.
    fn segments(&self) -> Vec<usize> {
        let of_line = |taps: Vec<usize>| {
            let mut at = 0;
            taps.into_iter().map(move |tap| tap - std::mem::replace(&mut at, tap))
        };
        self.taps().into_iter().flat_map(of_line).collect()
    }

    /// Estimates the LUTs of a bank's memory for words of `word` bits, and of its addresses.
    fn bank(&self, bank: &Bank, word: usize) -> usize {
        let memory = match self.memory {
            MemoryKind::LutRam => lut_ram(bank.words, word),
            MemoryKind::BlockRam | MemoryKind::RegisteredBlockRam => 0,
        };
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
        memory + addresses
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
    /// Estimates the LUTs of the switch before the bank and of its write enable, for words of `word` bits.
    fn input_luts(&self, word: usize) -> usize {
        let (lanes, select) = select_table(&self.written_lanes);
        let used: Vec<_> = self.written_lanes.iter().map(|source| Some(u32::from(source.is_some()))).collect();
        multiplexer(lanes) * word + select.as_ref().map_or(0, BeatTable::luts) + BeatTable::new(1, 1, &used).luts()
    }

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
