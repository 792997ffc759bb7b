//! Pencils that pass the engine twice, because they are two real sequences in some element.

use super::control::by_round;
use crate::array::plan::Plan;
use crate::rtl::{Module, Net};

/// Whether a pencil passes for the first or for the second time.
pub(super) struct Passes {
    /// Whether it is the second time.
    pub is_second: Net,
    /// Whether it is the last time.
    pub is_last: Net,
    is_repeated: Net,
}

impl Passes {
    /// Adds the register, if frames are of real samples. `within`: numbers within the blocks of a pencil's dimensions. `by_points`: whether the engine
    /// passes the points.
    pub fn new(
        m: &mut Module,
        plan: &Plan,
        name: &str,
        rounds: &[Net],
        within: [Net; 3],
        by_points: Net,
    ) -> Option<Self> {
        plan.row_round()?;
        let is_second = m.state(1, Some(0));
        m.name(is_second, format!("{name}_second"));
        let is_repeated = by_round(m, rounds, |m, round| is_repeated(m, plan, round, within));
        let is_repeated = m.and(is_repeated, by_points);
        let is_single = m.not(is_repeated);
        let is_last = m.or(is_single, is_second);
        Some(Passes { is_second, is_last, is_repeated })
    }

    /// Connects the register. `ends`: whether the last point of a pencil passes.
    pub fn connect(self, m: &mut Module, ends: Net) {
        let is_first = m.not(self.is_second);
        let next = m.and(self.is_repeated, is_first);
        m.drive_enabled(self.is_second, next, ends);
    }
}

/// Returns whether a pencil with some numbers within blocks passes twice in a round.
fn is_repeated(m: &mut Module, plan: &Plan, round: usize, within: [Net; 3]) -> Net {
    decided(m, plan, round, |_, other| (within[other], plan.shared_places(other)))
}

/// Returns whether, in each of the rounds that decide about a pencil of a round, a number is one of some values.
pub(super) fn decided(
    m: &mut Module,
    plan: &Plan,
    round: usize,
    mut number: impl FnMut(&mut Module, usize) -> (Net, Vec<usize>),
) -> Net {
    let Some(others) = plan.deciding_rounds(round) else { return m.constant(1, 0) };
    let always = m.constant(1, 1);
    others.fold(always, |all, other| {
        let (number, values) = number(m, other);
        let never = m.constant(1, 0);
        let any = values.into_iter().fold(never, |any, value| {
            let hit = m.eq_const(number, value as u128);
            m.or(any, hit)
        });
        m.and(all, any)
    })
}
