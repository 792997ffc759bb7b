//! The memory of a frame: samples and results are written, elements and bins are read.

use super::super::engine::READ_CYCLES;
use crate::rtl::{MemoryId, Module, Net};

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
        FrameMemory { memory, found: m.delay(found, READ_CYCLES as u32 - 2) }
    }

    /// Connects the write port to samples and results, each with an enable, an address and a word. At most one of them is enabled.
    pub fn write(&self, m: &mut Module, sample: [Net; 3], result: [Net; 3]) {
        let enable = m.or(sample[0], result[0]);
        let enable = m.register(enable, Some(0));
        let [address, word] = [1, 2].map(|port| {
            let net = m.mux(sample[0], sample[port], result[port]);
            m.delay(net, 1)
        });
        m.write(self.memory, enable, address, word);
    }
}
