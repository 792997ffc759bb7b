//! Memories of complex words.

use crate::rtl::{address_bits, MemoryId, Module, Net};

/// A memory of complex words, with a bank for even and one for odd frames where needed.
pub struct Store {
    has_banks: bool,
    words: usize,
    kind: Kind,
}

enum Kind {
    /// Both parts in one memory, or a memory for each.
    Memories(Vec<MemoryId>),
    /// A single word.
    Register([Net; 2]),
}

impl Store {
    /// Adds a memory of `words` words of parts of `bits` bits, in two banks if `has_banks`.
    pub fn new(m: &mut Module, name: &str, words: usize, bits: u32, has_banks: bool) -> Self {
        if words == 1 && !has_banks {
            let parts = [0, 1].map(|_| m.state(bits, None));
            m.name(parts[0], format!("{name}_re"));
            m.name(parts[1], format!("{name}_im"));
            return Store { has_banks, words, kind: Kind::Register(parts) };
        }
        let depth = if has_banks { 2 << own_bits(words) } else { words };
        let memories = match 2 * bits <= Net::MAX_WIDTH {
            true => vec![m.memory(name, depth, 2 * bits)],
            false => ["re", "im"].map(|part| m.memory(format!("{name}_{part}"), depth, bits)).to_vec(),
        };
        Store { has_banks, words, kind: Kind::Memories(memories) }
    }

    /// Returns the bits of an address within a bank.
    pub fn address_bits(&self) -> u32 {
        own_bits(self.words)
    }

    /// Connects the write port.
    pub fn write(&self, m: &mut Module, enable: Net, [bank, address]: [Net; 2], parts: [Net; 2]) {
        match &self.kind {
            Kind::Register(registers) => {
                registers.iter().zip(parts).for_each(|(register, part)| m.drive_enabled(*register, part, enable));
            }
            Kind::Memories(memories) => {
                let address = self.address(m, bank, address);
                match memories[..] {
                    [memory] => {
                        let word = m.concat(&parts);
                        m.write(memory, enable, address, word);
                    }
                    _ => memories.iter().zip(parts).for_each(|(memory, part)| m.write(*memory, enable, address, part)),
                }
            }
        }
    }

    /// Reads a word, which is there a clock cycle after its address.
    pub fn read(&self, m: &mut Module, [bank, address]: [Net; 2]) -> [Net; 2] {
        match &self.kind {
            Kind::Register(registers) => registers.map(|part| m.register(part, None)),
            Kind::Memories(memories) => {
                let address = self.address(m, bank, address);
                let words: Vec<Net> = memories.iter().map(|memory| m.read(*memory, address)).collect();
                match words[..] {
                    [re, im] => [re, im],
                    _ => {
                        let bits = m.width(words[0]) / 2;
                        [0, 1].map(|part| m.slice(words[0], part * bits, bits))
                    }
                }
            }
        }
    }

    /// Joins a bank and an address within it.
    fn address(&self, m: &mut Module, bank: Net, address: Net) -> Net {
        match (self.has_banks, self.words) {
            (true, 1) => bank,
            (true, _) => m.concat(&[address, bank]),
            (false, _) => address,
        }
    }
}

/// Returns the bits of an address within a bank, at least one.
fn own_bits(words: usize) -> u32 {
    if words == 1 {
        0
    } else {
        address_bits(words)
    }
}

/// Adds a bit that is inverted with each pulse, in the cycle of the pulse already.
pub fn toggle(m: &mut Module, name: &str, pulse: Net) -> Net {
    let held = m.state(1, Some(0));
    m.name(held, name);
    let next = m.xor(held, pulse);
    m.drive(held, next);
    next
}
