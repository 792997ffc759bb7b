//! Writes of points that come from the engine or along the row.

use super::control::Control;
use super::digits::resized;
use super::memory::Write;
use super::regions::{Location, Region};
use super::walk::{Point, Walk};
use crate::array::plan::Plan;
use crate::formula::Order;
use crate::rtl::{address_bits, Module, Net};

/// Returns the point that the engine's next result or the row's next word belongs to.
pub(super) fn written_point(m: &mut Module, plan: &Plan, control: &Control, walk: &Walk) -> Point {
    match plan.engine.orders[1] {
        Order::Natural => walk.point,
        Order::Reversed => {
            let reversed = walk.reversed(m, plan);
            Point::mux(m, control.is_transform, &reversed, &walk.point)
        }
    }
}

/// What is written by engine and row.
pub(super) struct Writer<'a> {
    /// What the array is made of.
    pub plan: &'a Plan,
    /// Steps of the element.
    pub control: &'a Control,
    /// Walk over the points that are written.
    pub walk: &'a Walk,
    /// Point that is written.
    pub point: Point,
    /// Coordinate by which points are written.
    pub place: Net,
}

impl Writer<'_> {
    /// Returns the writes into the bank that is read: results of the engine, and words that come along the row by `link`.
    pub fn own_writes(&self, m: &mut Module, results: Net, link: Net) -> Vec<Write> {
        let location = Location::new(m, self.plan, &self.point, self.place);
        let mut writes = Vec::new();
        for (&hit, &address) in location.hits.iter().zip(&location.addresses) {
            let enable = m.and(hit, self.walk.is_active);
            let by_engine = m.and(enable, self.control.is_transform);
            let by_row = m.and(enable, self.control.is_load);
            let result = Write::point(m, self.plan, by_engine, address, results);
            let loaded = Write::word(m, self.plan, by_row, address, (self.walk.word, link));
            writes.push(result.either(m, &loaded, by_engine));
        }
        writes
    }

    /// Returns the write of results that stay in the element, into the other bank, where the exchange would put them.
    pub fn stay(&self, m: &mut Module, results: Net) -> Write {
        let is_own = m.eq(self.point.block, self.place);
        let enable = m.and(self.walk.is_active, self.control.is_transform);
        let enable = m.and(enable, is_own);
        let point = self.point.exchanged(m, self.control.writes_column);
        let region = Region::all(self.plan)[0];
        let block = match self.plan.topology.is_closed() {
            true => m.constant(1, 0),
            false => point.block,
        };
        let block = resized(m, block, address_bits(region.blocks(self.plan)));
        let address = region.address(m, self.plan, &point, block);
        Write::point(m, self.plan, enable, address, results)
    }
}
