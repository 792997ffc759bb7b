//! Banks with the lifetimes of their elements, and the permuters that follow with an addressing.

use super::address::{min_words, Addresses, Lifetime};
use super::beat_table::BeatTable;
use super::moves::Moves;
use super::permuter::{lcm, Addressing, Bank, LaneInput, MemoryKind, Permuter};
use crate::rtl::address_bits;

/// Returns the number of frames after which the addresses of all banks repeat.
pub(super) fn phases(scheme: &[Addresses]) -> usize {
    scheme.iter().fold(1, |all, addresses| lcm(all, addresses.rows.len()))
}

/// The banks of a permuter without addresses.
pub(super) struct BankPlan<'a> {
    pub moves: &'a Moves,
    /// `colours[move]`: number of the bank.
    pub colours: &'a [usize],
    pub memory: MemoryKind,
    /// Cycle of the input frame in which the output switch serves beat 0 of the output.
    switch: usize,
    /// Cycles from input to switch of an element that a bank can serve. Elements with a shorter delay bypass the banks.
    pub min_stored_cycles: usize,
    /// Lifetimes of the elements of each bank.
    pub lifetimes: Vec<Vec<Lifetime>>,
}

impl<'a> BankPlan<'a> {
    /// Plans banks of minimum latency. `lookup_cycles` are the cycles by which an address is looked up before its
    /// use.
    pub fn new(moves: &'a Moves, colours: &'a [usize], memory: MemoryKind, lookup_cycles: usize) -> Self {
        let cycles = memory.read_cycles() + lookup_cycles;
        Self::with_switch(moves, colours, memory, moves.min_latency.max(cycles), cycles + 1 + memory.write_cycles())
    }

    /// Plans the banks again, with the output switch `cycles` later.
    pub fn delayed(&self, cycles: usize) -> Self {
        Self::with_switch(self.moves, self.colours, self.memory, self.switch + cycles, self.min_stored_cycles)
    }

    fn with_switch(
        moves: &'a Moves,
        colours: &'a [usize],
        memory: MemoryKind,
        switch: usize,
        min_stored_cycles: usize,
    ) -> Self {
        let mut lifetimes = vec![vec![]; colours.iter().max().map_or(0, |m| m + 1)];
        for ((from, to), &colour) in moves.list.iter().zip(colours) {
            if switch + to.beat >= from.beat + min_stored_cycles {
                lifetimes[colour].push(Lifetime { write: from.beat, read: switch + to.beat - memory.read_cycles() });
            }
        }
        BankPlan { moves, colours, memory, switch, min_stored_cycles, lifetimes }
    }

    /// Whether no element is stored.
    pub fn is_empty(&self) -> bool {
        self.lifetimes.iter().all(Vec::is_empty)
    }

    /// Whether the latency permits a look-up in the cycle before the address.
    pub fn has_spare_cycle(&self) -> bool {
        self.moves.min_latency > self.memory.read_cycles()
    }

    /// Whether every element is read before the second frame after its own begins to overwrite its word.
    pub fn fits_two_frames(&self) -> bool {
        self.lifetimes.iter().flatten().all(|lifetime| lifetime.read <= lifetime.write + 2 * self.moves.interval)
    }

    /// Returns the minimum number of words of each bank.
    pub fn min_words(&self) -> Vec<usize> {
        self.lifetimes.iter().map(|lifetimes| min_words(lifetimes, self.moves.interval)).collect()
    }

    /// Builds the permuter with words in its banks whose addresses cost nothing: none of the same words costs less.
    pub fn without_addresses(&self, words: &[usize]) -> Permuter {
        let table = || BeatTable::new(1, 1, &[Some(0)]);
        let bank = |words: &usize| (*words, Addressing::Table { write: table(), read: table() });
        self.permuter(words.iter().map(bank).collect(), 1)
    }

    /// Returns the words of each bank that has a free list.
    pub fn list_words(&self) -> Vec<usize> {
        self.min_words().into_iter().map(|words| words.max(2)).collect()
    }

    /// Builds the permuter with address tables.
    pub fn with_tables(&self, scheme: Vec<Addresses>) -> Permuter {
        let phases = phases(&scheme);
        let addressing = |(addresses, lifetimes): (Addresses, &Vec<Lifetime>)| {
            let table = |beats: usize, beat: &dyn Fn(&Lifetime) -> usize| {
                let mut words = vec![None; phases * beats];
                for phase in 0..phases {
                    let row = &addresses.rows[phase % addresses.rows.len()];
                    for (lifetime, word) in lifetimes.iter().zip(row) {
                        words[phase * beats + beat(lifetime)] = Some(*word);
                    }
                }
                BeatTable::new(address_bits(addresses.words), phases, &words)
            };
            let write = table(self.moves.beats_in, &|lifetime| lifetime.write);
            let read = table(self.moves.beats_out, &|lifetime| self.read_beat(lifetime));
            (addresses.words, Addressing::Table { write, read })
        };
        let banks = scheme.into_iter().zip(&self.lifetimes).map(addressing).collect();
        self.permuter(banks, phases)
    }

    /// Builds the permuter with free lists.
    pub fn with_free_list(&self) -> Permuter {
        let banks = self.lifetimes.iter().zip(self.list_words());
        let banks = banks.map(|(lifetimes, words)| (words, Addressing::FreeList { order: self.order(lifetimes) }));
        self.permuter(banks.collect(), 2)
    }

    /// Builds the permuter with two frames in each bank. Every element is read before its frame's buffer is written
    /// again.
    pub fn with_double_buffer(&self) -> Permuter {
        let words = 2 << address_bits(self.moves.beats_in);
        let banks =
            self.lifetimes.iter().map(|lifetimes| (words, Addressing::DoubleBuffer { order: self.order(lifetimes) }));
        self.permuter(banks.collect(), 2)
    }

    /// Tabulates, for each output beat, the input beat of the element that is read from a bank.
    fn order(&self, lifetimes: &[Lifetime]) -> BeatTable<u32> {
        let mut order = vec![None; self.moves.beats_out];
        lifetimes.iter().for_each(|lifetime| order[self.read_beat(lifetime)] = Some(lifetime.write as u32));
        BeatTable::new(address_bits(self.moves.beats_in), 1, &order)
    }

    /// Returns the output beat of an element.
    fn read_beat(&self, lifetime: &Lifetime) -> usize {
        lifetime.read + self.memory.read_cycles() - self.switch
    }

    fn permuter(&self, banks: Vec<(usize, Addressing)>, phases: usize) -> Permuter {
        let moves = self.moves;
        let mut outputs = moves.outputs(1);
        let mut banks: Vec<Bank> = banks
            .into_iter()
            .map(|(words, addressing)| {
                let (written_lanes, read_beats) = (vec![None; moves.beats_in], vec![false; moves.beats_out]);
                Bank { words, written_lanes, read_beats, addressing }
            })
            .collect();
        for ((from, to), &colour) in moves.list.iter().zip(self.colours) {
            let delay = self.switch + to.beat - from.beat;
            outputs[to.lane].inputs[to.beat] = if delay < self.min_stored_cycles {
                LaneInput::Delayed { lane: from.lane, delay }
            } else {
                banks[colour].written_lanes[from.beat] = Some(from.lane);
                banks[colour].read_beats[to.beat] = true;
                LaneInput::Bank(colour)
            };
        }
        Permuter {
            lanes_in: moves.lanes_in,
            blocks: 1,
            beats_in: moves.beats_in,
            beats_out: moves.beats_out,
            min_latency: moves.min_latency,
            latency: self.switch + 1,
            banks,
            memory: self.memory,
            phases,
            outputs,
            rotations: vec![],
        }
    }
}
