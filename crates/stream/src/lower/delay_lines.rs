//! Delay lines of nets, for netlists that are not written as expressions.

use super::nets;
use crate::parts::delay_lines::{self, Ring, RingBuffers};
use crate::rtl::memories::Memories;
use crate::rtl::{MemoryId, Module, Net};
use fftgen_hdl::dsl::{Builder, Reg, Store};

/// [`delay_lines::DelayLines`], in memories of the module itself.
pub enum DelayLines {
    /// First registers of delay lines without memories.
    Registers(Vec<Net>),
    /// Memories, pointer and write address of ring buffers.
    Memories(Vec<MemoryId>, [Net; 2]),
}

impl DelayLines {
    /// [`delay_lines::DelayLines::open`].
    pub fn open(m: &mut Module, memories: &Memories, width: u32, count: usize, cycles: usize) -> (Self, Vec<Net>) {
        let of = |ring: &Ring| match ring {
            Ring::Memory(memory) => memory.id(),
            Ring::Instance(_) => unreachable!("memories with modules of their own are for expressions"),
        };
        Builder::over(m, |m| {
            let (lines, ends) = delay_lines::DelayLines::open(m, memories, width, count, cycles);
            let lines = match lines {
                delay_lines::DelayLines::Registers(first) => {
                    DelayLines::Registers(first.iter().map(|register| register.net()).collect())
                }
                delay_lines::DelayLines::Memories(rings) => DelayLines::Memories(
                    rings.memories.iter().map(of).collect(),
                    [rings.pointer.net(), rings.write_address.net()],
                ),
            };
            (lines, nets(ends))
        })
    }

    /// [`delay_lines::DelayLines::close`].
    pub fn close(self, m: &mut Module, words: &[Net]) {
        Builder::over(m, |m| {
            let lines = match self {
                DelayLines::Registers(first) => {
                    delay_lines::DelayLines::Registers(first.into_iter().map(|net| Reg::of(m.sig(net))).collect())
                }
                DelayLines::Memories(ids, [pointer, write_address]) => {
                    let memories = ids.into_iter().map(|id| Ring::Memory(Store::of(m, id))).collect();
                    let (pointer, write_address) = (m.sig(pointer), m.sig(write_address));
                    delay_lines::DelayLines::Memories(RingBuffers {
                        m,
                        memories,
                        pointer,
                        write_address,
                        words: vec![],
                    })
                }
            };
            lines.close(&m.sigs(words.iter().copied()));
        });
    }
}
