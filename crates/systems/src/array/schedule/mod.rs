//! Schedules of an exchange: which element sends which word in which slot, and takes which.
//!
//! In an exchange each element of an axis has L words for each other one. A word is numbered by its repetition, from 0
//! to L-1. A slot is a clock cycle in which every link may carry a word in either direction. A word that crosses a link
//! in a slot crosses the next link a hop later, if the element between both does not take it.

mod broadcast;
mod crossings;
mod exchange;
pub(crate) mod interleaving;
pub(crate) mod peeling;
pub(crate) mod rotation;

pub use crossings::{Crossing, SlotCrossings};
pub use exchange::Exchange;

use crate::choice::Choice;

/// How far words travel on a line.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Delivery {
    /// Words end at the element that they are for.
    #[default]
    Direct,
    /// Words go on to the end of the line, and elements keep those for themselves.
    Broadcast,
}

impl Choice for Delivery {
    const WORDS: &'static [(&'static str, Self)] = &[("direct", Delivery::Direct), ("broadcast", Delivery::Broadcast)];
}

/// A word that an element sends or takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Word {
    /// Element for which the word is, or from which it comes.
    pub peer: usize,
    /// Number of the word among those between both elements.
    pub repetition: usize,
}

/// What an element sends and takes in a slot, of words that go up and of words that go down.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Transfers {
    /// Words that the element puts on its links.
    pub send: [Option<Word>; 2],
    /// Words that cross the links to the element, and stay there.
    pub take: [Option<Word>; 2],
}
