//! The steps of an element: a counter of steps, and a counter of clock cycles within a step.

use super::digits::scaled;
use crate::array::plan::{Plan, Step};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Ports that say where an element is. They are constants at each instance, so that all elements are one module.
pub(super) struct Coordinates<'m> {
    /// Column.
    pub x: Sig<'m>,
    /// Row, if there are several.
    pub y: Option<Sig<'m>>,
}

impl<'m> Coordinates<'m> {
    /// The ports.
    pub fn inputs(m: &'m Builder, plan: &Plan) -> Self {
        let bits = address_bits(plan.places);
        Coordinates { x: m.input("x", bits), y: plan.has_columns().then(|| m.input("y", bits)) }
    }

    /// The digits of the block of a dimension that the element holds: the first or the second of the dimensions that
    /// are spread.
    pub fn block(&self, plan: &Plan, dimension: usize) -> [Sig<'m>; 2] {
        let zero = self.x.builder().low();
        match (plan.spread(), dimension, self.y) {
            (2, _, Some(y)) => [self.x, y],
            (_, 1, Some(y)) => [y, zero],
            _ => [self.x, zero],
        }
    }

    /// The digits of the block that stays in the element in an exchange along the rows, or along the columns where
    /// `is_column` is high.
    pub fn own_block(&self, plan: &Plan, is_column: Sig<'m>) -> [Sig<'m>; 2] {
        match plan.spread() {
            1 => [self.along(is_column), self.x.builder().low()],
            _ => self.block(plan, 0),
        }
    }

    /// The coordinate along the rows, or along the columns where `is_column` is high.
    pub fn along(&self, is_column: Sig<'m>) -> Sig<'m> {
        self.y.map_or(self.x, |y| is_column.mux(y, self.x))
    }
}

/// What an element does in a clock cycle.
pub(super) struct Control<'m> {
    /// Clock cycle within the step.
    pub cycle: Sig<'m>,
    /// Whether points come along the rows, which a swap does too.
    pub is_load: Sig<'m>,
    /// Whether an engine transforms.
    pub is_transform: Sig<'m>,
    /// Whether points are read as in each round. Results that leave are read as in the last one.
    pub reads: Vec<Sig<'m>>,
    /// Whether points are written as in each round. Points that come are written as in the first one.
    pub writes: Vec<Sig<'m>>,
    /// Whether pencils change places.
    pub is_exchange: Sig<'m>,
    /// Whether results leave along the rows, which a swap does too.
    pub is_unload: Sig<'m>,
    /// Whether results leave and points come at once.
    pub is_swap: Sig<'m>,
    /// Whether engine and links work at once.
    pub is_overlapped: Sig<'m>,
    /// Whether pencils change places within columns.
    pub is_column: Sig<'m>,
    /// Whether points are read by their coordinate in the column, as an exchange within columns has stored them.
    pub reads_column: Sig<'m>,
    /// Whether points are written by their coordinate in the column, as an exchange within columns sends them.
    pub writes_column: Sig<'m>,
    /// Whether the banks change places, which ends loads, swaps and exchanges.
    pub swaps: Sig<'m>,
    /// Whether a start is on its way.
    pub is_waiting: Sig<'m>,
    /// Start for the neighbours.
    pub start: Sig<'m>,
}

impl<'m> Control<'m> {
    /// The counters. All elements begin in the same clock cycle, which is that in which the start reaches the last one.
    #[hdl]
    pub fn new(m: &'m Builder, plan: &Plan, at: &Coordinates<'m>, start_in: Sig<'m>) -> Self {
        let steps: Vec<Step> = plan.steps().into_iter().chain(plan.swaps().then_some(Step::Swap)).collect();
        let lengths: Vec<usize> = steps.iter().map(|step| plan.step_cycles(*step)).collect();
        let (begins, is_waiting) = begin_pulse(m, plan, at, start_in);
        let step = m.state(address_bits(steps.len() + 1), 0);
        let cycle = m.state(address_bits(lengths.iter().copied().max().unwrap_or(1)), 0);
        let is_idle = step.is(0);
        let last_cycles = [1].iter().chain(&lengths).map(|cycles| cycles - 1);
        let step_ends = cycle.is(m.select_number(step, cycle.width(), last_cycles)) & !is_idle;
        let is_wanted = m.state(1, 0);
        let wants = begins | is_wanted;
        let moves = is_idle & wants | step_ends;
        cycle.next(moves.mux(0, cycle + 1));
        let (next_step, asks) = following(&steps, *step, wants);
        step.next_if(moves, next_step);
        is_wanted.next(wants & !(moves & asks));

        let any = |chosen: &dyn Fn(Step) -> bool| {
            let numbers = steps.iter().enumerate().filter(|(_, step)| chosen(**step));
            m.any_of(numbers.map(|(number, _)| step.is(number + 1)))
        };
        let last = plan.rounds.len() - 1;
        let reads = (0..=last).map(|round| {
            any(&|step| match step {
                Step::Transform(at) => round == at,
                Step::Unload | Step::Swap => round == last,
                Step::Load | Step::Exchange(_) | Step::Overlapped => false,
            })
        });
        let reads: Vec<Sig> = reads.collect();
        let writes = (0..=last).map(|round| {
            any(&|step| match step {
                Step::Load | Step::Swap => round == 0,
                Step::Transform(at) => round == at,
                Step::Unload | Step::Exchange(_) | Step::Overlapped => false,
            })
        });
        let writes: Vec<Sig> = writes.collect();
        let is_exchange = any(&|step| matches!(step, Step::Exchange(_)));
        let is_swap = any(&|step| step == Step::Swap);
        let is_load = any(&|step| step == Step::Load) | is_swap;
        Control {
            cycle: *cycle,
            is_load,
            is_transform: any(&|step| matches!(step, Step::Transform(_))),
            reads_column: m.any_of(reads.get(2).copied()),
            writes_column: m.any_of(writes[1..].iter().copied().filter(|_| plan.has_columns())),
            reads,
            writes,
            is_exchange,
            is_unload: any(&|step| step == Step::Unload) | is_swap,
            is_swap,
            is_overlapped: any(&|step| step == Step::Overlapped),
            is_column: any(&|step| step == Step::Exchange(1)),
            swaps: (is_exchange | is_load) & step_ends,
            is_waiting,
            start: start_in.later_with_reset(plan.links.hop as u32),
        }
    }
}

/// Selects what is made for each round. Outside of all rounds it is that of the first one.
pub(super) fn by_round<'m, S: Signals<'m>>(rounds: &[Sig<'m>], make: impl Fn(usize) -> S) -> S {
    let others = rounds.iter().enumerate().skip(1);
    others.fold(make(0), |chosen, (round, is_it)| Signals::choose(*is_it, make(round), chosen))
}

/// The number of the step after a step, and whether that takes a start that is wanted. After the last transform comes
/// the swap, or the unload if no start is wanted. A swap is followed by the first transform.
#[hdl]
fn following<'m>(steps: &[Step], step: Sig<'m>, wants: Sig<'m>) -> (Sig<'m>, Sig<'m>) {
    let number = |step: Step| steps.iter().position(|other| *other == step).map(|at| at + 1);
    let unload = number(Step::Unload).unwrap_or(0);
    let swap = number(Step::Swap);
    // Steps from which it goes on in two ways: with a start that is wanted, and without one.
    let forks = [Some((unload, 1, 0)), swap.map(|swap| (unload - 1, swap, unload))];
    let (mut next, mut asks) = (step + 1, step.is(0));
    for (at, then, other) in forks.into_iter().flatten() {
        let is_here = step.is(at);
        next = is_here.mux(wants.mux(step.number(then), other), next);
        asks = asks | is_here;
    }
    let next = swap.map_or(next, |swap| step.is(swap).mux(2, next));
    (next, asks)
}

/// A pulse that comes in the same clock cycle in all elements, which is when the start has reached the last one, and
/// whether the element waits for that.
#[hdl]
fn begin_pulse<'m>(m: &'m Builder, plan: &Plan, at: &Coordinates<'m>, start_in: Sig<'m>) -> (Sig<'m>, Sig<'m>) {
    let hop = plan.links.hop;
    let [columns, rows] = plan.topology.lengths();
    let most = (columns - 1 + rows - 1) * hop;
    let bits = address_bits(most + 1);
    let coordinates = [Some(at.x), at.y].into_iter().flatten();
    let cycles_left = coordinates.fold(m.constant(bits, most as u128), |left, at| left - scaled(at, hop, bits));
    let is_waiting = m.state(1, 0);
    let start_count = m.reg(bits);
    let is_over = start_count.is(0);
    is_waiting.next(start_in | is_waiting & !is_over);
    start_count.next(start_in.mux(cycles_left, start_count - 1));
    (is_waiting & is_over, *is_waiting)
}
