//! Schedules a batch of small transforms on a few operators, at the exact rate of the stream.
//!
//! A batch comes every `period` beats at the soonest. Each operator (unit) works for one batch in a
//! window of `period` cycles that begins a fixed time after the batch does. Windows, rather than
//! times modulo the period, keep batches free to come later than that: a late frame meets no
//! operator still busy with the one before.

mod jobs;
mod list;

use crate::dag::{Coefficient, Graph};
use list::{Policy, Scheduler};
use std::collections::{BTreeMap, BTreeSet};

/// Latencies of the operators, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latencies {
    pub add: usize,
    pub mul: usize,
    pub scale: usize,
}

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
}

/// Who produces a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Producer {
    /// Real input: 2·lane for the real part, 2·lane + 1 for the imaginary part.
    Input(usize),
    /// The unit of this number, and which of its results: a pair has the sum and the difference.
    Unit(usize, usize),
}

/// A value as a consumer sees it: what the producer had `delay` cycles ago, its sign flipped or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tap {
    pub producer: Producer,
    pub delay: usize,
    pub negate: bool,
}

/// One operation of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// One operand, or two for [`UnitKind::Add`] and [`UnitKind::Pair`].
    pub operands: Vec<Tap>,
    /// For [`UnitKind::Add`]: subtract the second operand.
    pub subtract: bool,
    /// For [`UnitKind::Mul`].
    pub coefficient: Option<Coefficient>,
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
    /// Beats of a batch.
    pub period: usize,
    /// `inputs[i]`: beat and real lane at which input i arrives.
    pub inputs: &'a [(usize, usize)],
    /// `outputs[o]`: beat and real lane at which output o leaves.
    pub outputs: &'a [(usize, usize)],
    pub lanes: usize,
    pub latencies: Latencies,
}

/// A schedule of one batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pub period: usize,
    /// Cycles from the first input beat to the first output beat.
    pub latency: usize,
    pub units: Vec<Unit>,
    /// `outputs[real lane][beat]`.
    pub outputs: Vec<Vec<Option<Tap>>>,
}

impl Schedule {
    /// The best of several schedules by area, with latency as a price.
    pub fn new(problem: &Problem) -> Self {
        let policies = [Policy::Frugal, Policy::Critical, Policy::Eager];
        let tried = if problem.period == 1 { &policies[2..] } else { &policies[..] };
        let variants = tried.iter().flat_map(|&policy| [true, false].map(|paired| (policy, paired)));
        let schedules = variants.map(|(policy, paired)| Scheduler::new(problem, policy, paired).run());
        let cost = |s: &Schedule| s.area() + s.latency * 8 * problem.lanes;
        schedules.min_by_key(cost).unwrap_or_else(|| unreachable!("some policy is always tried"))
    }

    /// Units of a kind.
    pub fn count(&self, kind: impl Fn(UnitKind) -> bool) -> usize {
        self.units.iter().filter(|u| kind(u.kind)).count()
    }

    /// Real additions and subtractions that can start in a cycle.
    pub fn adders(&self) -> usize {
        self.count(|k| k == UnitKind::Add) + 2 * self.count(|k| k == UnitKind::Pair)
    }

    /// Real multiplications that can start in a cycle.
    pub fn multipliers(&self) -> usize {
        self.count(|k| k == UnitKind::Mul)
    }

    /// Rough area in LUTs of a 32 bit word, to compare schedules of one graph.
    pub fn area(&self) -> usize {
        let unit = |kind| match kind {
            UnitKind::Add => 395,
            UnitKind::Pair => 500,
            UnitKind::Mul => 260,
            UnitKind::Scale(_) => 20,
        };
        let units: usize = self.units.iter().map(|u| unit(u.kind)).sum();
        let ports = self.ports();
        let multiplexers: usize = ports.iter().map(|taps| taps.len().saturating_sub(1) * 13).sum();
        let mut delays: BTreeMap<Producer, BTreeSet<usize>> = BTreeMap::new();
        for tap in ports.iter().flatten() {
            delays.entry(tap.producer).or_default().insert(tap.delay);
        }
        let lines: usize = delays.values().map(|taps| taps.iter().filter(|d| **d > 0).count() * 32).sum();
        units + multiplexers + lines
    }

    /// The different taps of every operand port and every output lane.
    fn ports(&self) -> Vec<BTreeSet<Tap>> {
        let mut ports = Vec::new();
        for unit in &self.units {
            for port in 0..2 {
                let operations = unit.operations.iter().flatten();
                ports.push(operations.filter_map(|o| o.operands.get(port).copied()).collect());
            }
        }
        ports.extend(self.outputs.iter().map(|lane| lane.iter().flatten().copied().collect()));
        ports
    }
}
