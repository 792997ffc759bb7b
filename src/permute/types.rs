//! What a permuter is made of.

use crate::exact::gcd;
use crate::permute::beat_table::BeatTable;
use crate::permute::layout::Layout;
use std::collections::BTreeSet;

/// What is asked of a permuter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PermuterRequest {
    /// Least distance of frame starts, in cycles, at least the beats of both layouts.
    pub interval: usize,
    /// Empty slots of the output are zero.
    pub clear: bool,
    /// As few words of memory as elements are waiting at most: L + 1 for each lane. Else at most 35 %
    /// more than L for each lane, in frames of 20 beats or more, and what costs least.
    pub least_memory: bool,
    /// Orders may be none of digits, so that addresses take more than words do: block RAM may hold whole frames.
    pub whole_frames: bool,
    /// There, a few cycles beyond L may spare what goes past the banks.
    pub spare_cycles: bool,
}

/// What an output lane takes in one beat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LaneInput {
    /// The input lane of this number, as it was `delay` cycles ago.
    Delayed { lane: usize, delay: usize },
    /// The memory bank of this number.
    Bank(usize),
    /// A zero: padding, or a spare lane of the output.
    Zero,
    /// Nobody looks.
    DontCare,
}

/// An output lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputLane {
    /// What it takes in each beat.
    pub inputs: Vec<LaneInput>,
    /// Quarter turns by -i of what it takes in each beat; empty if there are none.
    pub turns: Vec<u8>,
    /// Cycles behind the switch, its register included.
    pub output_delay: usize,
}

impl OutputLane {
    /// What it takes in each beat, and how that is turned; `None` where nobody looks.
    pub fn selected_inputs(&self) -> Vec<Option<(LaneInput, u8)>> {
        let turns = self.turns.iter().copied().chain(std::iter::repeat(0));
        self.inputs
            .iter()
            .zip(turns)
            .map(|(&source, turns)| (source != LaneInput::DontCare).then_some((source, turns)))
            .collect()
    }

    /// Different sources that it takes, and different turns of them.
    pub fn distinct_inputs(&self) -> usize {
        self.selected_inputs().into_iter().flatten().collect::<BTreeSet<_>>().len()
    }

    /// It takes now one source, now another.
    pub(super) fn switches(&self) -> bool {
        self.distinct_inputs() > 1
    }
}

/// What banks are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryKind {
    /// Lookup tables, which give a word in the cycle that asks for it.
    LutRam,
    /// Block RAM, which gives it in the next cycle.
    BlockRam,
}

impl MemoryKind {
    /// Deepest bank made of lookup tables: beyond it they cost more than a block.
    pub const MAX_LUT_RAM_WORDS: usize = 64;

    /// Cycles from an address to its word.
    pub fn read_cycles(self) -> usize {
        match self {
            MemoryKind::LutRam => 0,
            MemoryKind::BlockRam => 1,
        }
    }
}

/// How the elements of a bank find their words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Addressing {
    /// The same words every few frames.
    Table { write: BeatTable, read: BeatTable },
    /// A queue of free words, and a table of the words taken. `order`: the beat in which came what is
    /// read in a beat.
    FreeList { order: BeatTable },
    /// Whole frames in turn: an element's word is the number of its beat. `order`: as in a queue, from a table in block
    /// RAM where it is large.
    DoubleBuffer { order: BeatTable },
}

/// One memory bank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bank {
    pub words: usize,
    /// Input lane of each input beat; `None` where the bank is not written.
    pub written_lanes: Vec<Option<usize>>,
    /// Output beats that read it.
    pub read_beats: Vec<bool>,
    pub addressing: Addressing,
}

/// A streaming permutation from one layout to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Permuter {
    pub lanes_in: usize,
    /// A frame is this many blocks that are permuted alike, each within itself. Beats, banks and
    /// outputs are those of a block.
    pub blocks: usize,
    pub beats_in: usize,
    pub beats_out: usize,
    /// L: the least distance of output frame from input frame, in cycles.
    pub min_latency: usize,
    /// Cycles from the first input beat to the first output beat.
    pub latency: usize,
    /// Empty when delay lines do.
    pub banks: Vec<Bank>,
    pub memory: MemoryKind,
    /// Blocks after which the addresses repeat.
    pub phases: usize,
    pub outputs: Vec<OutputLane>,
    /// `turns[element]`: quarter turns by -i of the elements that pass; empty if there are none.
    pub turns: Vec<u8>,
}

impl Permuter {
    /// Takes quarter turns by -i of the elements of the layout that it makes, where its switches have room for them and every
    /// block is turned alike. Else they are left where they are.
    pub fn turning(self, to: &Layout, turns: &mut Vec<u8>) -> Self {
        if turns.is_empty() || self.is_identity() {
            return self;
        }
        let beats = self.beats_out;
        let turned = |(lane, output): (usize, &OutputLane)| {
            let mut row = vec![None; beats];
            for (beat, slot) in to.slots.iter().skip(lane).step_by(to.lanes).enumerate() {
                let Some(element) = slot else { continue };
                let turns = turns[*element as usize];
                if *row[beat % beats].get_or_insert(turns) != turns {
                    return None;
                }
            }
            let turns: Vec<u8> = row.into_iter().map(Option::unwrap_or_default).collect();
            let turns = if turns.iter().all(|turns| *turns == 0) { vec![] } else { turns };
            let output = OutputLane { turns, ..output.clone() };
            (output.turns.is_empty() || output.distinct_inputs() <= WAYS).then_some(output)
        };
        let outputs: Option<Vec<OutputLane>> = self.outputs.iter().enumerate().map(turned).collect();
        match outputs {
            Some(outputs) => Permuter { outputs, turns: std::mem::take(turns), ..self },
            None => self,
        }
    }

    /// Every output lane is the input lane of its number, always, at once.
    pub fn is_identity(&self) -> bool {
        let through = |(number, output): (usize, &OutputLane)| {
            let own = LaneInput::Delayed { lane: number, delay: 0 };
            output.output_delay == 0 && output.inputs.iter().all(|source| [own, LaneInput::DontCare].contains(source))
        };
        self.latency == 0 && self.outputs.len() == self.lanes_in && self.outputs.iter().enumerate().all(through)
    }

    /// Cycle, from the first input beat, in which the banks are given the address of the first output beat.
    pub fn address_cycle(&self) -> usize {
        self.latency - 1 - self.memory.read_cycles()
    }

    /// Earliest cycle in which anything depends on the number of the output beat.
    pub fn first_use(&self) -> usize {
        let looked_up = |bank: &Bank| match bank.addressing {
            Addressing::Table { .. } => self.address_cycle(),
            Addressing::FreeList { .. } | Addressing::DoubleBuffer { .. } => self.address_cycle() - 1,
        };
        let switches = self.outputs.iter().map(|output| self.latency - output.output_delay);
        switches.chain(self.banks.iter().map(looked_up)).min().unwrap_or(0)
    }

    /// Words of memory: those of the banks, and those of the delay lines but for the register at each
    /// output.
    pub fn words(&self) -> usize {
        let register = self.latency - self.min_latency.min(self.latency);
        let rest = self.outputs.iter().map(|output| output.output_delay.saturating_sub(register));
        self.banks.iter().map(|bank| bank.words).sum::<usize>() + self.line_words() + rest.sum::<usize>()
    }

    /// Words of the delay lines of the input lanes.
    fn line_words(&self) -> usize {
        (0..self.lanes_in).map(|lane| self.taps(lane).last().copied().unwrap_or(0)).sum()
    }

    /// Where the delay line of an input lane is tapped, in order.
    pub fn taps(&self, lane: usize) -> Vec<usize> {
        let sources = self.outputs.iter().flat_map(|output| &output.inputs);
        let mut taps: Vec<usize> = sources
            .filter_map(|source| match *source {
                LaneInput::Delayed { lane: from, delay } => (from == lane).then_some(delay),
                _ => None,
            })
            .collect();
        taps.sort_unstable();
        taps.dedup();
        taps
    }
}

/// Inputs of a multiplexer that one lookup table of six inputs holds a bit of, with its select bits.
pub const WAYS: usize = 4;

/// Frames of fewer beats may take more words than the bound: a word in a lookup table costs nothing.
pub(super) const SHORT: usize = 20;

pub(super) fn lcm(a: usize, b: usize) -> usize {
    a / gcd(a, b) * b
}
