//! Words on the links in each slot of an exchange.

use super::{Delivery, Exchange};

/// A word that crosses a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crossing {
    /// Element that sends the word.
    pub source: usize,
    /// Element for which it is.
    pub target: usize,
    /// Whether the word ends its way after the link.
    pub is_taken: bool,
}

/// Words that cross the links in a slot: `words[direction][element]` leaves the element up (0) or down (1).
pub type SlotCrossings = [Vec<Option<Crossing>>; 2];

impl Exchange {
    /// Returns the words that cross the links in each slot, for hops of one clock cycle.
    pub fn crossings(&self) -> Vec<SlotCrossings> {
        let length = self.axis.length;
        let exchange = Exchange { hop: 1, ..*self };
        let mut passing: SlotCrossings = [0, 1].map(|_| vec![None; length]);
        let mut all = Vec::new();
        for slot in 0..exchange.slots() {
            let mut crossing: SlotCrossings = [0, 1].map(|_| vec![None; length]);
            let mut arriving = crossing.clone();
            let transfers: Vec<_> = (0..length).map(|element| exchange.transfers(element, slot)).collect();
            for direction in 0..2 {
                for element in 0..length {
                    let sent = transfers[element].send[direction];
                    let sent = sent.map(|word| Crossing { source: element, target: word.peer, is_taken: false });
                    let is_end = !self.axis.is_closed && element == [length - 1, 0][direction];
                    let Some(word) = sent.or(passing[direction][element]).filter(|_| !is_end) else { continue };
                    let next = [(element + 1) % length, (element + length - 1) % length][direction];
                    let is_taken = transfers[next].take[direction].is_some();
                    crossing[direction][element] = Some(Crossing { is_taken, ..word });
                    let goes_on = !is_taken || self.delivery == Delivery::Broadcast;
                    arriving[direction][next] = Some(word).filter(|_| goes_on);
                }
            }
            passing = arriving;
            all.push(crossing);
        }
        all
    }
}
