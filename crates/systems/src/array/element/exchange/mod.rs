//! An exchange in an element: counters of the schedule, addresses of the words that leave, and writes of the words
//! that arrive.

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
pub(super) use line::LinePorts;
pub(super) use ring::RingPorts;
pub(super) use units::Words;

use super::write::Write;
use fftgen_hdl::dsl::*;

/// Clock cycles from an address to the point.
const READ: u32 = 1;

/// What an exchange has to do with memory and links.
pub(super) trait ExchangePorts<'m> {
    /// The address that is read in each region.
    fn addresses(&self) -> Vec<Sig<'m>>;

    /// What leaves up and down, with the points that have been read in each region.
    fn outputs(&self, points: &[Sig<'m>]) -> [Sent<'m>; 2];

    /// What is written into each region of the other bank, with what the links bring from below and from above.
    fn writes(&self, arriving: [Sig<'m>; 2]) -> Vec<Write<'m>>;
}

record! {
    /// A word for a link.
    pub(super) struct Sent {
        /// Whether there is one. A word that arrives is passed on otherwise.
        is_sent,
        /// The word.
        word,
    }
}
