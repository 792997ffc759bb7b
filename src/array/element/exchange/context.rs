//! What the ports of an exchange depend on.

use super::units::Words;
use crate::array::element::walk;
use crate::array::plan::Plan;
use crate::rtl::{Module, Net};

/// What the ports of an exchange depend on.
pub(crate) struct Context<'a> {
    /// What the array is made of.
    pub plan: &'a Plan,
    /// The words of the exchange.
    pub words: Words,
    /// Coordinate of the element along the axis.
    pub coordinate: Net,
    /// Whether the exchange goes on.
    pub is_exchange: Net,
    /// Whether words that arrive are written.
    pub is_written: Net,
    /// Numbers within the blocks of the first and of the third dimension of all words, if the exchange is one of several jobs.
    pub job: Option<[Net; 2]>,
}

impl Context<'_> {
    /// Returns the number of a word's point within its block, at the source as well as at the destination. `point` counts the points of the
    /// exchange.
    pub fn index(&self, m: &mut Module, point: Net) -> Net {
        match self.job {
            None => point,
            Some([first, third]) => walk::index(m, self.plan, [first, point, third]),
        }
    }
}
