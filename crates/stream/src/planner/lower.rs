//! Lowering of plans to pipelines.

use super::passes;
use super::ranked::{sort, with_excess, Ranked};
use super::request::{Request, LARGE};
use super::Cost;
use crate::error::Error;
use crate::formula::is_smooth;
use crate::pipeline::{Pipeline, PipelineSpec};
use crate::schedule::ScheduleCache;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lowers plans to pipelines, the best first. Leaves out plans that cannot be built. Fails if there is no other plan.
pub(super) fn lower(request: Request, specs: &[PipelineSpec], schedules: &ScheduleCache) -> Result<Vec<Ranked>, Error> {
    let (mut found, mut errors) = (Vec::<(usize, Ranked)>::new(), Vec::new());
    let Drafts { order, kept } = Drafts::new(&request, specs, schedules);
    let kept = Mutex::new(kept);
    let (mut rest, mut count) = (&order[..], first_round(&request).unwrap_or(specs.len()));
    while !rest.is_empty() {
        let round;
        (round, rest) = rest.split_at(count.min(rest.len()));
        count = next_round(&request, count);
        let max_score = found.iter().map(|(_, plan)| max_score(&request, plan.cost.score)).min();
        let all: Vec<(usize, Result<Ranked, Error>)> = round
            .par_iter()
            .filter(|(min_score, _)| max_score.is_none_or(|max_score| *min_score <= max_score))
            .map(|&(min_score, number)| {
                let kept = lock(&kept).remove(&number);
                let draft = kept.unwrap_or_else(|| specs[number].draft(schedules));
                let plan = complete(&request, draft, schedules);
                if let Ok(plan) = &plan {
                    debug_assert!(min_score <= plan.cost.score, "{} of {min_score}", plan.pipeline.plan());
                }
                (number, plan)
            })
            .collect();
        for (number, plan) in all {
            match plan {
                Ok(plan) => found.push((number, plan)),
                Err(error) => errors.push((number, error)),
            }
        }
    }
    // Of plans that cost the same the first one is chosen.
    if !is_slow(&request) {
        found.sort_by_key(|(number, _)| *number);
    }
    let mut ranked: Vec<Ranked> = found.into_iter().map(|(_, plan)| plan).collect();
    sort(&mut ranked, &request.schedule_model);
    match (ranked.is_empty(), errors.into_iter().min_by_key(|(number, _)| *number)) {
        (true, Some((_, error))) => Err(error),
        _ => Ok(ranked),
    }
}

/// Plans in the first round. Later rounds often need no permuters, because the minimum score of their plans is too far
/// above the best score.
const PLANS_PER_ROUND: usize = 2;

/// Whether the drafts of plans take long or much memory: those of large sizes and of convolutions.
fn is_slow(request: &Request) -> bool {
    request.size > LARGE || !is_smooth(request.size)
}

/// Returns the number of plans that are completed in the first round. `None` if all are, because the lowest score does
/// not decide.
fn first_round(request: &Request) -> Option<usize> {
    let decides = !request.schedule_model.least_memory && (request.max_dsp.is_none() || is_slow(request));
    decides.then_some(PLANS_PER_ROUND)
}

/// Returns the part of a draft's area that passes leave at least, as its denominator: operators serve several units
/// where a beat has several clock cycles, and in small transforms many multipliers become sums.
fn share(request: &Request) -> usize {
    if is_slow(request) {
        request.pace
    } else {
        2 * request.pace
    }
}

/// Returns the highest minimum score of a plan that is completed beside one of a score.
fn max_score(request: &Request, score: u64) -> u64 {
    if is_slow(request) {
        score
    } else {
        with_excess(score)
    }
}

/// Returns the number of plans after a round of `count`. Rounds get longer, so that all cores have work.
fn next_round(request: &Request, count: usize) -> usize {
    if is_slow(request) {
        count
    } else {
        2 * count
    }
}

/// The order in which plans are completed, with their drafts, or of long frames those of the first round alone. A draft
/// of a later round is then made again if that round needs it, because drafts of long frames take hundreds of
/// megabytes.
struct Drafts {
    /// Minimum score and number of each plan, the lowest first. All minimum scores are 0 where there is one round.
    order: Vec<(u64, usize)>,
    /// Drafts by the number of the plan.
    kept: BTreeMap<usize, Pipeline>,
}

impl Drafts {
    fn new(request: &Request, specs: &[PipelineSpec], schedules: &ScheduleCache) -> Self {
        let (per_round, kept) = (first_round(request), Mutex::new(BTreeMap::new()));
        let most_kept = per_round.filter(|_| is_slow(request));
        let draft = |(number, spec): (usize, &PipelineSpec)| {
            let draft = spec.draft(schedules);
            let min_score = per_round.map_or(0, |_| Cost::min_score(&draft, share(request), &request.schedule_model));
            let mut kept = lock(&kept);
            kept.insert((min_score, number), draft);
            if most_kept.is_some_and(|count| kept.len() > count) {
                kept.pop_last();
            }
            (min_score, number)
        };
        let mut order: Vec<(u64, usize)> = specs.par_iter().enumerate().map(draft).collect();
        order.sort_unstable();
        let kept = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        Drafts { order, kept: kept.into_iter().map(|((_, number), draft)| (number, draft)).collect() }
    }
}

/// Takes what several threads share.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Completes a draft.
fn complete(request: &Request, draft: Pipeline, schedules: &ScheduleCache) -> Result<Ranked, Error> {
    let pipeline = passes::run(draft, request, schedules)?;
    Ok(Ranked::new(pipeline, &request.schedule_model))
}
