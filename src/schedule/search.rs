//! A search for cheaper schedules: chance has a say in which job comes first and on which unit, at first for all jobs and
//! then, from the best of these on, for a few at a time (Feo and Resende 1995). It is the same chance each time.

use super::list::{Chance, Scheduler};
use super::port::WORD;
use super::ways::Way;
use super::work::Work;
use super::{feeds, Problem, Schedule};
use crate::noise::Noise;
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
    chances: Vec<Chance>,
}

/// The best that is found on a way, of no more multipliers than `schedule`.
pub(super) fn search(problem: &Problem, schedule: Schedule, way: Way) -> Schedule {
    let scheduler = Scheduler::new(Arc::new(Work::new(problem, way.sums)), way.patience);
    let jobs = scheduler.work.jobs.len();
    if jobs == 0 {
        return schedule;
    }
    let better = |best: &Found, chances: Vec<Chance>| {
        let mut scheduler = scheduler.clone();
        scheduler.chances.clone_from(&chances);
        let mut schedule = way.schedule(&mut scheduler)?;
        let left = best.cost.0.checked_sub(schedule.cost(problem).0)?;
        if schedule.multipliers() > best.schedule.multipliers() {
            return None;
        }
        schedule.feeds = feeds::feed_within(&schedule.ports(), left * WORD / problem.prices.word)?;
        let cost = schedule.cost(problem);
        (cost <= best.cost).then_some(Found { schedule, cost, chances })
    };
    let tries = TRIES.min(JOBS / jobs);
    let mut best = Found { cost: schedule.cost(problem), schedule, chances: vec![Chance::default(); jobs] };
    for round in 0..tries / ROUND {
        let seeds = (0..ROUND).into_par_iter().map(|side| (round * ROUND + side) as u64);
        let chances = seeds.map(|seed| match 2 * round * ROUND < tries {
            true => any(jobs, seed),
            false => changed(&best.chances, seed),
        });
        let found: Vec<Option<Found>> = chances.map(|chances| better(&best, chances)).collect();
        let least = |best: Found, found: Found| if found.cost <= best.cost { found } else { best };
        best = found.into_iter().flatten().fold(best, least);
    }
    best.schedule
}

/// Chance for each job.
fn any(jobs: usize, seed: u64) -> Vec<Chance> {
    let mut noise = Noise::new(seed);
    let most = 1 + noise.below(LATER);
    (0..jobs).map(|_| Chance { later: noise.below(most) as usize, taste: noise.word() }).collect()
}

/// The same but for a few.
fn changed(chances: &[Chance], seed: u64) -> Vec<Chance> {
    let (mut chances, mut noise) = (chances.to_vec(), Noise::new(seed));
    for _ in 0..=noise.below(CHANGES) {
        let job = noise.below(chances.len() as u64) as usize;
        chances[job] = match noise.one_in(4) {
            true => Chance::default(),
            false => Chance { later: noise.below(LATER + 1) as usize, taste: noise.word() },
        };
    }
    chances
}
