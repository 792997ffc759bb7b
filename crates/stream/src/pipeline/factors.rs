//! Stages that multiply the elements of a stream by twiddle factors.

use super::batch_graph::Work;
use super::{Layout, Shape, Stage};
use crate::formula::{Diag, Factor, Kernel};
use crate::schedule::ScheduleCache;

/// Twiddle factors for the elements of each lane.
#[derive(Clone, Debug)]
pub struct Twiddle {
    /// Stage of radix 1.
    pub stage: Stage,
    /// Whether forward transforms bypass the operators.
    pub bypass: bool,
}

impl Twiddle {
    /// Builds the division of inverse transforms, which makes `quotient` of one, for the elements of `layout`.
    /// `bypass`: whether forward transforms bypass it.
    pub fn division(quotient: Diag, bypass: bool, layout: &Layout, schedules: &ScheduleCache) -> Self {
        Twiddle { stage: Stage::for_factors(&quotient.factors(), layout, &[], schedules).0, bypass }
    }
}

impl Stage {
    /// Builds the multiplication of the elements of `layout` by factors. The next stage can multiply the elements
    /// marked in `rotatable` by -i. The second result has the powers of -i that are left to it, by element.
    pub fn for_factors(
        factors: &[Factor],
        layout: &Layout,
        rotatable: &[bool],
        schedules: &ScheduleCache,
    ) -> (Self, Option<Vec<u8>>) {
        let (left, rotations) = match schedules.model.makes_eighths(factors) {
            true => split_rotations(factors, layout, rotatable),
            false => (factors.to_vec(), vec![]),
        };
        let shape = Shape { lanes: layout.lanes, period: 1, copies: layout.lanes, batches: layout.beats };
        let elements = layout.slots.chunks(layout.lanes).map(<[_]>::to_vec).collect();
        let (kernel, factors) = (Kernel::direct(1), [None, Some(left.as_slice())]);
        let stage = Self::from_work(Work { kernel, split: None, factors, shape, elements, natural: true }, schedules);
        (stage, rotations.contains(&1).then_some(rotations))
    }

    /// Builds the stage of `points` points, one by one, that leaves them as they are: cores that compute a frame by
    /// sums have its arithmetic.
    pub fn of_points(points: usize, schedules: &ScheduleCache) -> Self {
        let layout = Layout::packed(1, 0..points as u32);
        Self::for_factors(&vec![Factor::ONE; points], &layout, &[], schedules).0
    }

    /// Builds the multiplication by one factor on `lanes` lanes. The layout has a beat for each factor, so that a frame
    /// chooses its factor by the beat.
    pub fn for_chosen_factor(factors: &[Factor], lanes: usize, schedules: &ScheduleCache) -> Self {
        let beats = (0..factors.len() as u32).flat_map(|beat| std::iter::repeat_n(beat, lanes));
        Self::for_factors(factors, &Layout::packed(lanes, beats), &[], schedules).0
    }
}

/// Splits factors into factors of this stage and powers of -i for the next one. On lanes where all factors are octant
/// rotations, this stage keeps one eighth of a turn or none.
fn split_rotations(factors: &[Factor], layout: &Layout, rotatable: &[bool]) -> (Vec<Factor>, Vec<u8>) {
    let (mut left, mut rotations) = (factors.to_vec(), vec![0; factors.len()]);
    for lane in 0..layout.lanes {
        let elements =
            || layout.slots.iter().skip(lane).step_by(layout.lanes).flatten().map(|&element| element as usize);
        let eighths = |element: usize| {
            let end = if rotatable.get(element) == Some(&true) { 4 } else { 2 };
            factors[element].eighth_turns().filter(|eighths| *eighths < end)
        };
        let octants: Option<Vec<(usize, u8)>> = elements().map(|element| Some((element, eighths(element)?))).collect();
        for (element, eighths) in octants.into_iter().flatten() {
            rotations[element] = eighths / 2;
            left[element] = Factor::root((eighths % 2).into(), 8);
        }
    }
    (left, rotations)
}
