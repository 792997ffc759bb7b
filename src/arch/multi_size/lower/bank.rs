//! Banks of words that wait for their transform, or for their turn to leave.

use crate::rtl::{address_bits, MemoryId, Module, Net};

/// Words written and read by their place in a block.
pub struct Bank {
    store: Store,
    /// What is read, two cycles after it is asked for.
    pub found: Net,
    /// When something is written: an enable, a place and a word. No two meet.
    pub writes: Vec<[Net; 3]>,
}

enum Store {
    Register(Net),
    Memory(MemoryId, u32),
}

impl Bank {
    /// So many words; `read` is the place of the word that is wanted.
    pub fn new(m: &mut Module, label: &str, depth: usize, width: u32, read: Net) -> Bank {
        if depth == 1 {
            let held = m.state(width, None);
            return Bank { store: Store::Register(held), found: m.delay(held, 2), writes: vec![] };
        }
        let memory = m.memory(format!("{label}{}", m.memories.len()), depth, width);
        let bits = address_bits(depth);
        let at = m.slice(read, 0, bits);
        let found = m.read(memory, at);
        Bank { store: Store::Memory(memory, bits), found: m.delay(found, 1), writes: vec![] }
    }

    /// Connects what is written.
    pub fn close(self, m: &mut Module) {
        let writes = self.writes.into_iter();
        let both = writes.reduce(|first, second| {
            let enable = m.or(first[0], second[0]);
            [enable, m.mux(second[0], second[1], first[1]), m.mux(second[0], second[2], first[2])]
        });
        let Some([write, place, word]) = both else { return };
        match self.store {
            Store::Register(held) => m.drive_enabled(held, word, write),
            Store::Memory(memory, bits) => {
                let at = m.slice(place, 0, bits);
                m.write(memory, write, at, word);
            }
        }
    }
}
