//! Permuters: a switch, a row of memory banks, a switch.
//!
//! For a stream that comes in one layout and leaves in another, the least latency is
//! L = max over elements of (beat in - beat out), and it is reached for every pair of layouts:
//! draw an edge (beat in, beat out) for each element; the edge colouring of that graph gives each
//! element a bank so that no bank is written or read twice in a cycle.

mod address;
mod banks;
mod colour;

pub use address::{in_place, two_frame, Addresses, Stay};
use banks::cheapest_colours;
pub use colour::edge_colours;

use super::layout::{Layout, Place};
use super::sequence::Sequence;
use crate::exact::gcd;
use crate::rtl::address_bits;

/// Cycles that memory and read register add to L.
const MEMORY_CYCLES: usize = 2;

/// Longest cycle of address tables taken for in-place addressing.
const MOST_PHASES: usize = 64;

/// Bits of a word assumed when tables are weighed against words.
const NOMINAL_WORD: usize = 64;

/// What an output lane, or the write port of a bank, takes in one beat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// The input lane or bank of this number.
    From(usize),
    /// A zero: padding, or a spare lane of the output.
    Zero,
    /// Nobody looks.
    Any,
}

/// One memory bank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bank {
    pub words: usize,
    /// Input lane of each input beat; `Any` where the bank is not written.
    pub source: Vec<Source>,
    pub write: Sequence,
    pub read: Sequence,
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
    pub shift: usize,
    /// Cycles from the first input beat to the first output beat.
    pub latency: usize,
    /// Empty when no element has to wait: then `outputs` name input lanes, `shift` beats on, else banks.
    pub banks: Vec<Bank>,
    /// Blocks after which the addresses repeat.
    pub phases: usize,
    /// `outputs[lane][beat]`.
    pub outputs: Vec<Vec<Source>>,
}

impl Permuter {
    /// `interval`: least distance of frame starts, in cycles, at least the beats of both layouts.
    /// `clear`: empty slots of the output are zero. Elements that `from` lacks come out as zero.
    pub fn new(from: &Layout, to: &Layout, interval: usize, clear: bool) -> Self {
        let blocks = blocks(from, to, &moves(from, to));
        if blocks > 1 {
            let (from, to) = (from.head(blocks), to.head(blocks));
            return Permuter { blocks, ..Self::new(&from, &to, from.beats.max(to.beats), clear) };
        }
        let moves = moves(from, to);
        let shift = moves.iter().map(|(a, b)| a.beat.saturating_sub(b.beat)).max().unwrap_or(0);
        let waits = moves.iter().any(|(a, b)| shift + b.beat != a.beat);
        let empty = |slot: &Option<u32>| match slot {
            None if !clear => Source::Any,
            _ => Source::Zero,
        };
        let mut outputs: Vec<Vec<Source>> = (0..to.lanes)
            .map(|lane| (0..to.beats).map(|beat| empty(&to.slots[beat * to.lanes + lane])).collect())
            .collect();
        let mut permuter = Permuter {
            lanes_in: from.lanes,
            blocks: 1,
            beats_in: from.beats,
            beats_out: to.beats,
            shift,
            latency: shift,
            banks: vec![],
            phases: 1,
            outputs: vec![],
        };
        if waits {
            let colours = cheapest_colours(&moves, from.lanes, to.lanes);
            for (&(_, to), &colour) in moves.iter().zip(&colours) {
                outputs[to.lane][to.beat] = Source::From(colour);
            }
            permuter.latency = shift + MEMORY_CYCLES;
            permuter.add_banks(&moves, &colours, interval);
        } else {
            for (from, to) in &moves {
                outputs[to.lane][to.beat] = Source::From(from.lane);
            }
        }
        permuter.outputs = outputs;
        permuter
    }

    fn add_banks(&mut self, moves: &[(Place, Place)], colours: &[usize], interval: usize) {
        let count = colours.iter().max().map_or(0, |m| m + 1);
        let mut stays = vec![vec![]; count];
        let mut sources = vec![vec![Source::Any; self.beats_in]; count];
        for (&(from, to), &colour) in moves.iter().zip(colours) {
            stays[colour].push(Stay { write: from.beat, read: to.beat });
            sources[colour][from.beat] = Source::From(from.lane);
        }
        let in_place: Option<Vec<_>> = stays.iter().map(|s| in_place(s, interval, MOST_PHASES)).collect();
        let in_place = in_place.and_then(|addresses| self.banks(addresses, &sources));
        let two_frame = || {
            let addresses = stays.iter().map(|s| two_frame(s, self.shift, interval)).collect();
            self.banks(addresses, &sources).unwrap_or_default()
        };
        // Long address tables in two frames cost more than the words they save.
        let candidates = match in_place {
            Some(banks) if interval > 1024 => vec![banks],
            Some(banks) => vec![two_frame(), banks],
            None => vec![two_frame()],
        };
        let cost = |banks: &Vec<Bank>| -> usize {
            banks.iter().map(|b| b.words * NOMINAL_WORD + b.write.bits() + b.read.bits()).sum()
        };
        self.banks = candidates.into_iter().min_by_key(cost).unwrap_or_default();
        self.phases = self.banks[0].write.phases;
    }

    /// Banks of these addresses, all repeating after a common number of frames.
    fn banks(&self, addresses: Vec<Addresses>, sources: &[Vec<Source>]) -> Option<Vec<Bank>> {
        let phases = addresses.iter().fold(1, |all, a| lcm(all, a.write.len()));
        if phases > MOST_PHASES {
            return None;
        }
        let bank = |(a, source): (Addresses, &Vec<Source>)| {
            let sequence = |rows: &[Vec<Option<u32>>], beats: usize| {
                let rows = (0..phases).flat_map(|phase| &rows[phase % rows.len()][..beats]);
                let table: Vec<_> = rows.map(|word| word.map(u128::from)).collect();
                Sequence::new(address_bits(a.words), phases, &table)
            };
            let (write, read) = (sequence(&a.write, self.beats_in), sequence(&a.read, self.beats_out));
            Bank { words: a.words, source: source.clone(), write, read }
        };
        Some(addresses.into_iter().zip(sources).map(bank).collect())
    }

    /// Every output lane is the input lane of its number, always, at once.
    pub fn is_identity(&self) -> bool {
        let through =
            |(lane, row): (usize, &Vec<Source>)| row.iter().all(|s| [Source::From(lane), Source::Any].contains(s));
        self.banks.is_empty()
            && self.shift == 0
            && self.outputs.len() == self.lanes_in
            && self.outputs.iter().enumerate().all(through)
    }

    /// Words of memory in all banks.
    pub fn words(&self) -> usize {
        self.banks.iter().map(|b| b.words).sum()
    }

    /// Two-input multiplexers, a word wide, in both switches.
    pub fn switches(&self) -> usize {
        let banks = self.banks.iter().map(|b| b.source.as_slice());
        banks.chain(self.outputs.iter().map(Vec::as_slice)).map(|row| inputs(row).saturating_sub(1)).sum()
    }
}

/// Where each element that is in both layouts comes from and goes to.
fn moves(from: &Layout, to: &Layout) -> Vec<(Place, Place)> {
    let elements = [from, to].iter().flat_map(|l| l.slots.iter().flatten()).max().map_or(0, |&e| e as usize + 1);
    let (places_in, places_out) = (from.places(elements), to.places(elements));
    places_in.iter().zip(&places_out).filter_map(|(&a, &b)| Some((a?, b?))).collect()
}

/// Most blocks that a frame of these layouts falls into: equal lengths, no move from one to another,
/// and the same moves in each. The inner steps of a plan have them.
fn blocks(from: &Layout, to: &Layout, moves: &[(Place, Place)]) -> usize {
    let beats = from.beats;
    if to.beats != beats || from.slots.iter().chain(&to.slots).any(Option::is_none) {
        return 1;
    }
    // source[slot out]: the slot it comes from.
    let mut source = vec![usize::MAX; to.slots.len()];
    moves.iter().for_each(|(a, b)| source[b.beat * to.lanes + b.lane] = a.beat * from.lanes + a.lane);
    let alike = |count: &usize| {
        let (block_in, block_out) = (from.slots.len() / count, to.slots.len() / count);
        let moved = |(slot, &at): (usize, &usize)| {
            source[slot % block_out].checked_add(slot / block_out * block_in) == Some(at)
        };
        source[..block_out].iter().all(|&at| at < block_in) && source.iter().enumerate().all(moved)
    };
    (1..=beats).rev().filter(|count| beats % count == 0).find(alike).unwrap_or(1)
}

/// Different inputs that a multiplexer needs.
fn inputs(row: &[Source]) -> usize {
    let mut seen: Vec<_> = row.iter().filter(|s| **s != Source::Any).collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len()
}

fn lcm(a: usize, b: usize) -> usize {
    a / gcd(a, b) * b
}
