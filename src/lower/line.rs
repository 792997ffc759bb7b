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
    Memory(MemoryId, Net),
}

impl Line {
    /// A line of so many cycles, at least one, and its end.
    pub fn open(m: &mut Module, pointer: &mut Option<Net>, width: u32, cycles: usize) -> (Self, Net) {
        if cycles <= SHIFTED {
            let first = m.state(width, None);
            return (Line::Register(first), line(m, first, cycles as u32 - 1));
        }
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
        let write = m.delay(read, 1);
        (Line::Memory(memory, write), m.register(word, None))
    }

    /// Connects the word that goes in.
    pub fn close(self, m: &mut Module, word: Net) {
        match self {
            Line::Register(first) => m.drive(first, word),
            Line::Memory(memory, place) => {
                let always = m.constant(1, 1);
                m.write(memory, always, place, word);
            }
        }
    }
}
