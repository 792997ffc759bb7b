//! Words of several fields in a table.

use crate::rtl::{Module, Net};

/// Looks a word up, and returns its fields a cycle behind the address, the first one out of the low bits. `bits`: those of each field; `words`: fields of
/// each word, none where no word is read.
pub fn look_up(m: &mut Module, address: Net, bits: &[u32], words: &[Vec<u128>]) -> Vec<Net> {
    let word = |fields: &Vec<u128>| {
        let fields = fields.iter().zip(bits).rev();
        fields.fold(0, |word, (field, bits)| word << bits | field)
    };
    let word = m.rom(address, bits.iter().sum(), words.iter().map(word).collect::<Vec<u128>>());
    let word = m.delay(word, 1);
    let mut low = 0;
    let field = |&bits: &u32| {
        low += bits;
        m.slice(word, low - bits, bits)
    };
    bits.iter().map(field).collect()
}
