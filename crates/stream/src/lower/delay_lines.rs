//! Delay lines of any length: registers and shift registers, or ring buffers in memory where the delay is long.

use super::count::count as count_up;
use super::delay::delay_line;
use crate::permute::MemoryKind;
use crate::pipeline::feedback::{delay_memory, MAX_DELAY_REGISTERS};
use crate::rtl::memories::{Memories, MEMORY_CYCLES};
use crate::rtl::{MemoryId, Module, Net};

/// Returns the memory of a delay of `cycles` clock cycles for words of `bits` bits together, if it is no row of registers.
pub fn ring_memory(memories: &Memories, cycles: usize, bits: usize) -> Option<MemoryKind> {
    delay_memory(cycles, bits).and_then(|kind| match kind {
        MemoryKind::LutRam if !memories.are_modules || cycles <= memories.max_lut_words => {
            Some(kind).filter(|_| memories.has_luts)
        }
        _ => Some(MemoryKind::block_ram(memories.are_modules)),
    })
}

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
    pub fn open(m: &mut Module, memories: &Memories, width: u32, count: usize, cycles: usize) -> (Self, Vec<Net>) {
        let Some(kind) = ring_memory(memories, cycles, count * width as usize) else {
            // A reset of the first register keeps synthesis from making a shift register of a few registers.
            let first = |_| match cycles {
                ..=MAX_DELAY_REGISTERS => m.state_apart(width),
                _ => m.state(width, None),
            };
            let first: Vec<Net> = (0..count).map(first).collect();
            let ends = first.iter().map(|&first| delay_line(m, first, cycles as u32 - 1)).collect();
            return (DelayLines::Registers(first), ends);
        };
        let rings = RingBuffers::open(m, memories, kind, [width as usize, count, cycles - 1]);
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
    memories: Vec<Ring>,
    /// Pointer.
    pointer: Net,
    /// Write address.
    write_address: Net,
    /// Output words.
    pub words: Vec<Net>,
}

/// Memory of a ring buffer.
#[derive(Clone, Copy)]
enum Ring {
    /// Memory of the module.
    Memory(MemoryId),
    /// Module of its own, by the number of the instance.
    Instance(usize),
}

impl RingBuffers {
    /// Creates ring buffers for words of `[bits, count, cycles]`: their width, their number and their delay in clock
    /// cycles, at least four.
    pub fn open(m: &mut Module, modules: &Memories, kind: MemoryKind, [width, count, cycles]: [usize; 3]) -> Self {
        let words_in_ring = if kind == MemoryKind::RegisteredBlockRam { cycles - MEMORY_CYCLES } else { cycles };
        let always = m.constant(1, 1);
        let (pointer, _) = count_up(m, "place".into(), always, words_in_ring);
        let pointer = pointer.unwrap_or_else(|| unreachable!("memories have several words"));
        // A word is read in the cycle in which the next one overwrites it. LUT RAM needs one address for both accesses.
        // Block RAM reads a cycle earlier, so its write address is the delayed pointer. Its reset value is the
        // pointer's predecessor, because a frame may begin in the cycle after reset. A module of its own writes late.
        let write_address = match kind {
            MemoryKind::LutRam | MemoryKind::RegisteredBlockRam => pointer,
            MemoryKind::BlockRam => m.register(pointer, Some(cycles as u128 - 1)),
        };
        let (mut memories, mut words) = (Vec::new(), Vec::new());
        let max_words = Net::MAX_WIDTH as usize / width;
        let words_per_memory = count.div_ceil(count.div_ceil(max_words));
        for first in (0..count).step_by(words_per_memory) {
            let bits = (width * words_per_memory.min(count - first)) as u32;
            let (ring, row) = match kind {
                MemoryKind::RegisteredBlockRam => {
                    let label = format!("waiting{}", memories.len());
                    let (instance, outputs) = m.place(label, &modules.ram(words_in_ring, bits));
                    (Ring::Instance(instance), outputs[0][0])
                }
                _ => {
                    let memory = m.memory(format!("waiting{}", m.memories.len()), cycles, bits);
                    let is_read = kind == MemoryKind::BlockRam;
                    let row = if is_read { m.read(memory, pointer) } else { m.peek(memory, pointer) };
                    (Ring::Memory(memory), row)
                }
            };
            words.extend((0..bits).step_by(width).map(|low| m.slice(row, low, width as u32)));
            memories.push(ring);
        }
        RingBuffers { memories, pointer, write_address, words }
    }

    /// Connects the input words, which are written in every clock cycle.
    pub fn close(&self, m: &mut Module, words: &[Net]) {
        let always = m.constant(1, 1);
        for (&ring, words) in self.memories.iter().zip(words.chunks(words.len().div_ceil(self.memories.len()))) {
            let row = m.concat(words);
            match ring {
                Ring::Memory(memory) => m.write(memory, always, self.write_address, row),
                Ring::Instance(instance) => {
                    let enable = m.enable.unwrap_or(always);
                    let inputs = [enable, always, self.write_address, row, self.pointer].map(|net| vec![net]);
                    m.connect(instance, inputs.to_vec());
                }
            }
        }
    }
}
