//! Plans as pipelines.

use super::passes;
use super::ranked::{sort, Ranked};
use super::request::{Request, LARGE};
use super::Cost;
use crate::error::Error;
use crate::formula::is_smooth;
use crate::pipeline::{Pipeline, PipelineSpec};
use crate::schedule::ScheduleCache;
use rayon::prelude::*;

/// These plans as streams, the best first. Those that cannot be built are left out, unless none can.
pub(super) fn lower(request: Request, specs: &[PipelineSpec], schedules: &ScheduleCache) -> Result<Vec<Ranked>, Error> {
    let (mut ranked, mut errors) = (Vec::<Ranked>::new(), Vec::new());
    let drafts: Vec<Pipeline> = specs.par_iter().map(|spec| spec.draft(schedules)).collect();
    for round in rounds(&request, drafts) {
        let best = ranked.iter().map(|plan| plan.cost.score).min();
        let all: Vec<Result<Ranked, Error>> = round
            .into_par_iter()
            .filter(|(least, _)| best.is_none_or(|best| *least <= best))
            .map(|(least, draft)| {
                let plan = one(&request, draft, schedules);
                plan.inspect(|plan| debug_assert!(least <= plan.cost.score, "{} of {least}", plan.pipeline.plan()))
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

/// So many plans of a large size, or of one that is computed through a convolution, take their permuters at a time, those
/// of the least score without first: others may do without.
const FEW: usize = 2;

/// Plans without permuters, each with the least score that it can have, to be lowered one round after the other.
fn rounds(request: &Request, drafts: Vec<Pipeline>) -> Vec<Vec<(usize, Pipeline)>> {
    let few = request.size <= LARGE && is_smooth(request.size);
    if few || request.schedule_model.least_memory {
        return vec![drafts.into_iter().map(|pipeline| (0, pipeline)).collect()];
    }
    let least = |pipeline: &Pipeline| Cost::least(pipeline, &request.schedule_model);
    let mut drafts: Vec<(usize, Pipeline)> = drafts.into_iter().map(|pipeline| (least(&pipeline), pipeline)).collect();
    drafts.sort_by_key(|(least, _)| *least);
    let mut rest = drafts.into_iter().peekable();
    let mut rounds = Vec::new();
    while rest.peek().is_some() {
        rounds.push(rest.by_ref().take(FEW).collect());
    }
    rounds
}

fn one(request: &Request, draft: Pipeline, schedules: &ScheduleCache) -> Result<Ranked, Error> {
    let pipeline = passes::run(draft, request, schedules)?;
    Ok(Ranked::new(pipeline, &request.schedule_model))
}
