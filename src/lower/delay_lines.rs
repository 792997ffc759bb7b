//! Delay lines of any length: registers and shift registers, or ring buffers in memory where the delay is long.

use super::count::count as count_up;
use super::delay::delay_line;
use crate::permute::MemoryKind;
use crate::pipeline::feedback::{delay_memory, MAX_DELAY_REGISTERS};
use crate::rtl::{MemoryId, Module, Net};

/// Delay lines whose inputs are connected after their outputs were used.
pub enum DelayLines {
    /// First registers of delay lines without memories.
    Registers(Vec<Net>),
    /// Ring buffers in memories.
    Memories(RingBuffers),
}

impl DelayLines {
    /// Creates `count` lines of `width`-bit words with a delay of `cycles` clock cycles, at least one. Returns the
    /// lines and their outputs.
    pub fn open(m: &mut Module, width: u32, count: usize, cycles: usize) -> (Self, Vec<Net>) {
        let Some(kind) = delay_memory(cycles, count * width as usize) else {
            // A reset of the first register keeps synthesis from making a shift register of a few registers.
            let reset = (cycles <= MAX_DELAY_REGISTERS).then_some(0);
            let first: Vec<Net> = (0..count).map(|_| m.state(width, reset)).collect();
            let ends = first.iter().map(|&first| delay_line(m, first, cycles as u32 - 1)).collect();
            return (DelayLines::Registers(first), ends);
        };
        let rings = RingBuffers::open(m, kind, width, count, cycles - 1);
        let ends = rings.words.iter().map(|&word| m.register(word, None)).collect();
        (DelayLines::Memories(rings), ends)
    }

    /// Connects the input words.
    pub fn close(self, m: &mut Module, words: &[Net]) {
        match self {
            DelayLines::Registers(first) => {
                first.into_iter().zip(words).for_each(|(first, &word)| m.drive(first, word))
            }
            DelayLines::Memories(rings) => rings.close(m, words),
        }
    }
}

/// Ring buffers: memories that a common pointer steps through.
pub struct RingBuffers {
    /// Memories, each of which holds several words side by side, up to the widest net.
    memories: Vec<MemoryId>,
    /// Write address.
    write_address: Net,
    /// Output words.
    pub words: Vec<Net>,
}

impl RingBuffers {
    /// Creates ring buffers for `count` words of `width` bits with a delay of `cycles` clock cycles, at least two.
    pub fn open(m: &mut Module, kind: MemoryKind, width: u32, count: usize, cycles: usize) -> Self {
        let always = m.constant(1, 1);
        let (pointer, _) = count_up(m, "place".into(), always, cycles);
        let pointer = pointer.unwrap_or_else(|| unreachable!("memories have several words"));
        // A word is read in the cycle in which the next one overwrites it. LUT RAM needs one address for both accesses.
        // Block RAM reads a cycle earlier, so its write address is the delayed pointer. Its reset value is the
        // pointer's predecessor, because a frame may begin in the cycle after reset.
        let write_address = match kind {
            MemoryKind::LutRam => pointer,
            MemoryKind::BlockRam => m.register(pointer, Some(cycles as u128 - 1)),
        };
        let (mut memories, mut words) = (Vec::new(), Vec::new());
        let max_words = (Net::MAX_WIDTH / width) as usize;
        let words_per_memory = count.div_ceil(count.div_ceil(max_words));
        for first in (0..count).step_by(words_per_memory) {
            let bits = width * words_per_memory.min(count - first) as u32;
            let memory = m.memory(format!("waiting{}", m.memories.len()), cycles, bits);
            let row = match kind {
                MemoryKind::LutRam => m.peek(memory, pointer),
                MemoryKind::BlockRam => m.read(memory, pointer),
            };
            words.extend((0..bits).step_by(width as usize).map(|low| m.slice(row, low, width)));
            memories.push(memory);
        }
        RingBuffers { memories, write_address, words }
    }

    /// Connects the input words, which are written in every clock cycle.
    pub fn close(&self, m: &mut Module, words: &[Net]) {
        let always = m.constant(1, 1);
        for (&memory, words) in self.memories.iter().zip(words.chunks(words.len().div_ceil(self.memories.len()))) {
            let row = m.concat(words);
            m.write(memory, always, self.write_address, row);
        }
    }
}
