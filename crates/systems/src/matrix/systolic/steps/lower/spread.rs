//! From the columns to the memories of the points between steps.

use super::columns::Point;
use super::rows::narrowed;
use crate::matrix::lower::store::Store;
use crate::rtl::{Module, Net};

/// Adds the writes of the points of all columns, a clock cycle later. At any time the columns have points for different lanes.
pub fn spread(m: &mut Module, lanes: &[Store], points: &[Point]) {
    for (lane, store) in lanes.iter().enumerate() {
        let here: Vec<Net> = points
            .iter()
            .filter_map(|point| {
                let limit = 1u128 << m.width(point.place);
                let is_lane = ((lane as u128) < limit).then(|| m.eq_const(point.place, lane as u128))?;
                Some(m.and(point.is_there, is_lane))
            })
            .collect();
        if here.is_empty() {
            continue;
        }
        let any = |m: &mut Module, word: &dyn Fn(&Point) -> Net| {
            let words = points.iter().zip(&here).map(|(point, here)| {
                let word = word(point);
                let mask = m.repeat(*here, m.width(word));
                m.and(word, mask)
            });
            let words: Vec<Net> = words.collect();
            let all = words.into_iter().reduce(|all, word| m.or(all, word)).unwrap_or(here[0]);
            m.register(all, None)
        };
        let bank = any(m, &|point| point.vector[0]);
        let address = any(m, &|point| point.vector[1]);
        let parts = [any(m, &|point| point.parts[0]), any(m, &|point| point.parts[1])];
        let is_there = here.iter().copied().reduce(|all, one| m.or(all, one)).unwrap_or(bank);
        let is_there = m.register(is_there, Some(0));
        let address = narrowed(m, address, store.address_bits());
        store.write(m, is_there, [bank, address], parts);
    }
}

/// Adds whether a point of a batch was too large. `begin`: a pulse before the first point of a batch. Returns it from the last point on.
pub fn sticky(m: &mut Module, begin: Net, points: &[Point]) -> Option<Net> {
    let overflows: Vec<Net> = points.iter().filter_map(|point| point.overflow).collect();
    let any = overflows.into_iter().reduce(|all, one| m.or(all, one))?;
    let any = m.register(any, Some(0));
    let state = m.state(1, Some(0));
    m.name(state, "step_overflow");
    let goes_on = m.not(begin);
    let kept = m.and(state, goes_on);
    let next = m.or(kept, any);
    m.drive(state, next);
    Some(next)
}
