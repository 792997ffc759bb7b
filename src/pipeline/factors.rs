//! Factors for the elements of a stream as they pass.

use super::stage::Work;
use super::{Layout, Shape, Stage};
use crate::formula::{Diag, Factor, Kernel};
use crate::schedule::ScheduleCache;

/// Twiddle factors for the elements of each lane as they pass.
#[derive(Clone, Debug)]
pub struct Twiddle {
    /// Of radix 1.
    pub stage: Stage,
    /// Forward transforms go past the operators.
    pub bypass: bool,
}

impl Twiddle {
    /// What an inverse transform is divided by, for the elements of `layout` as they pass.
    pub fn division(by: usize, layout: &Layout, elements: usize, schedules: &ScheduleCache) -> Self {
        let quotient = Diag::Scale { size: elements, by }.factors();
        Twiddle { stage: Stage::of_factors(&quotient, layout, &[], schedules).0, bypass: true }
    }
}

impl Stage {
    /// Factors for the elements of `layout` as they pass. Those in `turnable` can be turned by -i by what comes next: the
    /// second result says which are left to it.
    pub fn of_factors(
        factors: &[Factor],
        layout: &Layout,
        turnable: &[bool],
        schedules: &ScheduleCache,
    ) -> (Self, Option<Vec<u8>>) {
        let (left, turns) = match schedules.model.makes_eighths(factors) {
            true => eighths(factors, layout, turnable),
            false => (factors.to_vec(), vec![]),
        };
        let shape = Shape { lanes: layout.lanes, period: 1, copies: layout.lanes, batches: layout.beats };
        let members = layout.slots.chunks(layout.lanes).map(<[_]>::to_vec).collect();
        let (kernel, factors) = (Kernel::direct(1), [None, Some(left.as_slice())]);
        let stage = Self::of(Work { kernel, split: None, factors, shape, members, natural: true }, schedules);
        (stage, turns.contains(&1).then_some(turns))
    }

    /// One factor for all elements on so many lanes, of which frames choose: beat by beat.
    pub fn of_choice(factors: &[Factor], lanes: usize, schedules: &ScheduleCache) -> Self {
        let beats = (0..factors.len() as u32).flat_map(|beat| std::iter::repeat_n(beat, lanes));
        Self::of_factors(factors, &Layout::packed(lanes, beats), &[], schedules).0
    }
}

/// The factors, and the quarter turns that are left to what comes next: on lanes where all factors are eighths of a turn,
/// so that one eighth is left or nothing.
fn eighths(factors: &[Factor], layout: &Layout, turnable: &[bool]) -> (Vec<Factor>, Vec<u8>) {
    let (mut left, mut turns) = (factors.to_vec(), vec![0; factors.len()]);
    for lane in 0..layout.lanes {
        let elements =
            || layout.slots.iter().skip(lane).step_by(layout.lanes).flatten().map(|&element| element as usize);
        let eighths = |element: usize| {
            let most = if turnable.get(element) == Some(&true) { 4 } else { 2 };
            factors[element].eighth_turns().filter(|eighths| *eighths < most)
        };
        let known: Option<Vec<(usize, u8)>> = elements().map(|element| Some((element, eighths(element)?))).collect();
        for (element, eighths) in known.into_iter().flatten() {
            turns[element] = eighths / 2;
            left[element] = Factor::root((eighths % 2).into(), 8);
        }
    }
    (left, turns)
}
