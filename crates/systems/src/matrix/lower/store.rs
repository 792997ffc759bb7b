//! Memories of complex words.

use super::operators::PARTS;
use fftgen_hdl::dsl::{self, *};
use fftgen_hdl::rtl::{address_bits, Net};

/// A memory of complex words, with a bank for even and one for odd frames where needed.
pub struct Store<'m> {
    m: &'m Builder,
    has_banks: bool,
    words: usize,
    kind: Kind<'m>,
}

enum Kind<'m> {
    /// Both parts in one memory, or a memory for each.
    Memories(Vec<dsl::Store<'m>>),
    /// A single word.
    Register([Reg<'m>; 2]),
}

impl<'m> Store<'m> {
    /// Adds a memory of `words` words of parts of `bits` bits, in two banks if `has_banks`.
    pub fn new(m: &'m Builder, name: &str, words: usize, bits: u32, has_banks: bool) -> Self {
        let depth = if has_banks { 2 << own_bits(words) } else { words };
        let part_name = |part: &str| format!("{name}_{part}");
        let kind = if depth == 1 {
            Kind::Register(PARTS.map(|part| m.reg(bits).named(&part_name(part))))
        } else if 2 * bits <= Net::MAX_WIDTH {
            Kind::Memories(vec![m.memory(name, depth, 2 * bits)])
        } else {
            Kind::Memories(PARTS.map(|part| m.memory(part_name(part), depth, bits)).to_vec())
        };
        Store { m, has_banks, words, kind }
    }

    /// Bits of an address within a bank.
    pub fn address_bits(&self) -> u32 {
        own_bits(self.words)
    }

    /// Connects the write port.
    pub fn write(&self, enable: Sig<'m>, place: [Sig<'m>; 2], parts: [Sig<'m>; 2]) {
        match &self.kind {
            Kind::Register(registers) => {
                for (register, part) in registers.iter().zip(parts) {
                    register.next_if(enable, part);
                }
            }
            Kind::Memories(memories) => {
                let address = self.address(place);
                match memories[..] {
                    [memory] => memory.write(enable, address, self.m.cat(parts)),
                    _ => memories.iter().zip(parts).for_each(|(memory, part)| memory.write(enable, address, part)),
                }
            }
        }
    }

    /// Reads a word, which is there a clock cycle after its bank and address.
    pub fn read(&self, place: [Sig<'m>; 2]) -> [Sig<'m>; 2] {
        match &self.kind {
            Kind::Register(registers) => registers.map(|part| part.register()),
            Kind::Memories(memories) => {
                let address = self.address(place);
                let words: Vec<Sig> = memories.iter().map(|memory| memory.read(address)).collect();
                match words[..] {
                    [re, im] => [re, im],
                    _ => halves(words[0]),
                }
            }
        }
    }

    /// Joins a bank and an address within it.
    fn address(&self, [bank, address]: [Sig<'m>; 2]) -> Sig<'m> {
        match (self.has_banks, self.words) {
            (true, 1) => bank,
            (true, _) => self.m.cat([address, bank]),
            (false, _) => address,
        }
    }
}

/// The low and the high half of a word.
pub fn halves(word: Sig<'_>) -> [Sig<'_>; 2] {
    let bits = word.width() / 2;
    [word.bits(0, bits), word.bits(bits, bits)]
}

/// Returns the bits of an address within a bank.
fn own_bits(words: usize) -> u32 {
    if words == 1 {
        0
    } else {
        address_bits(words)
    }
}

/// A bit that is inverted with each pulse, in the cycle of the pulse already.
pub fn toggle<'m>(name: &str, pulse: Sig<'m>) -> Sig<'m> {
    let held = pulse.builder().state(1, 0).named(name);
    let next = held ^ pulse;
    held.next(next);
    next
}
