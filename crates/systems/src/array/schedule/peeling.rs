//! Peeling: the exchange on a line.
//!
//! Block k = 0, 1, ..., floor(p/2)-1 lasts p-1-2k slots, in which only the elements k to p-1-k are active. The low end
//! k sends a word up in each slot, for the farthest element first, and takes a word from above in each slot. The high
//! end p-1-k is its mirror image. An element between both ends sends a word to either end in the first slot of the
//! block, and takes a word of either end in the last one.
//!
//! Block k fills the link between the elements j and j+1 in each slot: in the slots 0 to j-k-1 with the words of k+1 to
//! j for the high end, and in the others with those of k for the elements above j. The word for element d crosses the
//! link below d in the last slot whatever d is. Nothing is left over, so that blocks follow each other without a gap.
//! The sum of p-1-2k is floor(p²/4), which is the bound of the middle link.

use super::{Transfers, Word};

/// Slots in which each element of a line sends a word to each other one.
pub(crate) fn slots(length: usize) -> usize {
    length * length / 4
}

/// Slots of block `k`.
fn block_slots(length: usize, block: usize) -> usize {
    length - 1 - 2 * block
}

/// Returns the block of a slot, and the number of the slot within the block.
fn place(length: usize, slot: usize) -> (usize, usize) {
    let mut within = slot;
    for block in 0..length / 2 {
        let slots = block_slots(length, block);
        if within < slots {
            return (block, within);
        }
        within -= slots;
    }
    unreachable!("slot {slot} on a line of {length} elements")
}

/// Returns what an element sends and takes in a slot.
pub(crate) fn transfers(length: usize, coordinate: usize, slot: usize) -> Transfers {
    let (low, within) = place(length, slot);
    let high = length - 1 - low;
    let word = |peer: usize| Some(Word { peer, repetition: 0 });
    match coordinate {
        at if at < low || at > high => Transfers::default(),
        at if at == low => Transfers { send: [word(high - within), None], take: [None, word(low + 1 + within)] },
        at if at == high => Transfers { send: [None, word(low + within)], take: [word(high - 1 - within), None] },
        _ => {
            let both = [low, high].map(word);
            let (is_first, is_last) = (within == 0, within + 1 == block_slots(length, low));
            Transfers {
                send: if is_first { [both[1], both[0]] } else { [None; 2] },
                take: if is_last { both } else { [None; 2] },
            }
        }
    }
}
