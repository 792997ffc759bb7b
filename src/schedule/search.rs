//! A search for cheaper schedules: chance has a say in which job comes first and on which unit, at first for all jobs and
//! then, from the best of these on, for a few at a time (Feo and Resende 1995). It is the same chance each time.

use super::list::{Perturbation, Scheduler};
use super::port::WORD;
use super::strategy::Strategy;
use super::work::Work;
use super::{routing, Problem, Schedule};
use crate::rng::Rng;
use rayon::prelude::*;
use std::sync::Arc;

/// Schedules that are tried at the most, half of them at first.
const TRIES: usize = 96;

/// Jobs that are scheduled in all.
const JOBS: usize = 28_000;

/// Schedules that are tried side by side.
const ROUND: usize = 4;

/// Most cycles by which a job is less urgent.
const LATER: u64 = 9;

/// Most jobs that change at a time.
const CHANGES: u64 = 3;

/// A schedule, what it costs, and what chance had to say.
struct Found {
    schedule: Schedule,
    cost: (usize, usize),
    perturbations: Vec<Perturbation>,
}

/// The best that is found on a way, of no more multipliers than `schedule`.
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
        schedule.routes = routing::route_within(&schedule.ports(), left * WORD / problem.costs.word_bits)?;
        let cost = schedule.cost(problem);
        (cost <= best.cost).then_some(Found { schedule, cost, perturbations })
    };
    let tries = TRIES.min(JOBS / jobs);
    let mut best = Found { cost: schedule.cost(problem), schedule, perturbations: vec![Perturbation::default(); jobs] };
    for round in 0..tries / ROUND {
        let seeds = (0..ROUND).into_par_iter().map(|side| (round * ROUND + side) as u64);
        let perturbations = seeds.map(|seed| match 2 * round * ROUND < tries {
            true => randomize(jobs, seed),
            false => mutate(&best.perturbations, seed),
        });
        let found: Vec<Option<Found>> = perturbations.map(|perturbations| better(&best, perturbations)).collect();
        let least = |best: Found, found: Found| if found.cost <= best.cost { found } else { best };
        best = found.into_iter().flatten().fold(best, least);
    }
    best.schedule
}

/// Chance for each job.
fn randomize(jobs: usize, seed: u64) -> Vec<Perturbation> {
    let mut rng = Rng::new(seed);
    let most = 1 + rng.below(LATER);
    (0..jobs).map(|_| Perturbation { delay_priority: rng.below(most) as usize, unit_bias: rng.word() }).collect()
}

/// The same but for a few.
fn mutate(perturbations: &[Perturbation], seed: u64) -> Vec<Perturbation> {
    let (mut perturbations, mut rng) = (perturbations.to_vec(), Rng::new(seed));
    for _ in 0..=rng.below(CHANGES) {
        let job = rng.below(perturbations.len() as u64) as usize;
        perturbations[job] = match rng.one_in(4) {
            true => Perturbation::default(),
            false => Perturbation { delay_priority: rng.below(LATER + 1) as usize, unit_bias: rng.word() },
        };
    }
    perturbations
}
