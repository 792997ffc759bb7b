//! A schedule of one batch.

use super::model::OperatorCosts;
use super::port::{OperandRoute, Port};
use super::problem::Problem;
use super::routing;
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
    pub routes: Vec<OperandRoute>,
}

impl Schedule {
    /// Whether what feeds its ports was not thought through when it was chosen.
    pub fn is_long(&self) -> bool {
        self.period > LONG || self.period * self.units.len() > WIDE
    }

    /// Thinks that through.
    pub fn refine_routes(&mut self) {
        self.routes = routing::route(&self.ports());
    }

    /// What it costs for the goal of a problem: area and latency in one number, and latency.
    pub fn cost(&self, problem: &Problem) -> (usize, usize) {
        problem.goal.score(self.area(&problem.costs), self.latency, problem.lanes)
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
            UnitKind::Add | UnitKind::MaskedAdd | UnitKind::OctantRotate => 1,
            UnitKind::AddSub => 2,
            UnitKind::Mul | UnitKind::Scale(_) | UnitKind::Mux => 0,
        })
    }

    /// Real multiplications that can start in a cycle.
    pub fn multipliers(&self) -> usize {
        self.sum(UnitKind::multipliers)
    }

    /// Rough LUTs of the operators and what feeds them, DSP blocks apart.
    pub fn luts(&self, costs: &OperatorCosts) -> usize {
        let units: usize = self.units.iter().map(|unit| costs.luts(unit.kind)).sum();
        units + costs.routed(routing::area(&self.routes))
    }

    /// The same with what the DSP blocks are worth, to compare schedules of one graph.
    pub fn area(&self, costs: &OperatorCosts) -> usize {
        self.luts(costs) + self.multipliers() * costs.dsps_per_multiplier * costs.luts_per_dsp
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
