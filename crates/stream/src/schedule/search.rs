//! A random search for cheaper schedules (Feo and Resende 1995). Perturbations change the priorities of jobs and their
//! units: at first those of all jobs, then those of a few jobs of the best schedule. The random numbers are the same in
//! each run.

use super::route_cost::WORD_BITS;
use super::scheduler::{Perturbation, Scheduler};
use super::strategy::Strategy;
use super::work::Work;
use super::{routing, Problem, Schedule};
use crate::rng::Rng;
use rayon::prelude::*;
use std::sync::Arc;

/// Schedules that are tried. Half of them have perturbations of all jobs.
const MAX_TRIES: usize = 96;

/// Jobs that are scheduled in all tries.
const MAX_JOBS: usize = 28_000;

/// Schedules that are tried in parallel.
const PARALLEL_TRIES: usize = 4;

/// Largest delay of a priority, in cycles.
const MAX_PRIORITY_DELAY: u64 = 9;

/// Jobs that change at once, at most.
const MAX_CHANGES: u64 = 3;

/// A schedule with its cost and perturbations.
struct Found {
    schedule: Schedule,
    cost: (u64, usize),
    perturbations: Vec<Perturbation>,
}

/// Returns the best schedule of a strategy that is found, with no more multipliers than `schedule`.
pub(super) fn search(problem: &Problem, schedule: Schedule, strategy: Strategy) -> Schedule {
    let scheduler = Scheduler::new(Arc::new(Work::new(problem, strategy.sharing)), strategy.opening);
    let jobs = scheduler.work.jobs.len();
    if jobs == 0 {
        return schedule;
    }
    let better = |best: &Found, perturbations: Vec<Perturbation>| {
        let mut scheduler = scheduler.clone();
        scheduler.perturbations.clone_from(&perturbations);
        let mut schedule = strategy.schedule(&mut scheduler)?;
        let left = best.cost.0.checked_sub(schedule.cost(problem).0)?;
        if schedule.multipliers() > best.schedule.multipliers() {
            return None;
        }
        let left = left * WORD_BITS as u64 / problem.costs.word_bits as u64;
        schedule.routes = routing::route_within(&schedule.ports(), left)?;
        let cost = schedule.cost(problem);
        (cost <= best.cost).then_some(Found { schedule, cost, perturbations })
    };
    let tries = MAX_TRIES.min(MAX_JOBS / jobs);
    let mut best = Found { cost: schedule.cost(problem), schedule, perturbations: vec![Perturbation::default(); jobs] };
    for round in 0..tries / PARALLEL_TRIES {
        let seeds = (0..PARALLEL_TRIES).into_par_iter().map(|side| (round * PARALLEL_TRIES + side) as u64);
        let perturbations = seeds.map(|seed| match 2 * round * PARALLEL_TRIES < tries {
            true => randomize(jobs, seed),
            false => mutate(&best.perturbations, seed),
        });
        let found: Vec<Option<Found>> = perturbations.map(|perturbations| better(&best, perturbations)).collect();
        let cheaper = |best: Found, found: Found| if found.cost <= best.cost { found } else { best };
        best = found.into_iter().flatten().fold(best, cheaper);
    }
    best.schedule
}

/// Returns random perturbations of all jobs.
fn randomize(jobs: usize, seed: u64) -> Vec<Perturbation> {
    let mut rng = Rng::new(seed);
    let max = 1 + rng.below(MAX_PRIORITY_DELAY);
    (0..jobs).map(|_| Perturbation { delay_priority: rng.below(max) as usize, unit_bias: rng.word() }).collect()
}

/// Changes the perturbations of a few jobs at random.
fn mutate(perturbations: &[Perturbation], seed: u64) -> Vec<Perturbation> {
    let (mut perturbations, mut rng) = (perturbations.to_vec(), Rng::new(seed));
    for _ in 0..=rng.below(MAX_CHANGES) {
        let job = rng.below(perturbations.len() as u64) as usize;
        perturbations[job] = match rng.one_in(4) {
            true => Perturbation::default(),
            false => Perturbation { delay_priority: rng.below(MAX_PRIORITY_DELAY + 1) as usize, unit_bias: rng.word() },
        };
    }
    perturbations
}
