//! Memories and tables whose words have several components, which may have more bits together than a net.

use fftgen_hdl::dsl::*;

/// Most bits of a net.
const MOST_BITS: u32 = 128;

/// Components of a memory, where each has `bits` bits.
fn together(bits: u32) -> usize {
    (MOST_BITS / bits) as usize
}

/// Memories side by side, with the same addresses.
pub struct WideMemory<'m> {
    stores: Vec<Store<'m>>,
    /// Components of a word, and bits of a component.
    count: usize,
    bits: u32,
}

impl<'m> WideMemory<'m> {
    /// A memory of words of `count` components of `bits` bits.
    pub fn new(m: &'m Builder, name: &str, words: usize, [count, bits]: [usize; 2]) -> Self {
        let bits = bits as u32;
        let group = together(bits);
        let several = count > group;
        let store = |(number, first): (usize, usize)| {
            let name = if several { format!("{name}{number}") } else { name.into() };
            m.memory(name, words.max(2), group.min(count - first) as u32 * bits)
        };
        WideMemory { stores: (0..count).step_by(group).enumerate().map(store).collect(), count, bits }
    }

    /// Connects the write port. `word`: all components.
    pub fn write(&self, enable: Sig<'m>, address: Sig<'m>, word: &[Sig<'m>]) {
        assert_eq!(word.len(), self.count, "components of a word");
        for (store, part) in self.stores.iter().zip(word.chunks(together(self.bits))) {
            store.write(enable, address, enable.builder().cat(part.iter().copied()));
        }
    }

    /// The components of a word, a cycle after its address.
    pub fn read(&self, address: Sig<'m>) -> Vec<Sig<'m>> {
        let words: Vec<Sig> = self.stores.iter().map(|store| store.read(address)).collect();
        split(&words, self.count, self.bits)
    }
}

/// The components of a table's word, a cycle after its address: `beats[address]`, two's complement numbers of `bits`
/// bits.
pub fn wide_table<'m>(address: Sig<'m>, bits: u32, beats: &[&[i64]]) -> Vec<Sig<'m>> {
    let (m, count, group) = (address.builder(), beats[0].len(), together(bits));
    let mask = (1u128 << bits) - 1;
    let joined = |words: &[i64]| words.iter().rev().fold(0, |all, word| all << bits | (*word as u128 & mask));
    let table = |first: usize| {
        let end = count.min(first + group);
        let words: Vec<u128> = beats.iter().map(|beat| joined(&beat[first..end])).collect();
        m.rom(address, (end - first) as u32 * bits, words).register()
    };
    let words: Vec<Sig> = (0..count).step_by(group).map(table).collect();
    split(&words, count, bits)
}

/// Takes words apart into components.
fn split<'m>(words: &[Sig<'m>], count: usize, bits: u32) -> Vec<Sig<'m>> {
    let group = together(bits);
    (0..count).map(|place| words[place / group].bits((place % group) as u32 * bits, bits)).collect()
}
