//! From the columns to the memories of the points between steps.

use super::columns::Point;
use super::rows::narrowed;
use crate::matrix::lower::store::Store;
use fftgen_hdl::dsl::*;

/// Adds the writes of the points of all columns, a clock cycle later. At any time the columns have points for different
/// lanes.
pub fn spread<'m>(m: &'m Builder, lanes: &[Store<'m>], points: &[Point<'m>]) {
    for (lane, store) in lanes.iter().enumerate() {
        let reaches = |point: &&Point| (lane as u128) < 1u128 << point.place.width();
        let is_here = |point: &Point<'m>| point.is_there & point.place.is(lane);
        let here: Vec<Sig> = points.iter().filter(reaches).map(is_here).collect();
        if here.is_empty() {
            continue;
        }
        let any = |word: &dyn Fn(&Point<'m>) -> Sig<'m>| {
            m.any_of(points.iter().zip(&here).map(|(point, here)| word(point).masked(*here))).register()
        };
        let [bank, address] = [0, 1].map(|part: usize| any(&|point| point.vector[part]));
        let parts = [0, 1].map(|part: usize| any(&|point| point.parts[part]));
        let is_there = m.any_of(here.iter().copied()).later_with_reset(1);
        store.write(is_there, [bank, narrowed(address, store.address_bits())], parts);
    }
}

/// Adds whether a point of a batch was too large. `begin`: a pulse before the first point of a batch. Returns it from
/// the last point on.
#[hdl]
pub fn sticky<'m>(begin: Sig<'m>, points: &[Point<'m>]) -> Option<Sig<'m>> {
    let overflow = points.iter().filter_map(|point| point.overflow).reduce(|any, one| any | one)?;
    let step_overflow = begin.builder().state(1, 0);
    let next = step_overflow & !begin | overflow.later_with_reset(1);
    step_overflow.next(next);
    Some(next)
}
