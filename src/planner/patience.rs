//! Plans whose transforms wait for each other, so that half the operators turn words.

use super::{one, sort, Ranked, Request, LARGE};
use crate::plan::is_smooth;
use crate::stream::schedule::Schedules;
use crate::stream::{Layout, Outline, Program, Stage};
use rayon::prelude::*;

/// So many of the best plans are tried, and of those through a convolution.
const TRIED: usize = 6;
const CONVOLVED: usize = 2;

/// Part of its score by which they may be behind the best: waiting gains less.
const BEHIND: usize = 16;

/// Part of the best score that waiting has to gain: estimates are no nearer than that.
const GAIN: usize = 256;

/// Adds the best of these plans with transforms that wait, where that makes a better one. `ranked`: the best first.
pub(super) fn add_patient(request: &Request, ranked: &mut Vec<Ranked>, schedules: &Schedules) {
    let pays = request.size <= LARGE && request.width > 1 && request.terms.makes_rotations();
    let Some(best) = ranked.first().map(|best| best.cost.score).filter(|_| pays) else { return };
    let most = if is_smooth(request.size) { TRIED } else { CONVOLVED };
    let near = ranked.iter().take(most).filter(|plan| plan.cost.score <= best + best / BEHIND);
    let tried: Vec<&Program> =
        near.map(|plan| &plan.program).filter(|program| program.stages.iter().any(turns)).collect();
    let plan = |program: &Program| {
        let outline = Outline { patient: true, ..program.outline.clone() };
        let draft = outline.draft(schedules);
        let waits = layouts(&draft).ne(layouts(program));
        let plan = waits.then(|| one(request, draft, schedules))?.ok()?;
        (plan.cost.score + best / GAIN < best).then_some(plan)
    };
    let better: Vec<Ranked> = tried.into_par_iter().filter_map(plan).collect();
    if !better.is_empty() {
        ranked.extend(better);
        sort(ranked, &request.terms);
    }
}

/// Whether words pass here that are turned in some beats, each in one.
fn turns(stage: &Stage) -> bool {
    stage.shape.period == 1 && !(stage.tables.is_empty() && stage.choices.is_empty())
}

/// Where each stage leaves its elements.
fn layouts(program: &Program) -> impl Iterator<Item = &Layout> {
    program.stages.iter().map(|stage| &stage.layout)
}
