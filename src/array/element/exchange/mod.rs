//! An exchange in an element: counters of the schedule, addresses of the words that leave, and writes of the words that arrive.

mod arrival;
mod broadcast;
mod context;
mod line;
mod line_schedule;
mod ring;
mod turn;
mod units;

pub(super) use broadcast::BroadcastPorts;
pub(super) use context::Context;
pub(super) use line::{Line, LinePorts};
pub(super) use ring::RingPorts;
pub(super) use units::Words;

use super::memory::Write;
use crate::rtl::{Module, Net};

/// Clock cycles from an address to the point.
const READ: u32 = 1;

/// What an exchange has to do with memory and links.
pub(super) trait ExchangePorts {
    /// Returns the address that is read in each region.
    fn addresses(&self, m: &mut Module) -> Vec<Net>;

    /// Returns what leaves up and down, with the points that have been read in each region.
    fn outputs(&self, m: &mut Module, points: &[Net]) -> [Sent; 2];

    /// Returns what is written into each region of the other bank, with what the links bring from below and from above.
    fn writes(&self, m: &mut Module, arriving: [Net; 2]) -> Vec<Write>;
}

/// Places of words in memories.
pub(super) trait WordPlaces {
    /// Returns the address of a word at its source, which sends it to the element `block`. `digits` are those of the word's number.
    fn source(&self, m: &mut Module, digits: &[Net], block: Net) -> Net;

    /// Returns the address of a word at its destination, which takes it from the element `block`.
    fn destination(&self, m: &mut Module, digits: &[Net], block: Net) -> Net;
}

/// A word for a link.
pub(super) struct Sent {
    /// Whether there is one. A word that arrives is passed on otherwise.
    pub is_sent: Net,
    /// The word.
    pub word: Net,
}
