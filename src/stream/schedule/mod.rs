//! Schedules a batch of small transforms on a few operators, at the exact rate of the stream.
//!
//! A batch comes every `period` beats at the soonest. Each operator (unit) works for one batch in a
//! window of `period` cycles that begins a fixed time after the batch does. Windows, rather than
//! times modulo the period, keep batches free to come later than that: a late frame meets no
//! operator still busy with the one before.

mod code;
mod feeds;
mod jobs;
mod list;
mod memo;
mod search;
mod serial;
mod stored;
mod terms;
mod threads;
mod users;
mod ways;
mod work;

pub use feeds::{Feed, Memory, Pick, Register, Store};
pub use memo::Schedules;
pub use terms::{Goal, Latencies, Prices, Rotation, Terms};

use crate::dag::{Coefficient, Graph};
use arrayvec::ArrayVec;
use code::Code;

/// What an operator does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnitKind {
    /// a + b or a - b, chosen cycle by cycle.
    Add,
    /// a + b and a - b at once, from one alignment.
    Pair,
    /// a times a constant or a word of a table.
    Mul,
    /// a times this power of two.
    Scale(i32),
    /// a or b, as the batch has it.
    Choose,
    /// a + b or a - b where the batch has it, else a: in fixed point the tables that add have room for the mask.
    Gated,
    /// a + ib, or where the batch has it that times e^(-πi/4), which is (a + b)·√½ and (b - a)·√½: one multiplier takes one
    /// after the other, since no two batches in a row ask for it.
    Eighth,
}

impl UnitKind {
    /// Operands of an operation.
    pub fn operands(self) -> usize {
        match self {
            UnitKind::Add | UnitKind::Pair | UnitKind::Choose | UnitKind::Gated => 2,
            UnitKind::Eighth => 2,
            UnitKind::Mul | UnitKind::Scale(_) => 1,
        }
    }

    /// Real multiplications that it can start in a cycle.
    pub fn multipliers(self) -> usize {
        match self {
            UnitKind::Mul | UnitKind::Eighth => 1,
            UnitKind::Add | UnitKind::Pair | UnitKind::Choose | UnitKind::Gated | UnitKind::Scale(_) => 0,
        }
    }

    /// What it is called in hardware.
    pub fn name(self) -> &'static str {
        match self {
            UnitKind::Add => "add",
            UnitKind::Pair => "pair",
            UnitKind::Mul => "mul",
            UnitKind::Scale(_) => "scale",
            UnitKind::Choose => "choose",
            UnitKind::Gated => "gated",
            UnitKind::Eighth => "eighth",
        }
    }
}

/// Who produces a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Producer {
    /// Real input: 2·lane for the real part, 2·lane + 1 for the imaginary part.
    Input(usize),
    /// The unit of this number, and which of its results: a pair has the sum and the difference.
    Unit(usize, usize),
}

/// What a producer made `delay` cycles ago.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tap {
    pub producer: Producer,
    pub delay: usize,
}

/// A value as a consumer sees it: a tap, its sign flipped or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    pub tap: Tap,
    pub negate: bool,
}

/// One operation of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// As many as [`UnitKind::operands`] says.
    pub operands: ArrayVec<Operand, 2>,
    /// For [`UnitKind::Add`] and [`UnitKind::Gated`]: subtract the second operand.
    pub subtract: bool,
    /// For [`UnitKind::Mul`] and [`UnitKind::Eighth`].
    pub coefficient: Option<Coefficient>,
    /// For [`UnitKind::Choose`], [`UnitKind::Gated`] and [`UnitKind::Eighth`]: the number of the choice.
    pub choice: Option<usize>,
}

impl Operation {
    /// Exchanges the operands of an addition: a - b is -b + a.
    fn exchange(&mut self) {
        self.operands.reverse();
        self.operands[0].negate ^= self.subtract;
        self.subtract = false;
    }
}

/// An operator and what it does in each cycle of its window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    pub kind: UnitKind,
    /// First cycle of the window, counted from the first beat of the batch.
    pub start: usize,
    /// `operations[cycle - start]`.
    pub operations: Vec<Option<Operation>>,
}

/// What to schedule.
pub struct Problem<'a> {
    pub graph: &'a Graph,
    /// Transforms of the batch, whose inputs follow each other.
    pub copies: usize,
    /// Beats of a batch.
    pub period: usize,
    /// `inputs[i]`: beat and real lane at which input i arrives.
    pub inputs: &'a [(usize, usize)],
    /// `outputs[o]`: beat and real lane at which output o leaves.
    pub outputs: &'a [(usize, usize)],
    pub lanes: usize,
    pub latencies: Latencies,
    pub prices: Prices,
    pub goal: Goal,
    /// Choices that neither the first beat of a frame makes nor two beats in a row.
    pub sparse: &'a [usize],
    /// Whether to try sums whose operands registers hold.
    pub holds: bool,
}

/// Batches of more beats are long: their schedules are compared by a quick look at what feeds their ports.
const LONG: usize = 16;

/// So are those whose units have more beats together.
const WIDE: usize = 3500;

/// A schedule of one batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pub period: usize,
    /// Cycles from the first input beat to the first output beat.
    pub latency: usize,
    pub units: Vec<Unit>,
    /// `outputs[real lane][beat]`.
    pub outputs: Vec<Vec<Option<Operand>>>,
    /// How the ports are fed: those of all units in order, then the output lanes.
    pub feeds: Vec<Feed>,
}

impl Schedule {
    /// Whether what feeds its ports was not thought through when it was chosen.
    pub fn is_long(&self) -> bool {
        self.period > LONG || self.period * self.units.len() > WIDE
    }

    /// Thinks that through.
    pub fn thought_through(&mut self) {
        self.feeds = feeds::feed(&self.ports());
    }

    /// What it costs for the goal of a problem: area and latency in one number, and latency.
    pub fn cost(&self, problem: &Problem) -> (usize, usize) {
        problem.goal.score(self.area(&problem.prices), self.latency, problem.lanes)
    }

    /// Units of a kind.
    pub fn count(&self, kind: impl Fn(UnitKind) -> bool) -> usize {
        self.units.iter().filter(|unit| kind(unit.kind)).count()
    }

    /// What all units have of something.
    fn sum(&self, of: impl Fn(UnitKind) -> usize) -> usize {
        self.units.iter().map(|unit| of(unit.kind)).sum()
    }

    /// Real additions and subtractions that can start in a cycle.
    pub fn adders(&self) -> usize {
        self.sum(|kind| match kind {
            UnitKind::Add | UnitKind::Gated | UnitKind::Eighth => 1,
            UnitKind::Pair => 2,
            UnitKind::Mul | UnitKind::Scale(_) | UnitKind::Choose => 0,
        })
    }

    /// Real multiplications that can start in a cycle.
    pub fn multipliers(&self) -> usize {
        self.sum(UnitKind::multipliers)
    }

    /// Rough LUTs of the operators and what feeds them, DSP blocks apart.
    pub fn luts(&self, prices: &Prices) -> usize {
        let units: usize = self.units.iter().map(|unit| prices.luts(unit.kind)).sum();
        units + prices.fed(feeds::area(&self.feeds))
    }

    /// The same with what the DSP blocks are worth, to compare schedules of one graph.
    pub fn area(&self, prices: &Prices) -> usize {
        self.luts(prices) + self.multipliers() * prices.blocks * prices.block
    }
}
