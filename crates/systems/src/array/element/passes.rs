//! Pencils that pass the engine twice, because they are two real sequences in some element.

use super::control::by_round;
use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;

/// Whether a pencil passes for the first or for the second time.
pub(super) struct Passes<'m> {
    /// Whether it is the second time.
    pub is_second: Reg<'m>,
    /// Whether it is the last time.
    pub is_last: Sig<'m>,
    is_repeated: Sig<'m>,
}

impl<'m> Passes<'m> {
    /// Adds the register, if frames are of real samples. `within`: numbers within the blocks of a pencil's
    /// dimensions. `by_points`: whether the engine passes the points.
    #[hdl]
    pub fn new(
        m: &'m Builder,
        plan: &Plan,
        rounds: &[Sig<'m>],
        within: [Sig<'m>; 3],
        by_points: Sig<'m>,
    ) -> Option<Self> {
        plan.row_round()?;
        let is_second = m.state(1, 0);
        let is_repeated = by_round(rounds, |round| is_repeated(m, plan, round, within)) & by_points;
        Some(Passes { is_second, is_last: !is_repeated | is_second, is_repeated })
    }

    /// Connects the register. `ends`: whether the last point of a pencil passes.
    pub fn connect(self, ends: Sig<'m>) {
        self.is_second.next_if(ends, self.is_repeated & !self.is_second);
    }
}

/// Whether a pencil with some numbers within blocks passes twice in a round.
fn is_repeated<'m>(m: &'m Builder, plan: &Plan, round: usize, within: [Sig<'m>; 3]) -> Sig<'m> {
    decided(m, plan, round, |other| (within[other], plan.shared_places(other)))
}

/// Whether, in each of the rounds that decide about a pencil of a round, a number is one of some values.
pub(super) fn decided<'m>(
    m: &'m Builder,
    plan: &Plan,
    round: usize,
    number: impl Fn(usize) -> (Sig<'m>, Vec<usize>),
) -> Sig<'m> {
    let Some(others) = plan.deciding_rounds(round) else { return m.low() };
    m.all_of(others.map(|other| {
        let (number, values) = number(other);
        m.any_of(values.into_iter().map(|value| number.is(value)))
    }))
}
