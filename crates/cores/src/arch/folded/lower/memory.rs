//! The memory of a frame: samples and results are written, elements and bins are read.

use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Cycles from the output of the memory to the word.
const OUTPUT_CYCLES: u32 = 1;

/// Cycles from an address to its word.
pub const MEMORY_CYCLES: usize = 2 + OUTPUT_CYCLES as usize;

/// What the output finds in the memory, and what becomes of the results that are written.
#[derive(Default)]
pub struct Found<'m> {
    /// The complex word of each lane.
    pub words: Vec<Sig<'m>>,
    /// High when a part of a result was too large for its word. `None` if none ever is.
    pub overflow: Option<Sig<'m>>,
    /// High with a bin of a frame that had such a result, and with no bin of another frame. `None` if none ever is, or
    /// if frames are not marked.
    pub told: Option<Sig<'m>>,
    /// Bits by which bins move up before the output. `None` if words have no exponent of their frame.
    pub bin_shift: Option<Sig<'m>>,
    /// What is added to the exponents of bins at the decoder. `None` if it is the same for all frames, or if words have
    /// no exponents.
    pub decoder_offset: Option<Sig<'m>>,
    /// `writes[bank]`: enable and complex word of the write port.
    pub writes: Vec<[Sig<'m>; 2]>,
}

/// Fewest words of a block RAM of complex words. A memory of more words may be cut, because block RAMs come in powers
/// of two.
const BLOCK_WORDS: usize = 1024;

/// A memory with a register of its own before each port, and one after the read port.
pub struct FrameMemory<'m> {
    parts: Vec<Part<'m>>,
}

/// The memory, or one of two parts of it.
struct Part<'m> {
    memory: Store<'m>,
    /// Bits of an address in the part.
    bits: u32,
    /// The complex word that is read.
    found: Sig<'m>,
}

impl<'m> FrameMemory<'m> {
    /// Adds a memory of `words` complex words of `bits` bits, and its read port.
    pub fn new(m: &'m Builder, words: usize, bits: u32, address: Sig<'m>) -> Self {
        Self::named(m, "points", [words, bits as usize], address)
    }

    /// Adds a memory of words of a number of bits under a name, and its read port.
    pub fn named(m: &'m Builder, name: &str, [words, bits]: [usize; 2], address: Sig<'m>) -> Self {
        let address = address.later_as_it_is(1);
        let part = |words: usize| {
            let memory = m.memory(name, words, bits as u32);
            let bits = address_bits(words);
            Part { memory, bits, found: memory.read(address.bits(0, bits)).later(OUTPUT_CYCLES) }
        };
        FrameMemory { parts: parts_of(words).into_iter().map(part).collect() }
    }

    /// Returns the complex word of the address that was read, `MEMORY_CYCLES` cycles later.
    pub fn found(&self, address: Sig<'m>) -> Sig<'m> {
        found_in(&[self], [address.builder().constant(1, 0), address])
    }

    /// Connects the write port to an enable, an address and a word.
    pub fn write(&self, [enable, address, word]: [Sig<'m>; 3]) {
        let enable = enable.later_with_reset(1);
        let [address, word] = [address, word].map(|field| field.later_as_it_is(1));
        let enables = match &self.parts[..] {
            [first, _] => {
                let is_high = first.is_passed(address);
                vec![enable & !is_high, enable & is_high]
            }
            _ => vec![enable],
        };
        for (part, enable) in self.parts.iter().zip(enables) {
            part.memory.write(enable, address.bits(0, part.bits), word);
        }
    }
}

/// Returns the complex word that was read `MEMORY_CYCLES` cycles ago out of one of several memories of a size.
/// `number`: that of the memory; `address`: the address in it.
pub fn found_in<'m>(memories: &[&FrameMemory<'m>], [number, address]: [Sig<'m>; 2]) -> Sig<'m> {
    let (m, parts) = (address.builder(), &memories[0].parts[..]);
    let words = (0..parts.len()).flat_map(|part| memories.iter().map(move |memory| memory.parts[part].found));
    let words: Vec<Sig> = words.collect();
    let choice = match (parts, memories.len()) {
        ([_], 1) => return words[0],
        ([first, _], 1) => first.is_passed(address),
        ([first, _], _) => m.cat([number, first.is_passed(address)]),
        _ => number,
    };
    m.select(choice.later_as_it_is(MEMORY_CYCLES as u32), &words).named("found")
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

/// Real and imaginary part of a complex word.
pub fn parts(word: Sig) -> [Sig; 2] {
    let bits = word.width() / 2;
    [word.bits(0, bits), word.bits(bits, bits)]
}

impl<'m> Part<'m> {
    /// Whether an address is after this part, the first one of two.
    fn is_passed(&self, address: Sig<'m>) -> Sig<'m> {
        address.bits(self.bits, address.width() - self.bits).any()
    }
}
