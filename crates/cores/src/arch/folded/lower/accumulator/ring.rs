//! Memories of the last words, of which instructions read one some places after the place that is written.

use crate::rtl::{address_bits, MemoryId, Module, Net};

/// A memory of the last words, which is written in each cycle.
pub struct Ring {
    memory: MemoryId,
    /// Place that is written.
    place: Net,
    /// Bits of a part of a word.
    pub bits: u32,
}

impl Ring {
    /// Counts the place of rings that is written.
    pub fn place(m: &mut Module, places: usize) -> Net {
        let bits = address_bits(places);
        let place = m.state(bits, Some(0));
        m.name(place, "ring_place");
        let one = m.constant(bits, 1);
        let next = m.add(place, one);
        m.drive(place, next);
        place
    }

    /// Writes the parts of a word to a ring in each cycle.
    pub fn new(m: &mut Module, name: &str, parts: [Net; 2], place: Net) -> Self {
        let bits = m.width(parts[0]);
        let memory = m.memory(name, 1 << m.width(place), 2 * bits);
        let (always, word) = (m.constant(1, 1), m.concat(&parts));
        m.write(memory, always, place, word);
        Ring { memory, place, bits }
    }

    /// Returns the parts of the word at a distance from the place that is written, out of a register.
    pub fn read(&self, m: &mut Module, distance: Net) -> [Net; 2] {
        let word = self.peek(m, distance);
        self.registered(m, word)
    }

    /// Reads a word, or zero when `clears` is high.
    pub fn read_unless(&self, m: &mut Module, clears: Net, distance: Net) -> [Net; 2] {
        let word = self.peek(m, distance);
        let zero = m.constant(2 * self.bits, 0);
        let word = m.mux(clears, zero, word);
        self.registered(m, word)
    }

    fn peek(&self, m: &mut Module, distance: Net) -> Net {
        let place = m.add(self.place, distance);
        m.peek(self.memory, place)
    }

    fn registered(&self, m: &mut Module, word: Net) -> [Net; 2] {
        let word = m.register(word, None);
        [0, 1].map(|part| m.slice(word, part * self.bits, self.bits))
    }
}
