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
        let length = plan.blocks()[0];
        let starts: Vec<usize> = times.starts.iter().map(|start| start + delay).collect();
        let run = m.state(address_bits(starts.len()), 0).named(&format!("{name}_run"));
        let is_running = m.state(1, 0).named(&format!("{name}_is_running"));
        let goes = begins(enabled, *run, &starts) | is_running;
        // Clock cycles after a pencil of each run.
        let pauses: Vec<usize> = times.paces.iter().map(|pace| pace - plan.rounds[0].length).collect();
        let rest = Rest::new(m, name, pauses.iter().copied().max());
        let is_active = rest.as_ref().map_or(goes, |rest| goes & rest.is_over());

        let (points, point_register) = Digits::state(m, &format!("{name}_point"), &[length, plan.places, length]);
        let (next_point, is_last) = points.next(m);
        point_register.next_if(is_active, next_point.packed(m));
        let ends = is_active & is_last;
        let goes_on = !ends;
        is_running.next(goes & goes_on);
        let [fastest, block, fast] = points.digits[..] else { unreachable!("points have three digits") };
        if let Some(rest) = rest {
            let pauses: Vec<Sig> = pauses.iter().map(|pause| rest.length(*pause)).collect();
            let pencil_ends = is_active & (fastest.is(length - 1) & block.is(plan.places - 1));
            rest.connect(m.select(*run, &pauses), pencil_ends & goes_on);
        }

        // The run as digits of round and number.
        let (runs, run_register) = Digits::state(m, &format!("{name}_round"), &[length, ROUNDS]);
        let (next_run, is_last_run) = runs.next(m);
        run_register.next_if(ends, next_run.packed(m));
        run.next_if(ends, is_last_run.mux(0, run + 1));

        let rounds = [0, 1, 2].map(|round| runs.digits[1].is(round));
        let slow = runs.digits[0];
        // Pencils of the first round have the number of the run along the third dimension, and others along the first
        // one.
        let digits = [[fastest, fast, slow], [slow, fastest, fast], [slow, fast, fastest]];
        let within = by_round(&rounds, |round| digits[round]);
        let is_first = block.is(0) & fastest.is(0);
        EngineWalk { is_active, rounds, is_first, point: Point { block: [block, m.constant(1, 0)], within } }
    }

    /// The point of a result, as engines order them.
    pub fn result(&self, m: &'m Builder, plan: &Plan) -> Point<'m> {
        by_round(&self.rounds, |round| self.point.result(m, plan, round))
    }
}
