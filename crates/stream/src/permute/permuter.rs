//! Permuters: banks, output lanes and their addressing.

use super::beat_table::BeatTable;
use super::layout::Layout;
use crate::exact::gcd;
use crate::rtl::memories::MEMORY_CYCLES;

/// Requirements on a permuter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PermuterRequest {
    /// Initiation interval: minimum distance of frame starts, in cycles. It is at least the beats of both layouts.
    pub interval: usize,
    /// Whether empty slots of the output are zero.
    pub clear: bool,
    /// Whether memory has the minimum number of words, at most L + 1 for each lane. Otherwise the permuter has minimum
    /// cost, with at most 35 % more than L words for each lane in frames of 20 beats or more.
    pub least_memory: bool,
    /// Whether block RAM may hold whole frames. This suits orders that no digits describe, because their address tables
    /// take more than the words.
    pub whole_frames: bool,
    /// Whether a double-buffered permuter may have a latency of a few cycles beyond L, so that no element bypasses the
    /// banks.
    pub spare_cycles: bool,
    /// Words of the deepest bank in LUT RAM, if the words of block RAM pass a register.
    pub registered_above: Option<usize>,
}

/// Input of an output lane in one beat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LaneInput {
    /// An input lane, `delay` cycles ago.
    Delayed {
        /// Number of the input lane.
        lane: usize,
        /// Delay in cycles.
        delay: usize,
    },
    /// The output of a bank, by its number.
    Bank(usize),
    /// Zero: padding, or a spare lane of the output.
    Zero,
    /// A don't-care value.
    DontCare,
}

/// An output lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputLane {
    /// `inputs[beat]`.
    pub inputs: Vec<LaneInput>,
    /// `rotations[beat]`: power of -i by which the input is multiplied; empty if all are 0.
    pub rotations: Vec<u8>,
    /// Delay after the switch in cycles, including its register.
    pub output_delay: usize,
}

impl OutputLane {
    /// Returns the input of each beat with its power of -i, and `None` for a don't-care.
    pub fn selected_inputs(&self) -> Vec<Option<(LaneInput, u8)>> {
        let rotations = self.rotations.iter().copied().chain(std::iter::repeat(0));
        self.inputs
            .iter()
            .zip(rotations)
            .map(|(&input, rotations)| (input != LaneInput::DontCare).then_some((input, rotations)))
            .collect()
    }

    /// Counts the distinct pairs of an input and its power of -i.
    pub fn distinct_inputs(&self) -> usize {
        let mut inputs: Vec<(LaneInput, u8)> = self.selected_inputs().into_iter().flatten().collect();
        inputs.sort_unstable();
        inputs.dedup();
        inputs.len()
    }

    /// Whether the lane needs a multiplexer.
    pub(super) fn has_multiplexer(&self) -> bool {
        self.distinct_inputs() > 1
    }
}

/// Kind of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryKind {
    /// LUT RAM, which is read in the cycle of the address.
    LutRam,
    /// Block RAM, which is read a cycle after the address.
    BlockRam,
    /// Block RAM with a register after it. A word is read two cycles after the address, and no earlier than two cycles
    /// after it was written.
    RegisteredBlockRam,
}

impl MemoryKind {
    /// Words of the deepest bank in LUT RAM. A deeper one takes more than a block RAM.
    pub const MAX_LUT_RAM_WORDS: usize = 64;

    /// Returns the cycles from an address to its word.
    pub fn read_cycles(self) -> usize {
        match self {
            MemoryKind::LutRam => 0,
            MemoryKind::BlockRam => 1,
            MemoryKind::RegisteredBlockRam => MEMORY_CYCLES,
        }
    }

    /// Returns the cycles by which a word has to be written before its address at least, beside the cycle of the write.
    pub fn write_cycles(self) -> usize {
        usize::from(self == MemoryKind::RegisteredBlockRam)
    }

    /// Returns block RAM with or without a register.
    pub fn block_ram(is_registered: bool) -> Self {
        if is_registered {
            MemoryKind::RegisteredBlockRam
        } else {
            MemoryKind::BlockRam
        }
    }
}

/// Origin of the addresses of a bank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Addressing {
    /// Address tables that repeat every few frames.
    Table {
        /// Write address in each input beat.
        write: BeatTable<u32>,
        /// Read address in each output beat.
        read: BeatTable<u32>,
    },
    /// A FIFO of free addresses, and a memory of the addresses in use.
    FreeList {
        /// Input beat of the element that is read in each output beat.
        order: BeatTable<u32>,
    },
    /// Two whole frames, where an element's address is the number of its input beat.
    DoubleBuffer {
        /// Input beat of the element that is read in each output beat. A large table is in block RAM.
        order: BeatTable<u32>,
    },
}

/// A memory bank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bank {
    /// Words of the memory.
    pub words: usize,
    /// `written_lanes[input beat]`: input lane that is written, or `None` where the bank is not written.
    pub written_lanes: Vec<Option<usize>>,
    /// `read_beats[output beat]`: whether the bank is read.
    pub read_beats: Vec<bool>,
    /// Origin of the addresses.
    pub addressing: Addressing,
}

/// A streaming permutation from one layout to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Permuter {
    /// Number of input lanes.
    pub lanes_in: usize,
    /// Number of blocks of a frame. All blocks have equal permutations within themselves. Beats, banks and outputs
    /// belong to one block.
    pub blocks: usize,
    /// Input beats of a block.
    pub beats_in: usize,
    /// Output beats of a block.
    pub beats_out: usize,
    /// L: the minimum latency, in cycles.
    pub min_latency: usize,
    /// Cycles from the first input beat to the first output beat.
    pub latency: usize,
    /// Memory banks; none in a permuter of delay lines.
    pub banks: Vec<Bank>,
    /// Kind of memory of all banks.
    pub memory: MemoryKind,
    /// Number of blocks after which the addresses repeat.
    pub phases: usize,
    /// Output lanes.
    pub outputs: Vec<OutputLane>,
    /// `rotations[element]`: power of -i by which the permuter multiplies an element; empty if all are 0.
    pub rotations: Vec<u8>,
}

impl Permuter {
    /// Moves trivial rotations into the permuter: multiplications of the elements of its output layout `to` by powers
    /// of -i. This needs equal rotations of all blocks, and switches with free inputs. Else `rotations` is left as it
    /// is.
    pub fn with_rotations(self, to: &Layout, rotations: &mut Vec<u8>) -> Self {
        if rotations.is_empty() || self.is_identity() {
            return self;
        }
        let beats = self.beats_out;
        let rotated = |(lane, output): (usize, &OutputLane)| {
            let mut row = vec![None; beats];
            for (beat, slot) in to.slots.iter().skip(lane).step_by(to.lanes).enumerate() {
                let Some(element) = slot else { continue };
                let rotations = rotations[*element as usize];
                if *row[beat % beats].get_or_insert(rotations) != rotations {
                    return None;
                }
            }
            let rotations: Vec<u8> = row.into_iter().map(Option::unwrap_or_default).collect();
            let rotations = if rotations.iter().all(|rotations| *rotations == 0) { vec![] } else { rotations };
            let output = OutputLane { rotations, ..output.clone() };
            (output.rotations.is_empty() || output.distinct_inputs() <= WAYS).then_some(output)
        };
        let outputs: Option<Vec<OutputLane>> = self.outputs.iter().enumerate().map(rotated).collect();
        match outputs {
            Some(outputs) => Permuter { outputs, rotations: std::mem::take(rotations), ..self },
            None => self,
        }
    }

    /// Whether every output lane is the input lane of its number without delay.
    pub fn is_identity(&self) -> bool {
        let is_wire = |(number, output): (usize, &OutputLane)| {
            let own = LaneInput::Delayed { lane: number, delay: 0 };
            output.output_delay == 0 && output.inputs.iter().all(|input| [own, LaneInput::DontCare].contains(input))
        };
        self.latency == 0 && self.outputs.len() == self.lanes_in && self.outputs.iter().enumerate().all(is_wire)
    }

    /// Returns the cycle, from the first input beat, in which the banks have the read address of the first output beat.
    pub fn address_cycle(&self) -> usize {
        self.latency - 1 - self.memory.read_cycles()
    }

    /// Returns the earliest cycle, from the first input beat, in which a control signal depends on the output beat.
    pub fn first_use(&self) -> usize {
        let looked_up = |bank: &Bank| match bank.addressing {
            Addressing::Table { .. } => self.address_cycle(),
            Addressing::FreeList { .. } | Addressing::DoubleBuffer { .. } => self.address_cycle() - 1,
        };
        let switches = self.outputs.iter().map(|output| self.latency - output.output_delay);
        switches.chain(self.banks.iter().map(looked_up)).min().unwrap_or(0)
    }

    /// Counts the words of banks and delay lines, without the register at each output.
    pub fn words(&self) -> usize {
        self.bank_words() + self.delay_words()
    }

    /// Counts the words of banks.
    pub(super) fn bank_words(&self) -> usize {
        self.banks.iter().map(|bank| bank.words).sum()
    }

    /// Counts the words of delay lines, without the register at each output.
    pub(super) fn delay_words(&self) -> usize {
        let register = self.latency - self.min_latency.min(self.latency);
        let delays = self.outputs.iter().map(|output| output.output_delay.saturating_sub(register));
        let lines = self.taps().into_iter().map(|taps| taps.last().copied().unwrap_or(0));
        lines.sum::<usize>() + delays.sum::<usize>()
    }

    /// Returns the delays of the taps of each input lane, in ascending order.
    pub fn taps(&self) -> Vec<Vec<usize>> {
        let mut taps = vec![vec![]; self.lanes_in];
        for input in self.outputs.iter().flat_map(|output| &output.inputs) {
            if let LaneInput::Delayed { lane, delay } = *input {
                taps[lane].push(delay);
            }
        }
        for delays in &mut taps {
            delays.sort_unstable();
            delays.dedup();
        }
        taps
    }
}

/// Inputs of the widest multiplexer that takes one six-input LUT for each bit.
pub const WAYS: usize = 4;

/// Beats of the shortest frame to which the bound on words applies. In shorter frames a further word of LUT RAM costs
/// nothing.
pub(super) const SHORT_FRAME_BEATS: usize = 20;

/// Returns the least common multiple.
pub(super) fn lcm(a: usize, b: usize) -> usize {
    a / gcd(a, b) * b
}
