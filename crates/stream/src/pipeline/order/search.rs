//! The beam search over orders of transforms, step by step.

use super::arrivals::Arrivals;
use super::candidates::candidates;
use super::digit_sums::DigitSums;
use super::octant_runs::{octant_rotated, octant_runs};
use super::problem::OrderProblem;
use super::state::{Candidate, State, Ties};

/// States kept from step to step.
const BEAM_WIDTH: usize = 24;

/// Returns the order of the transforms of each step. `None` if a step has no candidate whose arrivals are known.
pub(super) fn search(problem: &OrderProblem) -> Option<Vec<Vec<u32>>> {
    let arrivals = |end: usize, beats: &[Option<u32>]| match &problem.end_sums {
        Some(ends) => Arrivals::Sums(ends[end].clone()),
        None => problem.sampled(beats),
    };
    let (source, sink) = (arrivals(0, &problem.source), arrivals(1, &problem.sink));
    let in_input_order = |step: usize| Candidate::from_order(problem.in_beat_order(step, &problem.source));
    let orders = (0..problem.free.start).map(in_input_order).collect();
    let mut beam = vec![State { cost: 0, ties: Ties::default(), orders, arrivals: source }];
    for step in problem.free.clone() {
        beam = advance(problem, step, &beam, &sink);
    }
    let chosen = &beam.first()?.orders;
    let ahead = chosen.iter().enumerate().map(|(step, candidate)| problem.transforms(step, candidate));
    let steps = problem.steps.steps.len();
    let behind = (problem.free.end..steps).map(|step| problem.in_beat_order(step, &problem.sink));
    Some(ahead.chain(behind).collect())
}

/// Returns the best states after a step, from those before it.
fn advance(problem: &OrderProblem, step: usize, beam: &[State], sink: &Arrivals) -> Vec<State> {
    // The latency that remains to the output counts half, because later steps at least partly undo it.
    let is_last = step + 1 == problem.free.end;
    let cost = |state: &State, left: u32| if is_last { 2 * (state.cost + left) } else { 2 * state.cost + left };
    let beats = if problem.end_sums.is_none() { problem.numbered_beats(step) } else { vec![] };
    let next = candidates(problem, step, beam).into_iter();
    let next = next.filter_map(|order| best_state(problem, step, beam, order, &beats));
    let mut ranked: Vec<(u32, State)> =
        next.map(|state| (cost(&state, state.arrivals.permuter_latency(sink)), state)).collect();
    ranked.sort_by_key(|(cost, _)| *cost);
    // Ties are computed only for the states that may be kept.
    let max_cost = ranked.get(BEAM_WIDTH - 1).map_or(u32::MAX, |(cost, _)| *cost);
    ranked.retain(|(cost, _)| *cost <= max_cost);
    let rotated = octant_rotated(&problem.steps.steps[step], problem.shapes[step]);
    for (_, state) in &mut ranked {
        if let Some(rotated) = &rotated {
            state.ties.octant_runs += octant_runs(problem, step, rotated, state);
        }
        if is_last {
            state.ties = state.ties.with_permuter(state.arrivals.permuter_latency(sink));
        }
    }
    ranked.sort_by_key(|(cost, state)| (*cost, state.ties));
    ranked.into_iter().map(|(_, state)| state).take(BEAM_WIDTH).collect()
}

/// Returns the best state that ends with a candidate. `None` if the candidate's arrivals are no sums over digits where
/// the search goes by these. `beats`: [`OrderProblem::numbered_beats`] where it does not.
fn best_state(
    problem: &OrderProblem,
    step: usize,
    beam: &[State],
    candidate: Candidate,
    beats: &[u32],
) -> Option<State> {
    let arrivals = match &problem.end_sums {
        Some(_) => Arrivals::Sums(DigitSums::from_order(&candidate.digits, &problem.radices, problem.shapes[step])?),
        None => problem.sampled_after(step, &candidate, beats),
    };
    let mut best: Option<(&State, u32, Ties)> = None;
    for state in beam {
        // Latencies of long frames are the largest of many, of which a few show that a state costs more than the best
        // one.
        let left = best.map_or(Some(u32::MAX), |(_, cost, _)| cost.checked_sub(state.cost));
        let Some(latency) = left.and_then(|left| state.arrivals.latency_within(&arrivals, left)) else { continue };
        let (cost, ties) = (state.cost + latency, state.ties.with_permuter(latency));
        if best.is_none_or(|(_, other, others)| (cost, ties) < (other, others)) {
            best = Some((state, cost, ties));
        }
    }
    let (state, cost, ties) = best?;
    let orders = state.orders.iter().cloned().chain([candidate]).collect();
    Some(State { cost, ties, orders, arrivals })
}
