//! Writes of points that come from the engine or along the row.

use super::control::Control;
use super::digits::resized;
use super::memory::Write;
use super::regions::{Location, Region};
use super::walk::{Point, Walk};
use crate::array::plan::Plan;
use crate::rtl::{address_bits, Module, Net};

/// Returns the point that the engine's next result or the row's next word belongs to.
pub(super) fn written_point(m: &mut Module, plan: &Plan, control: &Control, walk: &Walk) -> Point {
    let mut point = walk.point;
    for (round, &is_round) in control.rounds.iter().enumerate() {
        let gives = m.and(is_round, control.is_transform);
        let result = walk.point.result(m, plan, round);
        point = Point::mux(m, gives, &result, &point);
    }
    point
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
        let Control { is_transform, is_load, .. } = *self.control;
        location.writes(m, self.walk.is_active, |m, enable, address| {
            let by_engine = m.and(enable, is_transform);
            let by_row = m.and(enable, is_load);
            let result = Write::point(m, self.plan, by_engine, address, results);
            let loaded = Write::word(m, self.plan, by_row, address, (self.walk.word, link));
            result.either(m, &loaded, by_engine)
        })
    }

    /// Returns the write of results that stay in the element, into the other bank, where the exchange would put them.
    pub fn stay(&self, m: &mut Module, results: Net) -> Write {
        let is_own = m.eq(self.point.block, self.place);
        let enable = m.and(self.walk.is_active, self.control.is_transform);
        let enable = m.and(enable, is_own);
        let region = Region::all(self.plan)[0];
        let block = match self.plan.topology.is_closed() {
            true => m.constant(1, 0),
            false => self.point.block,
        };
        let block = resized(m, block, address_bits(region.blocks(self.plan)));
        let index = self.point.index(m, self.plan);
        let address = region.address(m, self.plan, index, block);
        Write::point(m, self.plan, enable, address, results)
    }
}
