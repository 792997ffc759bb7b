//! Plans in the order of their cost.

use super::passes::share_operators;
use super::Cost;
use crate::pipeline::Pipeline;
use crate::schedule::ScheduleModel;

/// A plan as a pipeline, with its cost.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// Pipeline of the plan.
    pub pipeline: Pipeline,
    /// Cost of the pipeline.
    pub cost: Cost,
}

impl Ranked {
    /// Estimates the cost of a pipeline.
    pub fn new(pipeline: Pipeline, schedule_model: &ScheduleModel) -> Self {
        Ranked { cost: Cost::new(&pipeline, schedule_model), pipeline }
    }
}

impl Ranked {
    /// Returns the plan at a pace in clock cycles to a beat.
    pub fn at_pace(&self, pace: usize, schedule_model: &ScheduleModel) -> Self {
        let mut pipeline = self.pipeline.clone();
        share_operators(&mut pipeline, pace, schedule_model);
        Ranked::new(pipeline, schedule_model)
    }
}

/// A plan takes part in the search for schedules if its score is at most one part in so many above the best one. Up to
/// 256 points no plan with a higher score is ever chosen.
const MAX_SCORE_EXCESS: u64 = 32;

/// Returns the highest score of a plan that may still be chosen beside one of a score.
pub(super) fn with_excess(score: u64) -> u64 {
    score + score / MAX_SCORE_EXCESS
}

/// Merges two lists of plans, the best first.
pub fn merged(plans: [Vec<Ranked>; 2], schedule_model: &ScheduleModel) -> Vec<Ranked> {
    let mut all = plans.into_iter().flatten().collect();
    sort(&mut all, schedule_model);
    all
}

/// Sorts plans, the best first, and removes duplicates: those of the same steps and as many DSP blocks. They occur
/// where steps that may have feedback do not get it.
pub(super) fn sort(plans: &mut Vec<Ranked>, schedule_model: &ScheduleModel) {
    let words = |cost: &Cost| if schedule_model.least_memory { cost.words } else { 0 };
    plans.sort_by_key(|plan| (words(&plan.cost), plan.cost.score, plan.cost.latency));
    let mut seen: Vec<(String, usize)> = vec![];
    plans.retain(|Ranked { pipeline, cost }| {
        let plan = (pipeline.plan(), cost.blocks);
        let is_new = !seen.contains(&plan);
        seen.push(plan);
        is_new
    });
}
