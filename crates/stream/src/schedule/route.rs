//! Operand routes: multiplexers, memories and registers before a port.

use super::port::{distinct, Port};
use super::route_cost;
use super::unit::Tap;

/// The route of the operands to a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandRoute {
    /// First cycle of the window in which the port reads.
    pub start: usize,
    /// `sources[cycle - start]`, or `None` for a don't-care.
    pub sources: Vec<Option<OperandSource>>,
    /// Memory or register before the port.
    pub buffer: Option<OperandBuffer>,
}

/// Storage of operands before a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OperandBuffer {
    /// A memory of several operands.
    Memory(OperandMemory),
    /// A register of one operand.
    Register(OperandRegister),
}

/// A register before a port, for operands that the port reads several times in succession.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandRegister {
    /// `loads[cycle - start of the port]`: the tap that is loaded a cycle earlier.
    pub loads: Vec<Option<Tap>>,
}

/// Source of an operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OperandSource {
    /// A tap of a delay line.
    Tap(Tap),
    /// The port's buffer.
    Buffer,
}

/// A memory before a port. The address of a word is the number of its write cycle and that of its batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandMemory {
    /// First cycle of the window in which the memory is written. Windows of two batches never overlap, at any distance
    /// of batches.
    pub start: usize,
    /// `writes[cycle - start]`.
    pub writes: Vec<Option<Tap>>,
    /// `reads[cycle - start of the port]`: number of the write cycle.
    pub reads: Vec<Option<usize>>,
    /// Batches in the memory at once, a power of two.
    pub batches: usize,
}

impl OperandRoute {
    /// Routes every operand from a tap.
    pub(super) fn from_taps(port: &Port) -> OperandRoute {
        let sources = port.row.iter().map(|tap| tap.map(OperandSource::Tap)).collect();
        OperandRoute { start: port.start, sources, buffer: None }
    }

    /// Routes every operand through a register. `None` if an operand is produced too late.
    pub(super) fn from_register(port: &Port) -> Option<OperandRoute> {
        let loads = port.register_loads()?;
        let sources = port.row.iter().map(|tap| tap.map(|_| OperandSource::Buffer)).collect();
        let buffer = Some(OperandBuffer::Register(OperandRegister { loads }));
        Some(OperandRoute { start: port.start, sources, buffer })
    }

    /// Lists the taps of the port and of its buffer.
    pub fn taps(&self) -> impl Iterator<Item = Tap> + '_ {
        let direct = distinct(&self.sources).filter_map(|source| match source {
            OperandSource::Tap(tap) => Some(tap),
            OperandSource::Buffer => None,
        });
        let buffered = self.buffer.iter().flat_map(|buffer| distinct(buffer.inputs()));
        direct.chain(buffered.filter(|tap| !self.sources.contains(&Some(OperandSource::Tap(*tap)))))
    }

    /// Returns the LUTs of the multiplexers and of the buffer, without delay lines.
    pub(super) fn own_luts(&self) -> usize {
        let buffer = self.buffer.as_ref().map_or(0, |buffer| {
            let storage = match buffer {
                OperandBuffer::Memory(memory) => route_cost::memory(memory.words()),
                OperandBuffer::Register(_) => route_cost::REGISTER_ENABLE,
            };
            route_cost::multiplexer(distinct(buffer.inputs()).count()) + storage
        });
        route_cost::multiplexer(distinct(&self.sources).count()) + buffer
    }
}

impl OperandBuffer {
    /// Returns the input of the buffer in each cycle.
    fn inputs(&self) -> &[Option<Tap>] {
        match self {
            OperandBuffer::Memory(memory) => &memory.writes,
            OperandBuffer::Register(register) => &register.loads,
        }
    }
}

impl OperandMemory {
    /// Returns the words of the memory.
    pub fn words(&self) -> usize {
        memory_words(self.batches, &self.writes)
    }
}

/// Returns the words of a memory for `batches` batches.
pub(super) fn memory_words<T>(batches: usize, writes: &[T]) -> usize {
    batches * writes.len().next_power_of_two()
}
