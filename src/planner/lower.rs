//! Lowering of plans to pipelines.

use super::passes;
use super::ranked::{sort, Ranked};
use super::request::{Request, LARGE};
use super::Cost;
use crate::error::Error;
use crate::formula::is_smooth;
use crate::pipeline::{Pipeline, PipelineSpec};
use crate::schedule::ScheduleCache;
use rayon::prelude::*;

/// Lowers plans to pipelines, the best first. Leaves out plans that cannot be built. Fails if there is no other plan.
pub(super) fn lower(request: Request, specs: &[PipelineSpec], schedules: &ScheduleCache) -> Result<Vec<Ranked>, Error> {
    let (mut ranked, mut errors) = (Vec::<Ranked>::new(), Vec::new());
    let drafts: Vec<Pipeline> = specs.par_iter().map(|spec| spec.draft(schedules)).collect();
    for round in rounds(&request, drafts) {
        let best = ranked.iter().map(|plan| plan.cost.score).min();
        let all: Vec<Result<Ranked, Error>> = round
            .into_par_iter()
            .filter(|(min_score, _)| best.is_none_or(|best| *min_score <= best))
            .map(|(min_score, draft)| {
                let plan = complete(&request, draft, schedules);
                plan.inspect(|plan| {
                    debug_assert!(min_score <= plan.cost.score, "{} of {min_score}", plan.pipeline.plan());
                })
            })
            .collect();
        for plan in all {
            match plan {
                Ok(plan) => ranked.push(plan),
                Err(error) => errors.push(error),
            }
        }
    }
    sort(&mut ranked, &request.schedule_model);
    match (ranked.is_empty(), errors.into_iter().next()) {
        (true, Some(error)) => Err(error),
        _ => Ok(ranked),
    }
}

/// Plans in a round, for large sizes and for convolutions. Later rounds often need no permuters, because the minimum
/// score of their plans is above the best score.
const PLANS_PER_ROUND: usize = 2;

/// Divides drafts into rounds that are lowered one after the other. Each draft has its minimum score; the lowest ones
/// are in the first round.
fn rounds(request: &Request, drafts: Vec<Pipeline>) -> Vec<Vec<(usize, Pipeline)>> {
    let is_fast = request.size <= LARGE && is_smooth(request.size);
    if is_fast || request.schedule_model.least_memory {
        return vec![drafts.into_iter().map(|pipeline| (0, pipeline)).collect()];
    }
    let min_score = |pipeline: &Pipeline| Cost::min_score(pipeline, request.pace, &request.schedule_model);
    let mut drafts: Vec<(usize, Pipeline)> =
        drafts.into_iter().map(|pipeline| (min_score(&pipeline), pipeline)).collect();
    drafts.sort_by_key(|(min_score, _)| *min_score);
    let mut rest = drafts.into_iter().peekable();
    let mut rounds = Vec::new();
    while rest.peek().is_some() {
        rounds.push(rest.by_ref().take(PLANS_PER_ROUND).collect());
    }
    rounds
}

/// Completes a draft.
fn complete(request: &Request, draft: Pipeline, schedules: &ScheduleCache) -> Result<Ranked, Error> {
    let pipeline = passes::run(draft, request, schedules)?;
    Ok(Ranked::new(pipeline, &request.schedule_model))
}
