//! Lanes on which octant rotations come in consecutive beats: these need more than one multiplier.

use super::problem::OrderProblem;
use super::state::State;
use crate::formula::{Factor, Step};
use crate::pipeline::Shape;

/// Marks the elements that are rotated by an odd number of octants after a step. `None` if the step's batches have
/// several beats or if other factors follow it.
pub(super) fn octant_rotated(step: &Step, shape: Shape) -> Option<Vec<bool>> {
    let factors = step.after.as_ref().filter(|_| shape.period == 1 && step.has_only_eighth_turns())?;
    let is_odd = |factor: &Factor| factor.eighth_turns().is_some_and(|eighths| eighths % 2 == 1);
    Some(factors.iter().map(is_odd).collect())
}

/// Counts the lanes after a step on which rotated elements come in consecutive beats, or in the first beat of a frame.
pub(super) fn octant_runs(problem: &OrderProblem, number: usize, rotated: &[bool], state: &State) -> u32 {
    let (shape, step) = (problem.shapes[number], &problem.steps.steps[number]);
    let order = state.orders.last().map_or(vec![], |candidate| problem.transforms(number, candidate));
    let is_rotated = |group: &u32, position: usize| rotated[step.groups[*group as usize][position]];
    let lanes = (0..shape.copies).flat_map(|copy| (0..step.kernel.radix).map(move |position| (copy, position)));
    let rows = lanes.map(|(copy, position)| {
        std::iter::once(true)
            .chain(order.iter().skip(copy).step_by(shape.copies).map(move |group| is_rotated(group, position)))
    });
    rows.filter(|row| row.clone().zip(row.clone().skip(1)).any(|two| two == (true, true))).count() as u32
}
