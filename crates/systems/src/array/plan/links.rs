//! The links between neighbours, and when they work.

use crate::array::schedule::Delivery;
use crate::choice::Choice;

/// The links between neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Links {
    /// Bits that a link carries in a clock cycle, in each direction.
    pub bits: u32,
    /// Clock cycles from an element to its neighbour, which is the number of registers.
    pub hop: usize,
    /// How far words travel.
    pub delivery: Delivery,
    /// When engine and links of an element work.
    pub steps: Steps,
    /// What the edges of the rows are.
    pub edges: Edges,
}

/// When engine, row links and column links of an element work.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Steps {
    /// One after the other.
    #[default]
    Phased,
    /// At once, on different pencils.
    Overlapped,
}

/// The edges of the rows, by which frames come and leave.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Edges {
    /// Link words in steps, without a pause.
    #[default]
    Words,
    /// AXI4-Streams, with buffers of a frame.
    Streams,
}

impl Choice for Steps {
    const WORDS: &'static [(&'static str, Self)] = &[("phased", Steps::Phased), ("overlapped", Steps::Overlapped)];
}

impl Default for Links {
    /// Returns links of 32 bits with one register, on which words end at the elements that they are for.
    fn default() -> Self {
        Links { bits: 32, hop: 1, delivery: Delivery::Direct, steps: Steps::Phased, edges: Edges::Words }
    }
}

impl Links {
    /// Returns what names of modules say about links that are not the usual ones.
    pub(crate) fn suffix(self) -> String {
        let usual = Links::default();
        let bits = Some(format!("_link{}", self.bits)).filter(|_| self.bits != usual.bits);
        let hop = Some(format!("_hop{}", self.hop)).filter(|_| self.hop != usual.hop);
        let delivery = Some(format!("_{}", self.delivery.word())).filter(|_| self.delivery != usual.delivery);
        let steps = Some(format!("_{}", self.steps.word())).filter(|_| self.steps != usual.steps);
        let edges = (self.edges != usual.edges).then(|| "_axis".to_string());
        [bits, hop, delivery, steps, edges].into_iter().flatten().collect()
    }
}
