//! Plans whose transforms wait for each other, so that half the operators turn words.

use super::{Ranked, Request, LARGE};
use crate::stream::schedule::Schedules;
use crate::stream::{Layout, Outline, Program};
use rayon::prelude::*;

/// So many of the best plans are tried.
const TRIED: usize = 6;

/// Part of its score by which they may be behind the best: waiting gains less.
const BEHIND: usize = 16;

/// The best of these plans, without permuters, with transforms that wait where any does. `ranked`: the best first.
pub(super) fn patient(request: &Request, ranked: &[Ranked], schedules: &Schedules) -> Vec<Program> {
    if request.size > LARGE || request.width == 1 || !request.terms.makes_rotations() {
        return vec![];
    }
    let near = ranked.first().map_or(0, |best| best.cost.score + best.cost.score / BEHIND);
    let tried: Vec<&Program> =
        ranked.iter().filter(|plan| plan.cost.score <= near).take(TRIED).map(|plan| &plan.program).collect();
    let waiting = tried.into_par_iter().filter_map(|program| {
        let outline = Outline { patient: true, ..program.outline.clone() };
        let draft = outline.draft(schedules);
        layouts(&draft).ne(layouts(program)).then_some(draft)
    });
    waiting.collect()
}

/// Where each stage leaves its elements.
fn layouts(program: &Program) -> impl Iterator<Item = &Layout> {
    program.stages.iter().map(|stage| &stage.layout)
}
