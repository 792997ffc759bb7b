//! A bank of words at a stage: elements until their transform is complete, or results until they leave.

use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Clock cycles from the address of a word to the word.
pub const READ_CYCLES: u32 = 2;

/// A bank with one write port and one read port.
pub struct Bank<'m> {
    words: Words<'m>,
    /// The word at the read address, `READ_CYCLES` clock cycles later.
    pub found: Sig<'m>,
    /// Sources of written words. At most one is enabled in a cycle.
    pub writes: Vec<BankWrite<'m>>,
}

record! {
    /// A source of written words.
    pub struct BankWrite { enable, address, word }
}

enum Words<'m> {
    /// A bank of one word.
    Register(Reg<'m>),
    /// A memory, and the bits of its addresses.
    Memory(Store<'m>, u32),
}

impl<'m> Bank<'m> {
    /// Adds a bank of `depth` words of `width` bits. `read`: the read address.
    pub fn new(label: &str, depth: usize, width: u32, read: Sig<'m>) -> Self {
        let m = read.builder();
        if depth == 1 {
            let held = m.reg(width);
            return Bank { words: Words::Register(held), found: held.later(READ_CYCLES), writes: vec![] };
        }
        let number = m.with(|m| m.memories.len());
        let memory = m.memory(format!("{label}{number}"), depth, width);
        let bits = address_bits(depth);
        let found = memory.read(read.bits(0, bits)).later(READ_CYCLES - 1);
        Bank { words: Words::Memory(memory, bits), found, writes: vec![] }
    }

    /// Connects the write port.
    pub fn close(self) {
        let both = self.writes.into_iter().reduce(|first, second| BankWrite {
            enable: first.enable | second.enable,
            address: second.enable.mux(second.address, first.address),
            word: second.enable.mux(second.word, first.word),
        });
        let Some(BankWrite { enable, address, word }) = both else { return };
        match self.words {
            Words::Register(held) => drop(held.next_if(enable, word)),
            Words::Memory(memory, bits) => memory.write(enable, address.bits(0, bits), word),
        }
    }
}
