//! The steps of an element: a counter of steps, and a counter of clock cycles within a step.

use super::digits::scaled;
use crate::array::plan::{Plan, Step};
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

    /// Returns the digits of the block of a dimension that the element holds: the first or the second of the dimensions that are spread.
    pub fn block(&self, m: &mut Module, plan: &Plan, dimension: usize) -> [Net; 2] {
        let zero = m.constant(1, 0);
        match (plan.spread(), dimension, self.y) {
            (2, _, Some(y)) => [self.x, y],
            (_, 1, Some(y)) => [y, zero],
            _ => [self.x, zero],
        }
    }

    /// Returns the digits of the block that stays in the element in an exchange along the rows, or along the columns where `is_column` is high.
    pub fn own_block(&self, m: &mut Module, plan: &Plan, is_column: Net) -> [Net; 2] {
        match plan.spread() {
            1 => [self.along(m, is_column), m.constant(1, 0)],
            _ => self.block(m, plan, 0),
        }
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
    /// Whether points come along the rows, which a swap does too.
    pub is_load: Net,
    /// Whether an engine transforms.
    pub is_transform: Net,
    /// Whether points are read as in each round. Results that leave are read as in the last one.
    pub reads: Vec<Net>,
    /// Whether points are written as in each round. Points that come are written as in the first one.
    pub writes: Vec<Net>,
    /// Whether pencils change places.
    pub is_exchange: Net,
    /// Whether results leave along the rows, which a swap does too.
    pub is_unload: Net,
    /// Whether results leave and points come at once.
    pub is_swap: Net,
    /// Whether engine and links work at once.
    pub is_overlapped: Net,
    /// Whether pencils change places within columns.
    pub is_column: Net,
    /// Whether points are read by their coordinate in the column, as an exchange within columns has stored them.
    pub reads_column: Net,
    /// Whether points are written by their coordinate in the column, as an exchange within columns sends them.
    pub writes_column: Net,
    /// Whether the banks change places, which ends loads, swaps and exchanges.
    pub swaps: Net,
    /// Whether a start is on its way.
    pub is_waiting: Net,
    /// Start for the neighbours.
    pub start: Net,
}

impl Control {
    /// Adds the counters. All elements begin in the same clock cycle, which is that in which the start reaches the last one.
    pub fn new(m: &mut Module, plan: &Plan, at: &Coordinates, start_in: Net) -> Self {
        let steps: Vec<Step> = plan.steps().into_iter().chain(plan.swaps().then_some(Step::Swap)).collect();
        let lengths: Vec<usize> = steps.iter().map(|step| plan.step_cycles(*step)).collect();
        let (begins, is_waiting) = begin_pulse(m, plan, at, start_in);
        let bits = address_bits(steps.len() + 1);
        let step = m.state(bits, Some(0));
        m.name(step, "step");
        let cycle = m.state(address_bits(lengths.iter().copied().max().unwrap_or(1)), Some(0));
        m.name(cycle, "cycle");
        let is_idle = m.eq_const(step, 0);
        let limits: Vec<Net> =
            [1].iter().chain(&lengths).map(|cycles| m.constant(m.width(cycle), *cycles as u128 - 1)).collect();
        let limit = m.select(step, &limits);
        let (at_limit, is_busy) = (m.eq(cycle, limit), m.not(is_idle));
        let ends = m.and(at_limit, is_busy);
        m.name(ends, "step_ends");
        let is_wanted = m.state(1, Some(0));
        m.name(is_wanted, "is_wanted");
        let wants = m.or(begins, is_wanted);
        let leaves_idle = m.and(is_idle, wants);
        let moves = m.or(leaves_idle, ends);
        let (zero, one) = (m.constant(m.width(cycle), 0), m.constant(m.width(cycle), 1));
        let later = m.add(cycle, one);
        let next_cycle = m.mux(moves, zero, later);
        m.drive(cycle, next_cycle);
        let (following, asks) = following(m, &steps, step, wants);
        m.drive_enabled(step, following, moves);
        let is_taken = m.and(moves, asks);
        let is_kept = m.not(is_taken);
        let next = m.and(wants, is_kept);
        m.drive(is_wanted, next);

        let mut any = |chosen: &dyn Fn(Step) -> bool| {
            let numbers = steps.iter().enumerate().filter(|(_, step)| chosen(**step));
            let never = m.constant(1, 0);
            numbers.fold(never, |any, (number, _)| {
                let one = m.eq_const(step, number as u128 + 1);
                m.or(any, one)
            })
        };
        let last = plan.rounds.len() - 1;
        let reads = (0..=last).map(|round| {
            any(&|step| match step {
                Step::Transform(at) => round == at,
                Step::Unload | Step::Swap => round == last,
                Step::Load | Step::Exchange(_) | Step::Overlapped => false,
            })
        });
        let reads: Vec<Net> = reads.collect();
        let writes = (0..=last).map(|round| {
            any(&|step| match step {
                Step::Load | Step::Swap => round == 0,
                Step::Transform(at) => round == at,
                Step::Unload | Step::Exchange(_) | Step::Overlapped => false,
            })
        });
        let writes: Vec<Net> = writes.collect();
        let is_exchange = any(&|step| matches!(step, Step::Exchange(_)));
        let is_swap = any(&|step| step == Step::Swap);
        let is_loaded = any(&|step| step == Step::Load);
        let is_unloaded = any(&|step| step == Step::Unload);
        let is_transform = any(&|step| matches!(step, Step::Transform(_)));
        let is_overlapped = any(&|step| step == Step::Overlapped);
        let is_column = any(&|step| step == Step::Exchange(1));
        let is_load = m.or(is_loaded, is_swap);
        let changes = m.or(is_exchange, is_load);
        let never = m.constant(1, 0);
        Control {
            cycle,
            is_load,
            is_transform,
            reads_column: reads.get(2).copied().unwrap_or(never),
            writes_column: writes[1..].iter().filter(|_| plan.has_columns()).fold(never, |any, one| m.or(any, *one)),
            reads,
            writes,
            is_exchange,
            is_unload: m.or(is_unloaded, is_swap),
            is_swap,
            is_overlapped,
            is_column,
            swaps: m.and(changes, ends),
            is_waiting,
            start: start_out(m, plan, start_in),
        }
    }
}

/// Selects what is made for each round. Outside of all rounds it is that of the first one.
pub(super) fn by_round(m: &mut Module, rounds: &[Net], mut make: impl FnMut(&mut Module, usize) -> Net) -> Net {
    let mut chosen = make(m, 0);
    for (round, &is_it) in rounds.iter().enumerate().skip(1) {
        let here = make(m, round);
        chosen = m.mux(is_it, here, chosen);
    }
    chosen
}

/// Returns the number of the step after a step, and whether that takes a start that is wanted. After the last transform comes the swap, or the
/// unload if no start is wanted. A swap is followed by the first transform.
fn following(m: &mut Module, steps: &[Step], step: Net, wants: Net) -> (Net, Net) {
    let bits = m.width(step);
    let number = |step: Step| steps.iter().position(|other| *other == step).map(|at| at as u128 + 1);
    let one = m.constant(bits, 1);
    let mut next = m.add(step, one);
    let mut asks = m.eq_const(step, 0);
    let unload = number(Step::Unload).unwrap_or(0);
    let mut fork = |m: &mut Module, at: u128, then: u128, other: u128| {
        let is_here = m.eq_const(step, at);
        let [then, other] = [then, other].map(|number| m.constant(bits, number));
        let chosen = m.mux(wants, then, other);
        next = m.mux(is_here, chosen, next);
        asks = m.or(asks, is_here);
    };
    fork(m, unload, 1, 0);
    if let Some(swap) = number(Step::Swap) {
        fork(m, unload - 1, swap, unload);
        let (is_swap, first) = (m.eq_const(step, swap), m.constant(bits, 2));
        next = m.mux(is_swap, first, next);
    }
    (next, asks)
}

/// Adds the registers of a hop after the start.
fn start_out(m: &mut Module, plan: &Plan, start_in: Net) -> Net {
    (0..plan.links.hop).fold(start_in, |start, _| m.register(start, Some(0)))
}

/// Returns a pulse that comes in the same clock cycle in all elements, which is when the start has reached the last one, and whether the element
/// waits for that.
fn begin_pulse(m: &mut Module, plan: &Plan, at: &Coordinates, start_in: Net) -> (Net, Net) {
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
    (begins, is_waiting)
}
