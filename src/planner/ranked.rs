//! Plans in the order of what they cost.

use super::Cost;
use crate::pipeline::Pipeline;
use crate::schedule::ScheduleModel;

/// A plan as a stream, and what it costs.
#[derive(Clone, Debug)]
pub struct Ranked {
    pub pipeline: Pipeline,
    pub cost: Cost,
}

impl Ranked {
    pub fn new(pipeline: Pipeline, schedule_model: &ScheduleModel) -> Self {
        Ranked { cost: Cost::of(&pipeline, schedule_model), pipeline }
    }
}

/// All of these plans, the best first.
pub fn joined(plans: [Vec<Ranked>; 2], schedule_model: &ScheduleModel) -> Vec<Ranked> {
    let mut all = plans.into_iter().flatten().collect();
    sort(&mut all, schedule_model);
    all
}

/// The best first, and each only once: not every step that may have feedback can.
pub(super) fn sort(plans: &mut Vec<Ranked>, schedule_model: &ScheduleModel) {
    let words = |cost: &Cost| if schedule_model.least_memory { cost.words } else { 0 };
    plans.sort_by_key(|plan| (words(&plan.cost), plan.cost.score, plan.cost.latency));
    let mut known: Vec<String> = vec![];
    plans.retain(|Ranked { pipeline, .. }| {
        let plan = pipeline.plan();
        let new = !known.contains(&plan);
        known.push(plan);
        new
    });
}
