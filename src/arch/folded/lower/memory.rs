//! The memory of a frame: samples and results are written, elements and bins are read.

use crate::rtl::{MemoryId, Module, Net};

/// Cycles from the output of the memory to the word.
const OUTPUT_CYCLES: u32 = 1;

/// Cycles from an address to its word.
pub const MEMORY_CYCLES: usize = 2 + OUTPUT_CYCLES as usize;

/// What the output finds in the memory, and what becomes of the results that are written.
pub struct Found {
    /// The complex word of each lane.
    pub words: Vec<Net>,
    /// High when a part of a result was too large for its word. `None` if none ever is.
    pub overflow: Option<Net>,
    /// Bits by which bins move up ahead of the output. `None` if words have no exponent of their frame.
    pub bin_shift: Option<Net>,
    /// What is added to the exponents of bins at the decoder. `None` if it is the same for all frames, or if words have no exponents.
    pub decoder_offset: Option<Net>,
    /// `writes[bank]`: enable and complex word of the write port.
    pub writes: Vec<[Net; 2]>,
}

/// A memory with a register ahead of each port, and one behind the read port.
pub struct FrameMemory {
    memory: MemoryId,
    /// The complex word that is read.
    pub found: Net,
}

impl FrameMemory {
    /// Adds a memory of `words` complex words of `bits` bits, and its read port.
    pub fn new(m: &mut Module, words: usize, bits: u32, address: Net) -> Self {
        let memory = m.memory("points", words, bits);
        let address = m.delay(address, 1);
        let found = m.read(memory, address);
        FrameMemory { memory, found: m.delay(found, OUTPUT_CYCLES) }
    }

    /// Connects the write port to an enable, an address and a word.
    pub fn write(&self, m: &mut Module, [enable, address, word]: [Net; 3]) {
        let enable = m.register(enable, Some(0));
        let [address, word] = [address, word].map(|net| m.delay(net, 1));
        m.write(self.memory, enable, address, word);
    }
}
