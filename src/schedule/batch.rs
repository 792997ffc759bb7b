//! A schedule of one batch.

use super::feeds;
use super::port::{Feed, Port};
use super::problem::Problem;
use super::terms::Prices;
use super::unit::{Operand, Operation, Unit, UnitKind};

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

impl Schedule {
    /// The ports of all units in order, a unit's first operand first, then the output lanes.
    pub(super) fn ports(&self) -> Vec<Port> {
        let mut ports = Vec::new();
        for unit in &self.units {
            for port in 0..unit.kind.operands() {
                let operand = |o: &Operation| o.operands.get(port).map(|operand| operand.tap);
                let row = unit.operations.iter().map(|o| o.as_ref().and_then(operand)).collect();
                ports.push(Port::new(unit.start, row));
            }
        }
        let lane = |row: &Vec<Option<Operand>>| row.iter().map(|o| o.map(|operand| operand.tap)).collect();
        ports.extend(self.outputs.iter().map(|row| Port::new(self.latency, lane(row))));
        ports
    }
}
