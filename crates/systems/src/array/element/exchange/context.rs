//! What the ports of an exchange depend on.

use super::units::Words;
use crate::array::element::digits::Digits;
use crate::array::element::regions::Region;
use crate::array::element::walk;
use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;

/// What the ports of an exchange depend on.
pub(crate) struct Context<'a, 'm> {
    /// The module of the element.
    pub m: &'m Builder,
    /// What the array is made of.
    pub plan: &'a Plan,
    /// The words of the exchange.
    pub words: Words,
    /// Coordinate of the element along the axis.
    pub coordinate: Sig<'m>,
    /// Whether the axis is the second one over which each dimension is spread, if there are two.
    pub is_second_axis: Option<Sig<'m>>,
    /// Whether the counters of the exchange count. They begin anew where this is low for a clock cycle.
    pub is_exchange: Sig<'m>,
    /// Whether words that arrive are written.
    pub is_written: Sig<'m>,
    /// Numbers within the blocks of the first and of the third dimension of all words, if the exchange is one of
    /// several jobs.
    pub job: Option<[Sig<'m>; 2]>,
}

impl<'m> Context<'_, 'm> {
    /// The number of a word's point within its block, at the source as well as at the destination. `point` counts the
    /// points of the exchange.
    pub fn index(&self, point: Sig<'m>) -> Sig<'m> {
        self.job.map_or(point, |[first, third]| walk::index(self.plan, [first, point, third]))
    }

    /// The digits of a block: that along the axis, and that along the other one.
    pub fn block(&self, own: Sig<'m>, other: Sig<'m>) -> [Sig<'m>; 2] {
        match self.is_second_axis {
            None => [own, other],
            Some(is_second) => [is_second.mux(other, own), is_second.mux(own, other)],
        }
    }

    /// The address of a word's point in a region of all points. `own`: digit of its block along the axis.
    pub fn address(&self, region: Region, word: &Digits<'m>, own: Sig<'m>) -> Sig<'m> {
        let [_, other, point] = word.digits[..] else { unreachable!("words of an exchange have three digits") };
        region.address(self.plan, self.index(point), self.block(own, other))
    }
}
