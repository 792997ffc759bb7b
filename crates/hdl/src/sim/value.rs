//! Access to values of one or two words.

use super::program::Slot;

/// Returns the value of a slot.
pub(super) fn load(values: &[u64], slot: Slot) -> u128 {
    let word = slot.word as usize;
    match slot.words() {
        1 => values[word] as u128,
        _ => values[word] as u128 | (values[word + 1] as u128) << 64,
    }
}

/// Sets the value of a slot.
pub(super) fn store(values: &mut [u64], slot: Slot, value: u128) {
    let word = slot.word as usize;
    values[word] = value as u64;
    if slot.words() == 2 {
        values[word + 1] = (value >> 64) as u64;
    }
}
