//! An exchange in an element: counters of the schedule, addresses of the words that leave, and writes of the words that arrive.

mod arrival;
mod broadcast;
mod line;
mod line_schedule;
mod ring;
mod turn;
mod units;

pub(super) use broadcast::BroadcastPorts;
pub(super) use line::{Line, LinePorts};
pub(super) use ring::RingPorts;
pub(super) use units::Words;

use super::memory::Write;
use super::regions::Region;
use super::walk::Point;
use crate::array::plan::Plan;
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

/// Nets that the ports of an exchange depend on.
pub(super) struct Context<'a> {
    /// What the array is made of.
    pub plan: &'a Plan,
    /// Whether pencils change places.
    pub is_exchange: Net,
    /// Whether they do so within columns.
    pub is_column: Net,
    /// Coordinate of the element along the axis.
    pub coordinate: Net,
}

impl WordPlaces for Context<'_> {
    fn source(&self, m: &mut Module, digits: &[Net], block: Net) -> Net {
        let point = self.source_point(m, digits, block);
        Region::Whole.address(m, self.plan, &point, block)
    }

    fn destination(&self, m: &mut Module, digits: &[Net], block: Net) -> Net {
        let point = self.destination_point(m, digits, block);
        Region::Whole.address(m, self.plan, &point, block)
    }
}

impl<'a> Context<'a> {
    /// Returns the words of the exchange, which have the digits link word, point of the block, and pencil.
    fn words(&self) -> Words {
        let [first, second] = self.plan.pencils();
        Words { exchange: self.plan.exchange(), radices: [self.plan.link_words(), self.plan.block(), first, second] }
    }

    /// Returns what the ports of a line depend on.
    pub fn line(&self) -> Line<'a> {
        let Context { plan, coordinate, is_exchange, .. } = *self;
        Line { plan, words: self.words(), coordinate, is_exchange, is_written: is_exchange }
    }

    /// Returns the point that a word's digits name at its source. The pencil's number along the axis is the third digit.
    fn source_point(&self, m: &mut Module, digits: &[Net], block: Net) -> Point {
        let [_, within, along, across] = digits[..] else { unreachable!("words have four digits") };
        Point { pencil: self.pencil(m, along, across), block, within }
    }

    /// Returns the point that a word's digits name at its destination. The numbers of pencil and point have changed places.
    fn destination_point(&self, m: &mut Module, digits: &[Net], block: Net) -> Point {
        let [_, along, within, across] = digits[..] else { unreachable!("words have four digits") };
        Point { pencil: self.pencil(m, along, across), block, within }
    }

    /// Returns the numbers of a pencil along the first and the second axis.
    fn pencil(&self, m: &mut Module, along: Net, across: Net) -> [Net; 2] {
        match self.plan.dimensions {
            3 => [m.mux(self.is_column, across, along), m.mux(self.is_column, along, across)],
            _ => [along, across],
        }
    }
}
