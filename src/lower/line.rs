//! Delay lines of any length: registers and shift registers, or memories where they are long.

use super::control::count;
use super::kernel::line;
use crate::rtl::{address_bits, MemoryId, Module, Net};
use crate::stream::feedback::SHIFTED;
use crate::stream::permuter::Memory;

/// Where a delay line begins, whose input is not known yet. Lines of one length share `pointer`, which counts through
/// their memories.
pub enum Line {
    Register(Net),
    Memory(Ring),
}

impl Line {
    /// A line of so many cycles, at least one, and its end.
    pub fn open(m: &mut Module, pointer: &mut Option<Net>, width: u32, cycles: usize) -> (Self, Net) {
        if cycles <= SHIFTED {
            let first = m.state(width, None);
            return (Line::Register(first), line(m, first, cycles as u32 - 1));
        }
        let ring = Ring::open(m, pointer, width, cycles);
        let word = m.register(ring.word, None);
        (Line::Memory(ring), word)
    }

    /// Connects the word that goes in.
    pub fn close(self, m: &mut Module, word: Net) {
        match self {
            Line::Register(first) => m.drive(first, word),
            Line::Memory(ring) => ring.close(m, word),
        }
    }
}

/// A memory that one pointer runs through.
pub struct Ring {
    memory: MemoryId,
    /// Where to write.
    place: Net,
    /// What was written, a cycle less than asked for later.
    pub word: Net,
}

impl Ring {
    /// A memory for words that wait so many cycles with the register behind it.
    pub fn open(m: &mut Module, pointer: &mut Option<Net>, width: u32, cycles: usize) -> Self {
        let block = cycles > Memory::DEEPEST_TABLES;
        let words = if block { cycles - 1 } else { cycles };
        let read = *pointer.get_or_insert_with(|| {
            let always = m.constant(1, 1);
            let (count, _) = count(m, "place".into(), always, words);
            count.unwrap_or_else(|| unreachable!("memories have several words"))
        });
        let memory = m.memory(format!("waiting{}", m.memories.len()), words, width);
        let word = if block { m.read(memory, read) } else { m.peek(memory, read) };
        debug_assert_eq!(m.width(read), address_bits(words));
        // Behind the pointer from the reset on: a frame may begin in the next cycle.
        let place = m.register(read, Some(words as u128 - 1));
        Ring { memory, place, word }
    }

    /// Writes a word in each cycle.
    pub fn close(&self, m: &mut Module, word: Net) {
        let always = m.constant(1, 1);
        m.write(self.memory, always, self.place, word);
    }
}
