//! Writes of points that come from the engine or along the row.

use super::control::Control;
use super::memory::Write;
use super::regions::Location;
use super::walk::{Point, Walk};
use crate::array::plan::Plan;
use crate::rtl::{Module, Net};

/// Returns the point that the engine's next result or the row's next word belongs to.
pub(super) fn written_point(m: &mut Module, plan: &Plan, control: &Control, walk: &Walk) -> Point {
    let mut point = walk.point;
    for (round, &is_round) in control.writes.iter().enumerate() {
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
    /// Whether a result of the engine is written.
    pub gives: Net,
    /// Point that is written.
    pub point: Point,
    /// Block that stays in the element in the exchange after the round.
    pub own: [Net; 2],
    /// Where it is written.
    pub location: Location,
}

impl Writer<'_> {
    /// Returns the writes into the bank that is read: results of the engine.
    pub fn results(&self, m: &mut Module, results: Net) -> Vec<Write> {
        Write::at(m, &self.location, self.gives, |m, enable, address| {
            Write::point(m, self.plan, enable, address, results)
        })
    }

    /// Returns the writes into the bank that is not read: words that come along the row by `link`.
    pub fn loaded(&self, m: &mut Module, link: Net) -> Vec<Write> {
        let enable = m.and(self.walk.is_active, self.control.is_load);
        Write::at(m, &self.location, enable, |m, enable, address| {
            Write::word(m, self.plan, enable, address, (self.walk.word, link))
        })
    }

    /// Returns the writes of results that stay in the element in the exchange after the round, into the other bank, where that would put them.
    pub fn stay(&self, m: &mut Module, results: Net) -> Vec<Write> {
        let is_own = m.eq(self.point.block[0], self.own[0]);
        let enable = m.and(self.gives, is_own);
        Write::at(m, &self.location, enable, |m, enable, address| Write::point(m, self.plan, enable, address, results))
    }
}
