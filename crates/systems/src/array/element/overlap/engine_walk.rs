//! Walks of the engine over all pencils of its three rounds.

use super::jobs::begins;
use crate::array::element::control::by_round;
use crate::array::element::digits::Digits;
use crate::array::element::walk::{Point, Rest};
use crate::array::plan::{JobTimes, Plan};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Number of rounds.
const ROUNDS: usize = 3;

/// A walk in progress.
pub(super) struct EngineWalk<'m> {
    /// Whether a point is passed in this clock cycle.
    pub is_active: Sig<'m>,
    /// Whether this is the first, the second or the third round.
    pub rounds: [Sig<'m>; ROUNDS],
    /// Whether this is the first point of a pencil.
    pub is_first: Sig<'m>,
    /// The point.
    pub point: Point<'m>,
}

impl<'m> EngineWalk<'m> {
    /// The counters. `enabled`: whether steps overlap, and the clock cycle since their begin. Runs pass their first
    /// points `delay` clock cycles after their starts.
    #[hdl]
    pub fn new(
        m: &'m Builder,
        plan: &Plan,
        name: &str,
        enabled: (Sig<'m>, Sig<'m>),
        times: &JobTimes,
        delay: usize,
    ) -> Self {
        let _scope = m.scope(name);
        let length = plan.blocks()[0];
        let starts: Vec<usize> = times.starts.iter().map(|start| start + delay).collect();
        let run = m.state(address_bits(starts.len()), 0);
        let is_running = m.state(1, 0);
        let goes = begins(enabled, *run, &starts) | is_running;
        // Clock cycles after a pencil of each run.
        let pauses: Vec<usize> = times.paces.iter().map(|pace| pace - plan.rounds[0].length).collect();
        let rest = Rest::new(m, pauses.iter().copied().max());
        let is_active = rest.map_or(goes, |rest| goes & rest.is_over());

        let (points, point) = Digits::state(m, &[length, plan.places, length]);
        let (next_point, is_last) = points.next();
        point.next_if(is_active, next_point.packed());
        let ends = is_active & is_last;
        let goes_on = !ends;
        is_running.next(goes & goes_on);
        let [fastest, block, fast] = points.digits[..] else { unreachable!("points have three digits") };
        if let Some(rest) = rest {
            let pencil_ends = is_active & (fastest.is(length - 1) & block.is(plan.places - 1));
            rest.connect(m.select_number(run, rest.count.width(), pauses), pencil_ends & goes_on);
        }

        // The run as digits of round and number.
        let (runs, round) = Digits::state(m, &[length, ROUNDS]);
        let (next_run, is_last_run) = runs.next();
        round.next_if(ends, next_run.packed());
        run.next_if(ends, is_last_run.mux(0, run + 1));

        let rounds = [0, 1, 2].map(|round| runs.digits[1].is(round));
        let slow = runs.digits[0];
        // Pencils of the first round have the number of the run along the third dimension, and others along the first
        // one.
        let digits = [[fastest, fast, slow], [slow, fastest, fast], [slow, fast, fastest]];
        let within = by_round(&rounds, |round| digits[round]);
        let is_first = block.is(0) & fastest.is(0);
        EngineWalk { is_active, rounds, is_first, point: Point { block: [block, m.low()], within } }
    }

    /// The point of a result, as engines order them.
    pub fn result(&self, plan: &Plan) -> Point<'m> {
        by_round(&self.rounds, |round| self.point.result(plan, round))
    }
}
