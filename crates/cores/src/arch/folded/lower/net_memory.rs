//! The memory of a frame: samples and results are written, elements and bins are read.

use super::gates::and_not;
use crate::rtl::{address_bits, MemoryId, Module, Net};

/// Cycles from the output of the memory to the word.
const OUTPUT_CYCLES: u32 = 1;

pub use super::memory::MEMORY_CYCLES;

/// What the output finds in the memory, and what becomes of the results that are written.
pub struct Found {
    /// The complex word of each lane.
    pub words: Vec<Net>,
    /// High when a part of a result was too large for its word. `None` if none ever is.
    pub overflow: Option<Net>,
    /// High with a bin of a frame that had such a result, and with no bin of another frame. `None` if none ever is, or if frames are not marked.
    pub told: Option<Net>,
    /// Bits by which bins move up before the output. `None` if words have no exponent of their frame.
    pub bin_shift: Option<Net>,
    /// What is added to the exponents of bins at the decoder. `None` if it is the same for all frames, or if words have no exponents.
    pub decoder_offset: Option<Net>,
    /// `writes[bank]`: enable and complex word of the write port.
    pub writes: Vec<[Net; 2]>,
}

/// Fewest words of a block RAM of complex words. A memory of more words may be cut, because block RAMs come in powers of two.
const BLOCK_WORDS: usize = 1024;

/// A memory with a register before each port, and one after the read port.
pub struct FrameMemory {
    parts: Vec<Part>,
}

/// The memory, or one of two parts of it.
struct Part {
    memory: MemoryId,
    /// Bits of an address in the part.
    bits: u32,
    /// The complex word that is read.
    found: Net,
}

impl FrameMemory {
    /// Adds a memory of `words` complex words of `bits` bits, and its read port.
    pub fn new(m: &mut Module, words: usize, bits: u32, address: Net) -> Self {
        Self::named(m, "points", [words, bits as usize], address)
    }

    /// Adds a memory of words of a number of bits under a name, and its read port.
    pub fn named(m: &mut Module, name: &str, [words, bits]: [usize; 2], address: Net) -> Self {
        let address = m.delay(address, 1);
        let part = |words: usize| {
            let memory = m.memory(name, words, bits as u32);
            let bits = address_bits(words);
            let address = m.slice(address, 0, bits);
            let found = m.read(memory, address);
            Part { memory, bits, found: m.delay(found, OUTPUT_CYCLES) }
        };
        FrameMemory { parts: parts_of(words).into_iter().map(part).collect() }
    }

    /// Returns the complex word of the address that was read `MEMORY_CYCLES` cycles ago.
    pub fn found(&self, m: &mut Module, address: Net) -> Net {
        let never = m.constant(1, 0);
        found_in(m, &[self], [never, address])
    }

    /// Connects the write port to an enable, an address and a word.
    pub fn write(&self, m: &mut Module, [enable, address, word]: [Net; 3]) {
        let enable = m.register(enable, Some(0));
        let [address, word] = [address, word].map(|net| m.delay(net, 1));
        let enables = match &self.parts[..] {
            [first, _] => {
                let is_high = is_behind(m, first, address);
                vec![and_not(m, enable, is_high), m.and(enable, is_high)]
            }
            _ => vec![enable],
        };
        for (part, enable) in self.parts.iter().zip(enables) {
            let address = m.slice(address, 0, part.bits);
            m.write(part.memory, enable, address, word);
        }
    }
}

/// Returns the complex word that was read `MEMORY_CYCLES` cycles ago out of one of several memories of a size. `number`: that of the memory; `address`:
/// the address in it.
pub fn found_in(m: &mut Module, memories: &[&FrameMemory], [number, address]: [Net; 2]) -> Net {
    let parts = memories[0].parts.len();
    let words: Vec<Net> =
        (0..parts).flat_map(|part| memories.iter().map(move |memory| memory.parts[part].found)).collect();
    let choice = match (&memories[0].parts[..], memories.len()) {
        (_, 1) if parts == 1 => return words[0],
        ([first, _], 1) => is_behind(m, first, address),
        ([first, _], _) => {
            let is_high = is_behind(m, first, address);
            m.concat(&[number, is_high])
        }
        _ => number,
    };
    let choice = m.delay(choice, MEMORY_CYCLES as u32);
    let found = match words[..] {
        [first, second] => m.mux(choice, second, first),
        _ => m.select(choice, &words),
    };
    m.name(found, "found")
}

/// Returns the words of the memory, or those of two parts where these take less block RAM.
///
/// The first part has a power of two of words.
fn parts_of(words: usize) -> Vec<usize> {
    let low = words.next_power_of_two() / 2;
    match low >= BLOCK_WORDS && words - low <= low / 2 {
        true => vec![low, words - low],
        false => vec![words],
    }
}

/// Returns a net that is high if an address is after the first of two parts.
fn is_behind(m: &mut Module, first: &Part, address: Net) -> Net {
    let bits = m.width(address) - first.bits;
    let high = m.slice(address, first.bits, bits);
    m.any(high)
}
