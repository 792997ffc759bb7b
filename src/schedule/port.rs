//! Ports of units, and what feeds them.

use super::unit::{Producer, Tap};

/// How one port is fed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandRoute {
    /// First cycle of the window in which the port reads.
    pub start: usize,
    /// `sources[cycle - start]`; `None` where the port does not care.
    pub sources: Vec<Option<OperandSource>>,
    pub buffer: Option<OperandBuffer>,
}

/// What a port has to keep words in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OperandBuffer {
    Memory(OperandMemory),
    Register(OperandRegister),
}

/// A register ahead of a port, for words that it reads several times in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandRegister {
    /// `loads[cycle - start of the port]`: what is taken a cycle before that one.
    pub loads: Vec<Option<Tap>>,
}

/// Where a port takes an operand from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OperandSource {
    Tap(Tap),
    Buffer,
}

/// A memory ahead of a port. A word is at the number of its write cycle, in one of several batches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandMemory {
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
    pub fn multiplexer(inputs: usize) -> usize {
        (32 + 2) * inputs.saturating_sub(1).div_ceil(3)
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

impl OperandRoute {
    pub(super) fn from_taps(port: &Port) -> OperandRoute {
        let sources = port.row.iter().map(|tap| tap.map(OperandSource::Tap)).collect();
        OperandRoute { start: port.start, sources, buffer: None }
    }

    /// Every word by a register.
    pub(super) fn from_register(port: &Port) -> Option<OperandRoute> {
        let loads = register_loads(port)?;
        let sources = port.row.iter().map(|tap| tap.map(|_| OperandSource::Buffer)).collect();
        Some(OperandRoute {
            start: port.start,
            sources,
            buffer: Some(OperandBuffer::Register(OperandRegister { loads })),
        })
    }

    /// Taps it takes, for its port or what is ahead of it.
    pub fn taps(&self) -> impl Iterator<Item = Tap> + '_ {
        let direct = distinct(&self.sources).filter_map(|pick| match pick {
            OperandSource::Tap(tap) => Some(tap),
            OperandSource::Buffer => None,
        });
        let stored = self.buffer.iter().flat_map(|buffer| distinct(buffer.inputs()));
        direct.chain(stored.filter(|tap| !self.sources.contains(&Some(OperandSource::Tap(*tap)))))
    }

    /// LUTs of its multiplexers and of its memory or register.
    pub(super) fn own_luts(&self) -> usize {
        let inputs = distinct(&self.sources).count();
        let buffer = self.buffer.as_ref().map_or(0, |buffer| {
            let inputs = distinct(buffer.inputs()).count();
            let kept = match buffer {
                OperandBuffer::Memory(memory) => cost::memory(memory.words()),
                OperandBuffer::Register(_) => cost::ENABLE,
            };
            cost::multiplexer(inputs) + kept
        });
        cost::multiplexer(inputs) + buffer
    }
}

impl OperandBuffer {
    /// What it takes, cycle by cycle.
    fn inputs(&self) -> &[Option<Tap>] {
        match self {
            OperandBuffer::Memory(memory) => &memory.writes,
            OperandBuffer::Register(register) => &register.loads,
        }
    }
}

impl OperandMemory {
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
pub(super) fn register_loads(port: &Port) -> Option<Vec<Option<Tap>>> {
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
