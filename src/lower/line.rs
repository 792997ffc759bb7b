//! Delay lines of any length: registers and shift registers, or memories where they are long.

use super::count::count as count_up;
use super::feeds::line;
use crate::permute::Memory;
use crate::pipeline::feedback::{memory, REGISTERS};
use crate::rtl::{MemoryId, Module, Net};

/// Where delay lines begin, whose inputs are not known yet.
pub enum Lines {
    Registers(Vec<Net>),
    Memories(Rings),
}

impl Lines {
    /// Lines of words of so many bits and of so many cycles, at least one, and their ends.
    pub fn open(m: &mut Module, width: u32, count: usize, cycles: usize) -> (Self, Vec<Net>) {
        let Some(kind) = memory(cycles, count * width as usize) else {
            // With a reset at the front few registers stay what they are.
            let reset = (cycles <= REGISTERS).then_some(0);
            let first: Vec<Net> = (0..count).map(|_| m.state(width, reset)).collect();
            let ends = first.iter().map(|&first| line(m, first, cycles as u32 - 1)).collect();
            return (Lines::Registers(first), ends);
        };
        let rings = Rings::open(m, kind, width, count, cycles - 1);
        let ends = rings.words.iter().map(|&word| m.register(word, None)).collect();
        (Lines::Memories(rings), ends)
    }

    /// Connects the words that go in.
    pub fn close(self, m: &mut Module, words: &[Net]) {
        match self {
            Lines::Registers(first) => first.into_iter().zip(words).for_each(|(first, &word)| m.drive(first, word)),
            Lines::Memories(rings) => rings.close(m, words),
        }
    }
}

/// Memories that a pointer runs through.
pub struct Rings {
    /// Each holds as many words side by side as fit into a net.
    memories: Vec<MemoryId>,
    /// Where to write.
    place: Net,
    /// What was written, so many cycles later.
    pub words: Vec<Net>,
}

impl Rings {
    /// Memories for words of so many bits that wait so many cycles, at least two.
    pub fn open(m: &mut Module, kind: Memory, width: u32, count: usize, cycles: usize) -> Self {
        let always = m.constant(1, 1);
        let (pointer, _) = count_up(m, "place".into(), always, cycles);
        let pointer = pointer.unwrap_or_else(|| unreachable!("memories have several words"));
        // A word leaves in the cycle in which the next one takes its place: tables need one address for both. That of
        // block RAM is behind the pointer from the reset on, as a frame may begin in the next cycle.
        let place = match kind {
            Memory::Tables => pointer,
            Memory::Block => m.register(pointer, Some(cycles as u128 - 1)),
        };
        let (mut memories, mut words) = (Vec::new(), Vec::new());
        let most = (Net::WIDEST / width) as usize;
        let together = count.div_ceil(count.div_ceil(most));
        for first in (0..count).step_by(together) {
            let bits = width * together.min(count - first) as u32;
            let memory = m.memory(format!("waiting{}", m.memories.len()), cycles, bits);
            let row = match kind {
                Memory::Tables => m.peek(memory, pointer),
                Memory::Block => m.read(memory, pointer),
            };
            words.extend((0..bits).step_by(width as usize).map(|low| m.slice(row, low, width)));
            memories.push(memory);
        }
        Rings { memories, place, words }
    }

    /// Writes words in each cycle.
    pub fn close(&self, m: &mut Module, words: &[Net]) {
        let always = m.constant(1, 1);
        for (&memory, words) in self.memories.iter().zip(words.chunks(words.len().div_ceil(self.memories.len()))) {
            let row = m.concat(words);
            m.write(memory, always, self.place, row);
        }
    }
}
