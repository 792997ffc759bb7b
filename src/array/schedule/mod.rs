//! Schedules of an exchange: which element sends which word in which slot, and takes which.
//!
//! In an exchange each element of an axis has L words for each other one. A word is numbered by its repetition, from 0 to L-1. A slot is a
//! clock cycle in which every link may carry a word in either direction. A word that crosses a link in a slot crosses the next link a hop
//! later, if the element between both does not take it.

mod exchange;
pub(crate) mod interleaving;
pub(crate) mod peeling;
pub(crate) mod rotation;

pub use exchange::Exchange;

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
