//! The words of a permuter, followed through a period of its addresses: each is there when it is read, and none is
//! written over one that waits.
//!
//! Frames start at the least distance. At a larger one, the writes of later frames come later beside the reads of the
//! frames before, and addresses depend on numbers of frames and beats, or on the order of writes and of reads, which is
//! that of the frames at any distance. Fewer words wait at a time then, so that what holds at the least distance holds
//! at all.

use super::layout::{Layout, Position};
use super::permuter::{lcm, Addressing, Bank, LaneInput, Permuter};
use std::collections::{HashMap, VecDeque};

/// An element in a bank.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Word {
    /// Cycle of the write.
    written: usize,
    /// Number of its block, counted over all frames.
    block: usize,
    /// Where it came in the block.
    place: Position,
}

/// An access to a bank.
#[derive(Clone, Copy)]
enum Access {
    Read,
    Write,
}

/// Blocks that follow each other at the least distance.
struct Run<'a> {
    permuter: &'a Permuter,
    interval: usize,
    blocks: usize,
}

impl Run<'_> {
    /// Cycle in which a block of `beats` beats begins on one of the sides, beside that of the first block.
    fn start(&self, block: usize, beats: usize) -> usize {
        let blocks = self.permuter.blocks;
        block / blocks * self.interval + block % blocks * beats
    }

    /// Accesses of a bank in the order of their cycles, with their blocks and beats. A word is read before another one
    /// takes its place in the same cycle.
    fn accesses(&self, bank: &Bank) -> Vec<(usize, Access, usize, usize)> {
        let Permuter { beats_in, beats_out, .. } = *self.permuter;
        let address = self.permuter.address_cycle();
        let mut all = Vec::new();
        for block in 0..self.blocks {
            let writes = (0..beats_in).filter(|beat| bank.written_lanes[*beat].is_some());
            all.extend(writes.map(|beat| (self.start(block, beats_in) + beat, Access::Write, block, beat)));
            let reads = (0..beats_out).filter(|beat| bank.read_beats[*beat]);
            all.extend(reads.map(|beat| (self.start(block, beats_out) + address + beat, Access::Read, block, beat)));
        }
        all.sort_by_key(|(cycle, access, ..)| (*cycle, matches!(access, Access::Write)));
        all
    }
}

/// The addresses of a bank, as its elements come and go.
struct Addresses<'a> {
    bank: &'a Bank,
    /// Free words, in the order in which they are taken, of a bank with a free list.
    free: VecDeque<u32>,
    /// Word of each element in use, and the cycle in which that was noted: by the parity of the block, and the beat.
    in_use: HashMap<(usize, usize), (usize, u32)>,
}

impl Addresses<'_> {
    /// The word that an element takes. `None` if no word is free.
    fn of_write(&mut self, cycle: usize, block: usize, beat: usize) -> Option<u32> {
        match &self.bank.addressing {
            Addressing::Table { write, .. } => Some(write.word(block % write.phases, beat)),
            Addressing::DoubleBuffer { .. } => Some((2 * beat + block % 2) as u32),
            Addressing::FreeList { .. } => {
                let word = self.free.pop_front()?;
                self.in_use.insert((block % 2, beat), (cycle, word));
                Some(word)
            }
        }
    }

    /// The word that an output beat reads. `None` if it is not known in time.
    fn of_read(&mut self, cycle: usize, block: usize, beat: usize) -> Option<u32> {
        match &self.bank.addressing {
            Addressing::Table { read, .. } => Some(read.word(block % read.phases, beat)),
            Addressing::DoubleBuffer { order } => Some(2 * order.word(0, beat) + (block % 2) as u32),
            Addressing::FreeList { order } => {
                let (noted, word) = *self.in_use.get(&(block % 2, order.word(0, beat) as usize))?;
                self.free.push_back(word);
                // It is looked up in the cycle before, and noted from the cycle after the write on.
                (noted + 1 < cycle).then_some(word)
            }
        }
    }
}

impl Permuter {
    /// Follows the elements of frames from one layout to another, which start `interval` cycles from each other, through
    /// a period of the addresses. Returns the first element that is not where it has to be, as a text.
    pub fn collision(&self, from: &Layout, to: &Layout, interval: usize) -> Option<String> {
        let frame = interval.max(self.blocks * self.beats_in.max(self.beats_out));
        let overlap = (self.latency + self.beats_out).div_ceil(frame) + 1;
        // Addresses repeat with the phases, and distances of blocks with the frames.
        let period = lcm(self.phases.max(2), self.blocks);
        let run = Run { permuter: self, interval, blocks: period + (overlap + 1) * self.blocks };
        let elements = from.slots.iter().chain(&to.slots).flatten().max().map_or(0, |last| *last as usize + 1);
        let places = from.positions(elements);
        let expected = |block: usize, beat: usize, lane: usize| {
            let element = to.slots.get((block * self.beats_out + beat) * to.lanes + lane).copied().flatten()?;
            Some(places[element as usize])
        };
        self.delayed_wrongly(&expected).or_else(|| {
            self.banks.iter().enumerate().find_map(|(number, bank)| self.in_bank(&run, (number, bank), &expected))
        })
    }

    /// Checks what passes by delay lines, and what is zero.
    fn delayed_wrongly(&self, expected: &dyn Fn(usize, usize, usize) -> Option<Option<Position>>) -> Option<String> {
        let places = (0..self.blocks).flat_map(|block| (0..self.beats_out).map(move |beat| (block, beat)));
        for (block, beat) in places {
            for (lane, output) in self.outputs.iter().enumerate() {
                let leaves = block * self.beats_out + beat + self.latency;
                let is_right = match (output.inputs[beat], expected(block, beat, lane)) {
                    // What no element is in may be anything.
                    (_, None) | (LaneInput::Bank(_), Some(Some(_))) => true,
                    (LaneInput::Delayed { lane, delay }, Some(Some(place))) => {
                        place.lane == lane && place.beat + delay + output.output_delay == leaves
                    }
                    (LaneInput::Zero, Some(None)) => true,
                    _ => false,
                };
                if !is_right {
                    return Some(format!("beat {beat} of block {block}, lane {lane}: not the element that leaves"));
                }
            }
        }
        None
    }

    /// Follows the elements of a bank.
    fn in_bank(
        &self,
        run: &Run,
        (number, bank): (usize, &Bank),
        expected: &dyn Fn(usize, usize, usize) -> Option<Option<Position>>,
    ) -> Option<String> {
        // A word of block RAM with a register is stored a cycle after it came.
        let stored = 1 + self.memory.write_cycles();
        let mut addresses = Addresses { bank, free: (0..bank.words as u32).collect(), in_use: HashMap::new() };
        let mut words: HashMap<u32, Word> = HashMap::new();
        for (cycle, access, block, beat) in run.accesses(bank) {
            let wrong = |what: &str| Some(format!("bank {number}, block {block}, beat {beat}: {what}"));
            match access {
                Access::Write => {
                    let Some(address) = addresses.of_write(cycle, block, beat) else { return wrong("no word is free") };
                    if address as usize >= bank.words {
                        return wrong("a word that is not there");
                    }
                    let lane = bank.written_lanes[beat].unwrap_or_default();
                    words.insert(address, Word { written: cycle, block, place: Position { beat, lane } });
                }
                Access::Read => {
                    let Some(address) = addresses.of_read(cycle, block, beat) else {
                        return wrong("its word is not known in time");
                    };
                    let Some(word) = words.get(&address) else { return wrong("its word was never written") };
                    let Word { written, block: of, place } = *word;
                    let frame = block % self.blocks;
                    let place = Position { beat: frame * self.beats_in + place.beat, ..place };
                    let readers = (self.outputs.iter().enumerate())
                        .filter(|(_, output)| output.inputs[beat] == LaneInput::Bank(number));
                    for (lane, _) in readers {
                        match expected(frame, beat, lane) {
                            Some(Some(wanted)) if wanted != place || of != block => {
                                return wrong("another element is in its word");
                            }
                            Some(Some(_)) if written + stored > cycle => return wrong("read before it is stored"),
                            Some(None) => return wrong("no element is to leave"),
                            _ => {}
                        }
                    }
                }
            }
        }
        None
    }
}
