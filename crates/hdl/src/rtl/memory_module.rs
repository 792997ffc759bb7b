//! What a module is that holds a memory and nothing else.

/// How a memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryAccess {
    /// A write port and a read port. A word is written a clock cycle after it came, so that no address is read in the
    /// clock cycle in which it is written.
    WritesLate,
    /// A write port and a read port. No address is read in the clock cycle in which it is written.
    NoCollisions,
    /// A write port and a read port. Where an address is read as it is written, the old word leaves.
    ReadsFirst,
    /// A read port, of a table.
    ReadOnly,
}

impl MemoryModule {
    /// Number of the input of the data of a memory that is written.
    pub const DATA: usize = 3;
}

/// Memory that is a module of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryModule {
    /// Ports.
    pub access: MemoryAccess,
    /// Number of words.
    pub words: usize,
    /// Bits of a word.
    pub bits: u32,
    /// Clock cycles from an address to its word.
    pub read_cycles: usize,
}
