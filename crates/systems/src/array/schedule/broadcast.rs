//! Broadcast and filter: an exchange on a line in which words travel to the end of the line, and every element keeps
//! those for itself.
//!
//! Block b = 1, 2, ..., p-1 lasts b slots. The element p-1-b sends its last word up in the first slot of block b. The
//! element p-2-b sends a word up in each slot of block b, for the farthest element first. In the first slot of block b
//! a word of the element p-1-b comes to each element above it, which takes the word. The words down are the mirror
//! image.
//!
//! The words of element p-1-b cross the last link in b slots without a gap, so that the last link is full. The sum of
//! all b is p(p-1)/2. That is about twice the time of peeling. This is how a wafer of processors that can only
//! broadcast exchanges data, and serves as its measure.

use super::{Transfers, Word};

/// Slots in which each element of a line sends a word to each other one.
pub(crate) fn slots(length: usize) -> usize {
    length * (length - 1) / 2
}

/// Returns what an element sends and takes in a slot.
pub(crate) fn transfers(length: usize, coordinate: usize, slot: usize) -> Transfers {
    let (block, within) = place(slot);
    let top = length - 1;
    // In each direction the elements are counted from the end to which the words go.
    let [up, down] = [top - coordinate, coordinate].map(|left| half(block, within, left));
    let word = |peer: usize| Word { peer, repetition: 0 };
    let peers = [up, down].map(|(sent, taken)| (sent, taken.then_some(block)));
    let [(sent_up, from_below), (sent_down, from_above)] = peers;
    Transfers {
        send: [sent_up.map(|to| word(top - to)), sent_down.map(word)],
        take: [from_below.map(|from| word(top - from)), from_above.map(word)],
    }
}

/// Returns for whom an element that has `left` elements before it sends a word, which is counted from the end of the
/// line, and whether it takes one.
fn half(block: usize, within: usize, left: usize) -> (Option<usize>, bool) {
    let is_first = within == 0;
    let sent = match left {
        _ if left == block + 1 => Some(within),
        _ if left == block && is_first => Some(block - 1),
        _ => None,
    };
    (sent, is_first && left < block)
}

/// Returns the block of a slot, and the number of the slot within the block.
fn place(slot: usize) -> (usize, usize) {
    let mut block = 1;
    let mut within = slot;
    while within >= block {
        within -= block;
        block += 1;
    }
    (block, within)
}
