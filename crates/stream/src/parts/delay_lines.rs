//! Delay lines of any length: registers and shift registers, or ring buffers in memory where the delay is long.

use crate::permute::MemoryKind;
use crate::pipeline::feedback::{delay_memory, MAX_DELAY_REGISTERS};
use crate::rtl::memories::{Memories, MEMORY_CYCLES};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Net;

/// Returns the memory of a delay of `cycles` clock cycles for words of `bits` bits together, if it is no row of
/// registers.
pub fn ring_memory(memories: &Memories, cycles: usize, bits: usize) -> Option<MemoryKind> {
    delay_memory(cycles, bits).and_then(|kind| match kind {
        MemoryKind::LutRam if !memories.are_modules || cycles <= memories.max_lut_words => {
            Some(kind).filter(|_| memories.has_luts)
        }
        _ => Some(MemoryKind::block_ram(memories.are_modules)),
    })
}

/// Delays words by `cycles` clock cycles.
pub fn delayed<'m>(memories: &Memories, words: &[Sig<'m>], cycles: usize) -> Vec<Sig<'m>> {
    if cycles == 0 {
        return words.to_vec();
    }
    let (lines, ends) = DelayLines::open(words[0].builder(), memories, words[0].width(), words.len(), cycles);
    lines.close(words);
    ends
}

/// Delay lines whose inputs are connected after their outputs were used.
pub enum DelayLines<'m> {
    /// First registers of delay lines without memories.
    Registers(Vec<Reg<'m>>),
    /// Ring buffers in memories.
    Memories(RingBuffers<'m>),
}

impl<'m> DelayLines<'m> {
    /// Creates `count` lines of `width`-bit words with a delay of `cycles` clock cycles, at least one. Returns the
    /// lines and their outputs.
    pub fn open(m: &'m Builder, memories: &Memories, width: u32, count: usize, cycles: usize) -> (Self, Vec<Sig<'m>>) {
        let Some(kind) = ring_memory(memories, cycles, count * width as usize) else {
            // A reset of the first register keeps synthesis from making a shift register of a few registers.
            let first = |_| match cycles {
                ..=MAX_DELAY_REGISTERS => m.reg_apart(width),
                _ => m.reg(width),
            };
            let first: Vec<Reg> = (0..count).map(first).collect();
            let ends = first.iter().map(|first| first.later_sparing_luts(cycles as u32 - 1)).collect();
            return (DelayLines::Registers(first), ends);
        };
        let rings = RingBuffers::open(m, memories, kind, [width as usize, count, cycles - 1]);
        let ends = rings.words.iter().map(|word| word.register()).collect();
        (DelayLines::Memories(rings), ends)
    }

    /// Connects the input words.
    pub fn close(self, words: &[Sig<'m>]) {
        match self {
            DelayLines::Registers(first) => {
                first.into_iter().zip(words).for_each(|(first, &word)| {
                    first.next(word);
                });
            }
            DelayLines::Memories(rings) => rings.close(words),
        }
    }
}

/// Ring buffers: memories that a common pointer steps through.
pub struct RingBuffers<'m> {
    pub(crate) m: &'m Builder,
    /// Memories, each of which holds several words side by side, up to the widest signal.
    pub(crate) memories: Vec<Ring<'m>>,
    /// Pointer.
    pub(crate) pointer: Sig<'m>,
    /// Write address.
    pub(crate) write_address: Sig<'m>,
    /// Output words.
    pub words: Vec<Sig<'m>>,
}

/// Memory of a ring buffer.
pub(crate) enum Ring<'m> {
    /// Memory of the module.
    Memory(Store<'m>),
    /// Module of its own.
    Instance(Open<'m>),
}

impl<'m> RingBuffers<'m> {
    /// Creates ring buffers for words of `[bits, count, cycles]`: their width, their number and their delay in clock
    /// cycles, at least four.
    pub fn open(m: &'m Builder, modules: &Memories, kind: MemoryKind, [width, count, cycles]: [usize; 3]) -> Self {
        let words_in_ring = if kind == MemoryKind::RegisteredBlockRam { cycles - MEMORY_CYCLES } else { cycles };
        let (pointer, _) = m.count("place", m.constant(1, 1), words_in_ring);
        let pointer = pointer.expect("memories have several words");
        // A word is read in the cycle in which the next one overwrites it. LUT RAM needs one address for both accesses.
        // Block RAM reads a cycle earlier, so its write address is the delayed pointer. Its reset value is the
        // pointer's predecessor, because a frame may begin in the cycle after reset. A module of its own writes late.
        let write_address = match kind {
            MemoryKind::LutRam | MemoryKind::RegisteredBlockRam => pointer,
            MemoryKind::BlockRam => m.state(pointer.width(), cycles as u128 - 1).next(pointer),
        };
        let (mut memories, mut words) = (Vec::new(), Vec::new());
        let max_words = Net::MAX_WIDTH as usize / width;
        let words_per_memory = count.div_ceil(count.div_ceil(max_words));
        for first in (0..count).step_by(words_per_memory) {
            let bits = (width * words_per_memory.min(count - first)) as u32;
            let (ring, row) = match kind {
                MemoryKind::RegisteredBlockRam => {
                    let ram = m.open(format!("waiting{}", memories.len()), &modules.ram(words_in_ring, bits));
                    let row = ram.results[0];
                    (Ring::Instance(ram), row)
                }
                _ => {
                    let memory = m.memory(format!("waiting{}", m.with(|m| m.memories.len())), cycles, bits);
                    let is_read = kind == MemoryKind::BlockRam;
                    let row = if is_read { memory.read(pointer) } else { memory.peek(pointer) };
                    (Ring::Memory(memory), row)
                }
            };
            words.extend((0..bits).step_by(width).map(|low| row.bits(low, width as u32)));
            memories.push(ring);
        }
        RingBuffers { m, memories, pointer, write_address, words }
    }

    /// Connects the input words, which are written in every clock cycle.
    pub fn close(self, words: &[Sig<'m>]) {
        let RingBuffers { m, memories, pointer, write_address, .. } = self;
        let always = m.constant(1, 1);
        let words_per_memory = words.len().div_ceil(memories.len());
        for (ring, words) in memories.into_iter().zip(words.chunks(words_per_memory)) {
            let row = m.cat(words.iter().copied());
            match ring {
                Ring::Memory(memory) => memory.write(always, write_address, row),
                Ring::Instance(ram) => ram.connect([m.enable().unwrap_or(always), always, write_address, row, pointer]),
            }
        }
    }
}
