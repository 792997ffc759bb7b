//! A bank of words at a stage: elements until their transform is complete, or results until they leave.

use crate::rtl::{address_bits, MemoryId, Module, Net};

/// Clock cycles from the address of a word to the word.
pub const READ_CYCLES: u32 = 2;

/// A bank with one write port and one read port.
pub struct Bank {
    store: Store,
    /// The word at the read address, `READ_CYCLES` clock cycles later.
    pub found: Net,
    /// Sources of written words, each with an enable, an address and a word. At most one is enabled in a cycle.
    pub writes: Vec<[Net; 3]>,
}

enum Store {
    /// A bank of one word.
    Register(Net),
    /// A memory, and the bits of its addresses.
    Memory(MemoryId, u32),
}

impl Bank {
    /// Adds a bank of `depth` words of `width` bits. `read`: the read address.
    pub fn new(m: &mut Module, label: &str, depth: usize, width: u32, read: Net) -> Bank {
        if depth == 1 {
            let held = m.state(width, None);
            return Bank { store: Store::Register(held), found: m.delay(held, READ_CYCLES), writes: vec![] };
        }
        let memory = m.memory(format!("{label}{}", m.memories.len()), depth, width);
        let bits = address_bits(depth);
        let at = m.slice(read, 0, bits);
        let found = m.read(memory, at);
        Bank { store: Store::Memory(memory, bits), found: m.delay(found, READ_CYCLES - 1), writes: vec![] }
    }

    /// Connects the write port.
    pub fn close(self, m: &mut Module) {
        let writes = self.writes.into_iter();
        let both = writes.reduce(|first, second| {
            let enable = m.or(first[0], second[0]);
            [enable, m.mux(second[0], second[1], first[1]), m.mux(second[0], second[2], first[2])]
        });
        let Some([write, address, word]) = both else { return };
        match self.store {
            Store::Register(held) => m.drive_enabled(held, word, write),
            Store::Memory(memory, bits) => {
                let at = m.slice(address, 0, bits);
                m.write(memory, write, at, word);
            }
        }
    }
}
