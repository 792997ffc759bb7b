//! Ports of units, and what feeds them.

use super::unit::{Producer, Tap};

/// How one port is fed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feed {
    /// First cycle of the window in which the port reads.
    pub start: usize,
    /// `picks[cycle - start]`; `None` where the port does not care.
    pub picks: Vec<Option<Pick>>,
    pub store: Option<Store>,
}

/// What a port has to keep words in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Store {
    Memory(Memory),
    Register(Register),
}

/// A register ahead of a port, for words that it reads several times in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// `loads[cycle - start of the port]`: what is taken a cycle before that one.
    pub loads: Vec<Option<Tap>>,
}

/// Where a port takes an operand from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pick {
    Tap(Tap),
    Store,
}

/// A memory ahead of a port. A word is at the number of its write cycle, in one of several batches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// First cycle of the window in which it is written: one window for all, so that a batch never meets the
    /// one before however far apart they are.
    pub start: usize,
    /// `writes[cycle - start]`.
    pub writes: Vec<Option<Tap>>,
    /// `reads[cycle - start of the port]`: the write cycle's number.
    pub reads: Vec<Option<usize>>,
    /// Batches held at once, a power of two.
    pub batches: usize,
}

/// Bits of the words that feeds are weighed with: which is the cheapest hardly depends on it.
pub(super) const WORD: usize = 32;

/// Costs in LUTs of a 32 bit word.
pub(super) mod cost {
    /// A multiplexer of so many ways: four to one is a table a bit.
    pub fn multiplexer(ways: usize) -> usize {
        (32 + 2) * ways.saturating_sub(1).div_ceil(3)
    }

    /// A piece of a line; registers alone while it is short.
    pub fn line(cycles: usize) -> usize {
        match cycles {
            0..=3 => 3 * cycles,
            _ => 32 * (cycles - 1).div_ceil(32) + 3,
        }
    }

    /// What a register's enable takes.
    pub const ENABLE: usize = 3;

    /// A memory with its addresses.
    pub fn memory(words: usize) -> usize {
        24 * words.div_ceil(32) + 9
    }
}

/// A port before it is decided how to feed it: its window and what it reads in each cycle.
pub(super) struct Port {
    pub start: usize,
    pub row: Vec<Option<Tap>>,
    /// Whose words it reads, each once.
    pub producers: Vec<Producer>,
}

impl Port {
    pub fn new(start: usize, row: Vec<Option<Tap>>) -> Self {
        let mut producers: Vec<Producer> = row.iter().flatten().map(|tap| tap.producer).collect();
        producers.sort_unstable();
        producers.dedup();
        Port { start, row, producers }
    }
}

/// What stands in a row, each once. Rows are short: to look back is quicker than to sort.
pub(super) fn distinct<T: Copy + PartialEq>(row: &[Option<T>]) -> impl Iterator<Item = T> + '_ {
    row.iter().enumerate().filter(|(place, item)| !row[..*place].contains(item)).filter_map(|(_, item)| *item)
}

impl Feed {
    pub(super) fn direct(port: &Port) -> Feed {
        let picks = port.row.iter().map(|tap| tap.map(Pick::Tap)).collect();
        Feed { start: port.start, picks, store: None }
    }

    /// Every word by a register.
    pub(super) fn held(port: &Port) -> Option<Feed> {
        let loads = loads(port)?;
        let picks = port.row.iter().map(|tap| tap.map(|_| Pick::Store)).collect();
        Some(Feed { start: port.start, picks, store: Some(Store::Register(Register { loads })) })
    }

    /// Taps it takes, for its port or what is ahead of it.
    pub fn taps(&self) -> impl Iterator<Item = Tap> + '_ {
        let direct = distinct(&self.picks).filter_map(|pick| match pick {
            Pick::Tap(tap) => Some(tap),
            Pick::Store => None,
        });
        let stored = self.store.iter().flat_map(|store| distinct(store.takes()));
        direct.chain(stored.filter(|tap| !self.picks.contains(&Some(Pick::Tap(*tap)))))
    }

    /// LUTs of its multiplexers and of its memory or register.
    pub(super) fn own(&self) -> usize {
        let ways = distinct(&self.picks).count();
        let store = self.store.as_ref().map_or(0, |store| {
            let ways = distinct(store.takes()).count();
            let kept = match store {
                Store::Memory(memory) => cost::memory(memory.words()),
                Store::Register(_) => cost::ENABLE,
            };
            cost::multiplexer(ways) + kept
        });
        cost::multiplexer(ways) + store
    }
}

impl Store {
    /// What it takes, cycle by cycle.
    fn takes(&self) -> &[Option<Tap>] {
        match self {
            Store::Memory(memory) => &memory.writes,
            Store::Register(register) => &register.loads,
        }
    }
}

impl Memory {
    /// Words of the memory.
    pub fn words(&self) -> usize {
        words(self.batches, &self.writes)
    }
}

/// Words of a memory of so many batches.
pub(super) fn words<T>(batches: usize, writes: &[T]) -> usize {
    batches * writes.len().next_power_of_two()
}

/// What a register ahead of a port takes, to hold every word from the cycle before it is first read; `None` if one is made too
/// late for that.
pub(super) fn loads(port: &Port) -> Option<Vec<Option<Tap>>> {
    let mut held = None;
    let mut loads = vec![None; port.row.len()];
    for (beat, tap) in port.row.iter().enumerate().filter_map(|(beat, tap)| Some((beat, (*tap)?))) {
        let load = (port.start + beat).checked_sub(1)?;
        let word = (tap.producer, port.start + beat - tap.delay);
        if held != Some(word) {
            loads[beat] = Some(Tap { producer: tap.producer, delay: load.checked_sub(word.1)? });
            held = Some(word);
        }
    }
    Some(loads)
}
