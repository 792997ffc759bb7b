//! The steps of an element: a counter of steps, and a counter of clock cycles within a step.

use super::digits::scaled;
use crate::array::plan::{EngineTiming, Plan, Step};
use crate::rtl::{address_bits, Module, Net};

/// Ports that say where an element is. They are constants at each instance, so that all elements are one module.
pub(super) struct Coordinates {
    /// Column.
    pub x: Net,
    /// Row, if there are several.
    pub y: Option<Net>,
}

impl Coordinates {
    /// Adds the ports.
    pub fn inputs(m: &mut Module, plan: &Plan) -> Self {
        let bits = address_bits(plan.places);
        Coordinates { x: m.input("x", bits), y: plan.has_columns().then(|| m.input("y", bits)) }
    }

    /// Returns the coordinate along the rows, or along the columns where `is_column` is high.
    pub fn along(&self, m: &mut Module, is_column: Net) -> Net {
        self.y.map_or(self.x, |y| m.mux(is_column, y, self.x))
    }
}

/// What an element does in a clock cycle.
pub(super) struct Control {
    /// Clock cycle within the step.
    pub cycle: Net,
    /// Whether points come along the rows.
    pub is_load: Net,
    /// Whether an engine transforms.
    pub is_transform: Net,
    /// Whether points are passed as in each round: points that come as in the first one, results that leave as in the last one.
    pub rounds: Vec<Net>,
    /// Whether pencils change places.
    pub is_exchange: Net,
    /// Whether results leave along the rows.
    pub is_unload: Net,
    /// Whether engine and links work at once.
    pub is_overlapped: Net,
    /// Whether pencils change places within columns.
    pub is_column: Net,
    /// Whether points are read by their coordinate in the column, as an exchange within columns has stored them.
    pub reads_column: Net,
    /// Whether points are written by their coordinate in the column, as an exchange within columns sends them.
    pub writes_column: Net,
    /// Whether an exchange ends.
    pub exchange_ends: Net,
    /// Start for the neighbours.
    pub start: Net,
}

impl Control {
    /// Adds the counters. All elements begin in the same clock cycle, which is that in which the start reaches the last one.
    pub fn new(m: &mut Module, plan: &Plan, engines: &[EngineTiming], at: &Coordinates, start_in: Net) -> Self {
        let steps = plan.steps();
        let lengths: Vec<usize> = steps.iter().map(|step| plan.step_cycles(*step, engines)).collect();
        let begins = begin_pulse(m, plan, at, start_in);
        let bits = address_bits(steps.len() + 1);
        let step = m.state(bits, Some(0));
        m.name(step, "step");
        let cycle = m.state(address_bits(lengths.iter().copied().max().unwrap_or(1)), Some(0));
        m.name(cycle, "cycle");
        let is_idle = m.eq_const(step, 0);
        let begins = m.and(begins, is_idle);
        let limits: Vec<Net> =
            [1].iter().chain(&lengths).map(|cycles| m.constant(m.width(cycle), *cycles as u128 - 1)).collect();
        let limit = m.select(step, &limits);
        let (at_limit, is_busy) = (m.eq(cycle, limit), m.not(is_idle));
        let ends = m.and(at_limit, is_busy);
        m.name(ends, "step_ends");
        let moves = m.or(begins, ends);
        let (zero, one) = (m.constant(m.width(cycle), 0), m.constant(m.width(cycle), 1));
        let later = m.add(cycle, one);
        let next_cycle = m.mux(moves, zero, later);
        m.drive(cycle, next_cycle);
        let is_last = m.eq_const(step, steps.len() as u128);
        let (none, one) = (m.constant(bits, 0), m.constant(bits, 1));
        let following = m.add(step, one);
        let following = m.mux(is_last, none, following);
        m.drive_enabled(step, following, moves);

        let mut any = |chosen: &dyn Fn(usize, Step) -> bool| {
            let numbers = steps.iter().enumerate().filter(|(number, step)| chosen(*number, **step));
            let never = m.constant(1, 0);
            numbers.fold(never, |any, (number, _)| {
                let one = m.eq_const(step, number as u128 + 1);
                m.or(any, one)
            })
        };
        let column = steps.iter().position(|step| *step == Step::Exchange(1)).unwrap_or(steps.len() + 1);
        let last = plan.rounds.len() - 1;
        let rounds = (0..=last).map(|round| {
            any(&|_, step| match step {
                Step::Load => round == 0,
                Step::Transform(at) => round == at,
                Step::Unload => round == last,
                Step::Exchange(_) | Step::Overlapped => false,
            })
        });
        let rounds = rounds.collect();
        let is_exchange = any(&|_, step| matches!(step, Step::Exchange(_)));
        Control {
            cycle,
            is_load: any(&|_, step| step == Step::Load),
            is_transform: any(&|_, step| matches!(step, Step::Transform(_))),
            rounds,
            is_exchange,
            is_unload: any(&|_, step| step == Step::Unload),
            is_overlapped: any(&|_, step| step == Step::Overlapped),
            is_column: any(&|_, step| step == Step::Exchange(1)),
            reads_column: any(&|number, _| number > column),
            writes_column: any(&|number, _| number + 1 >= column),
            exchange_ends: m.and(is_exchange, ends),
            start: start_out(m, plan, start_in),
        }
    }
}

/// Adds the registers of a hop behind the start.
fn start_out(m: &mut Module, plan: &Plan, start_in: Net) -> Net {
    (0..plan.links.hop).fold(start_in, |start, _| m.register(start, Some(0)))
}

/// Returns a pulse that comes in the same clock cycle in all elements, which is when the start has reached the last one.
fn begin_pulse(m: &mut Module, plan: &Plan, at: &Coordinates, start_in: Net) -> Net {
    let hop = plan.links.hop;
    let [columns, rows] = plan.topology.lengths();
    let most = (columns - 1 + rows - 1) * hop;
    let bits = address_bits(most + 1);
    let mut left = m.constant(bits, most as u128);
    for coordinate in [Some(at.x), at.y].into_iter().flatten() {
        let gone = scaled(m, coordinate, hop, bits);
        left = m.sub(left, gone);
    }
    let (is_waiting, count) = (m.state(1, Some(0)), m.state(bits, None));
    m.name(is_waiting, "is_waiting");
    let is_over = m.eq_const(count, 0);
    let begins = m.and(is_waiting, is_over);
    let remains = m.not(is_over);
    let remains = m.and(is_waiting, remains);
    let next = m.or(start_in, remains);
    m.drive(is_waiting, next);
    let one = m.constant(bits, 1);
    let less = m.sub(count, one);
    let next = m.mux(start_in, left, less);
    m.drive(count, next);
    begins
}
