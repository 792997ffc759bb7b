//! Writes of points that come from the engine or along the row.

use super::control::Control;
use super::regions::Location;
use super::walk::{Point, Walk};
use super::write::Write;
use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;

/// The point that the engine's next result or the row's next word belongs to.
pub(super) fn written_point<'m>(plan: &Plan, control: &Control<'m>, walk: &Walk<'m>) -> Point<'m> {
    control.writes.iter().enumerate().fold(walk.point, |point, (round, is_round)| {
        Signals::choose(*is_round & control.is_transform, walk.point.result(plan, round), point)
    })
}

/// What is written by engine and row.
pub(super) struct Writer<'a, 'm> {
    /// What the array is made of.
    pub plan: &'a Plan,
    /// Steps of the element.
    pub control: &'a Control<'m>,
    /// Walk over the points that are written.
    pub walk: &'a Walk<'m>,
    /// Whether a result of the engine is written.
    pub gives: Sig<'m>,
    /// Point that is written.
    pub point: Point<'m>,
    /// Block that stays in the element in the exchange after the round.
    pub own: [Sig<'m>; 2],
    /// Where it is written.
    pub location: Location<'m>,
}

impl<'m> Writer<'_, 'm> {
    /// The writes into the bank that is read: results of the engine.
    pub fn results(&self, results: Sig<'m>) -> Vec<Write<'m>> {
        self.location.writes(self.gives, |enable, address| Write::point(self.plan, enable, address, results))
    }

    /// The writes into the bank that is not read: words that come along the row by `link`.
    pub fn loaded(&self, link: Sig<'m>) -> Vec<Write<'m>> {
        let enable = self.walk.is_active & self.control.is_load;
        let word = (self.walk.word, link);
        self.location.writes(enable, |enable, address| Write::word(self.plan, enable, address, word))
    }

    /// The writes of results that stay in the element in the exchange after the round, into the other bank, where
    /// that would put them.
    pub fn stay(&self, results: Sig<'m>) -> Vec<Write<'m>> {
        let enable = self.gives & self.point.block[0].is(self.own[0]);
        self.location.writes(enable, |enable, address| Write::point(self.plan, enable, address, results))
    }
}
