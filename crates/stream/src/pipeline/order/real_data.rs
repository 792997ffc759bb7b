//! Orders of transforms beside the step of real data, whose pairs of mirrored elements have no digits.

use super::problem::OrderProblem;
use super::state::State;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// States of the beam for which orders are derived.
const MAX_STATES: usize = 6;

/// Start times of a step that are tried, evenly spaced over a frame.
const START_TIMES: usize = 16;

/// Returns orders for a step beside that of real data: by the arrival of elements in the best states, and by the order
/// in which the next step takes them.
pub(super) fn real_data_orders(problem: &OrderProblem, step: usize, beam: &[State]) -> Vec<Vec<u32>> {
    let is_split = |step: usize| problem.steps.steps.get(step).is_some_and(|step| step.split.is_some());
    let arrival = |state: &State| match state.orders.last() {
        Some(candidate) => problem.beats(step - 1, &problem.transforms(step - 1, candidate)),
        None => problem.source.clone(),
    };
    let mut found = Vec::new();
    if is_split(step) && step + 1 == problem.free.end {
        for state in beam.iter().take(MAX_STATES) {
            let arrival = arrival(state);
            found.extend((0..START_TIMES).map(|start| earliest_deadline_first(problem, step, &arrival, start)));
        }
    }
    if step > 0 && (is_split(step) || is_split(step - 1)) {
        found.extend(beam.iter().take(MAX_STATES).map(|state| {
            let beats = arrival(state);
            problem.sorted(step, |group| group.iter().filter_map(|&id| beats[id]).max().unwrap_or(0))
        }));
    }
    if let Some(next) = problem.steps.steps.get(step + 1).filter(|_| is_split(step) || is_split(step + 1)) {
        let mut number = vec![0; problem.steps.elements];
        for (group, rank) in next.groups.iter().zip(0u32..) {
            group.iter().for_each(|&id| number[id] = rank);
        }
        found.push(problem.sorted(step, |group| group.iter().map(|&id| number[id]).min().unwrap_or(0)));
    }
    found
}

/// Orders the transforms of a step by their deadlines (Jackson 1955): of those whose elements have arrived, the one
/// with the earliest output beat comes next. The step begins at `start`/[`START_TIMES`] of the frame.
fn earliest_deadline_first(problem: &OrderProblem, step: usize, arrival: &[Option<u32>], start: usize) -> Vec<u32> {
    let (shape, groups) = (problem.shapes[step], &problem.steps.steps[step].groups);
    let beats = |group: &[usize], beats: &[Option<u32>]| group.iter().filter_map(|&id| beats[id]).collect::<Vec<_>>();
    let mut pending: Vec<(u32, u32, u32)> = groups
        .iter()
        .zip(0u32..)
        .map(|(group, number)| {
            let ready = beats(group, arrival).into_iter().max().unwrap_or(0);
            (ready, beats(group, &problem.sink).into_iter().min().unwrap_or(0), number)
        })
        .collect();
    pending.sort_unstable();
    let mut pending = pending.into_iter().peekable();
    let (mut ready_now, mut order) = (BinaryHeap::new(), Vec::with_capacity(groups.len()));
    while order.len() < groups.len() {
        let now = start * shape.beats() / START_TIMES + order.len() / shape.copies * shape.period;
        while let Some((_, due, number)) = pending.next_if(|(ready, ..)| *ready as usize <= now || ready_now.is_empty())
        {
            ready_now.push(Reverse((due, number)));
        }
        order.extend(ready_now.pop().map(|Reverse((_, number))| number));
    }
    order
}
