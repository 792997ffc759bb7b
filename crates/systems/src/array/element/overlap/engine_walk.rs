//! Walks of the engine over all pencils of its three rounds.

use super::jobs::begins;
use crate::array::element::control::by_round;
use crate::array::element::digits::Digits;
use crate::array::element::walk::Point;
use crate::array::plan::{JobTimes, Plan};
use crate::rtl::{address_bits, Module, Net};

/// Number of rounds.
const ROUNDS: usize = 3;

/// A walk in progress.
pub(super) struct EngineWalk {
    /// Whether a point is passed in this clock cycle.
    pub is_active: Net,
    /// Whether this is the first, the second or the third round.
    pub rounds: [Net; ROUNDS],
    /// Whether this is the first point of a pencil.
    pub is_first: Net,
    /// The point.
    pub point: Point,
}

impl EngineWalk {
    /// Adds the counters. `enabled`: whether steps overlap, and the clock cycle since their begin. Runs pass their first points `delay`
    /// clock cycles after their starts.
    pub fn new(m: &mut Module, plan: &Plan, name: &str, enabled: (Net, Net), times: &JobTimes, delay: usize) -> Self {
        let block = plan.blocks()[0];
        let starts: Vec<usize> = times.starts.iter().map(|start| start + delay).collect();
        let run = m.state(address_bits(starts.len()), Some(0));
        m.name(run, format!("{name}_run"));
        let begins = begins(m, enabled, run, &starts);
        let is_running = m.state(1, Some(0));
        m.name(is_running, format!("{name}_is_running"));
        let goes = m.or(begins, is_running);
        let rest = Rest::new(m, plan, name, &times.paces);
        let is_active = rest.as_ref().map_or(goes, |rest| {
            let is_over = m.eq_const(rest.count, 0);
            m.and(goes, is_over)
        });

        let (points, registers) = Digits::state(m, &[block, plan.places, block]);
        m.name(registers, format!("{name}_point"));
        let (next, is_last) = points.next(m);
        let next = next.packed(m);
        m.drive_enabled(registers, next, is_active);
        let ends = m.and(is_active, is_last);
        let goes_on = m.not(ends);
        let next = m.and(goes, goes_on);
        m.drive(is_running, next);
        let [within, block_digit, _] = points.nets[..] else { unreachable!("points have three digits") };
        let is_last_point = Digits::is_last(m, &[(within, block), (block_digit, plan.places)]);
        let pencil_ends = m.and(is_active, is_last_point);
        let rests = m.and(pencil_ends, goes_on);
        if let Some(rest) = rest {
            rest.connect(m, run, rests);
        }

        // The run as digits of round and number.
        let (runs, registers) = Digits::state(m, &[block, ROUNDS]);
        m.name(registers, format!("{name}_round"));
        let (next, is_last_run) = runs.next(m);
        let next = next.packed(m);
        m.drive_enabled(registers, next, ends);
        let bits = m.width(run);
        let [zero, one] = [0, 1].map(|value| m.constant(bits, value));
        let following = m.add(run, one);
        let following = m.mux(is_last_run, zero, following);
        m.drive_enabled(run, following, ends);

        let rounds = [0, 1, 2].map(|round| m.eq_const(runs.nets[1], round));
        let [within, block, fast] = points.nets[..] else { unreachable!("points have three digits") };
        let slow = runs.nets[0];
        // Pencils of the first round have the number of the run along the third dimension, and others along the first one.
        let digits = [[within, fast, slow], [slow, within, fast], [slow, fast, within]];
        let within = [0, 1, 2].map(|digit: usize| by_round(m, &rounds, |_, round| digits[round][digit]));
        let zero = m.constant(1, 0);
        let [is_first_block, is_first] = [block, points.nets[0]].map(|net| m.eq_const(net, 0));
        let is_first = m.and(is_first_block, is_first);
        EngineWalk { is_active, rounds, is_first, point: Point { block: [block, zero], within } }
    }

    /// Returns the point of a result, as engines order them.
    pub fn result(&self, m: &mut Module, plan: &Plan) -> Point {
        let [first, second, third] = [0, 1, 2].map(|round| self.point.result(m, plan, round));
        let point = Point::mux(m, self.rounds[1], &second, &first);
        Point::mux(m, self.rounds[2], &third, &point)
    }
}

/// Clock cycles between the pencils of a run in which no point is passed.
struct Rest {
    /// Clock cycles that are left.
    count: Net,
    /// Clock cycles after a pencil of each run.
    lengths: Vec<usize>,
}

impl Rest {
    /// Adds the counter, if pencils come with pauses.
    fn new(m: &mut Module, plan: &Plan, name: &str, paces: &[usize]) -> Option<Self> {
        let lengths: Vec<usize> = paces.iter().map(|pace| pace - plan.rounds[0].length).collect();
        let longest = lengths.iter().copied().max().filter(|longest| *longest > 0)?;
        let count = m.state(address_bits(longest + 1), Some(0));
        m.name(count, format!("{name}_rest"));
        Some(Rest { count, lengths })
    }

    /// Connects the counter, which begins with the pulse `rests`.
    fn connect(self, m: &mut Module, run: Net, rests: Net) {
        let bits = m.width(self.count);
        let lengths: Vec<Net> = self.lengths.iter().map(|length| m.constant(bits, *length as u128)).collect();
        let length = m.select(run, &lengths);
        let [zero, one] = [0, 1].map(|value| m.constant(bits, value));
        let (is_over, less) = (m.eq_const(self.count, 0), m.sub(self.count, one));
        let less = m.mux(is_over, zero, less);
        let next = m.mux(rests, length, less);
        m.drive(self.count, next);
    }
}
