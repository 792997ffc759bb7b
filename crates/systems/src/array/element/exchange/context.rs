//! What the ports of an exchange depend on.

use super::units::Words;
use crate::array::element::digits::Digits;
use crate::array::element::regions::Region;
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
    /// Whether the axis is the second one over which each dimension is spread, if there are two.
    pub is_second_axis: Option<Net>,
    /// Whether the counters of the exchange count. They begin anew where this is low for a clock cycle.
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

    /// Returns the digits of a block: that along the axis, and that along the other one.
    pub fn block(&self, m: &mut Module, own: Net, other: Net) -> [Net; 2] {
        match self.is_second_axis {
            None => [own, other],
            Some(is_second) => [m.mux(is_second, other, own), m.mux(is_second, own, other)],
        }
    }

    /// Returns the address of a word's point in a region of all points. `own`: digit of its block along the axis.
    pub fn address(&self, m: &mut Module, region: Region, word: &Digits, own: Net) -> Net {
        let [_, other, point] = word.nets[..] else { unreachable!("words of an exchange have three digits") };
        let index = self.index(m, point);
        let block = self.block(m, own, other);
        region.address(m, self.plan, index, block)
    }
}
