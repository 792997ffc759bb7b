//! The schedule of a batch: units, operand routes and outputs.

use super::costs::OperatorCosts;
use super::port::Port;
use super::problem::Problem;
use super::route::OperandRoute;
use super::routing;
use super::unit::{Operand, Operation, Unit, UnitKind};

/// Beats of the longest batch for which operand routes are found by a thorough search while schedules are compared.
const MAX_BATCH_BEATS: usize = 16;

/// Beats of the windows of all units together, up to which that search is thorough.
const MAX_UNIT_BEATS: usize = 3500;

/// A schedule of one batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Beats of the batch.
    pub period: usize,
    /// Cycles from the first input beat to the first output beat.
    pub latency: usize,
    /// Operators with their operations.
    pub units: Vec<Unit>,
    /// `outputs[real lane][beat]`.
    pub outputs: Vec<Vec<Option<Operand>>>,
    /// Operand routes of the ports of all units in order, then of the output lanes.
    pub routes: Vec<OperandRoute>,
}

impl Schedule {
    /// Whether the schedule was chosen with quickly found operand routes.
    pub fn is_long(&self) -> bool {
        self.period > MAX_BATCH_BEATS || self.period * self.units.len() > MAX_UNIT_BEATS
    }

    /// Finds the operand routes by a thorough search.
    pub fn refine_routes(&mut self) {
        self.routes = routing::route(&self.ports());
    }

    /// Returns the cost for the goal of a problem: area and latency in one number, then latency in cycles.
    pub fn cost(&self, problem: &Problem) -> (u64, usize) {
        problem.goal.score(self.area(&problem.costs), self.latency, problem.lanes)
    }

    /// Counts the units of a kind.
    pub fn count(&self, kind: impl Fn(UnitKind) -> bool) -> usize {
        self.units.iter().filter(|unit| kind(unit.kind)).count()
    }

    /// Sums a quantity over all units.
    fn sum(&self, quantity: impl Fn(UnitKind) -> usize) -> usize {
        self.units.iter().map(|unit| quantity(unit.kind)).sum()
    }

    /// Counts the real additions and subtractions that can start in a cycle.
    pub fn adders(&self) -> usize {
        self.sum(UnitKind::adders)
    }

    /// Counts the real multiplications that can start in a cycle.
    pub fn multipliers(&self) -> usize {
        self.sum(UnitKind::multipliers)
    }

    /// Estimates the LUTs of the operators and of their operand routes, without DSP blocks.
    pub fn luts(&self, costs: &OperatorCosts) -> usize {
        let units: usize = self.units.iter().map(|unit| costs.luts(unit.kind)).sum();
        units + costs.route_luts(routing::area(&self.routes))
    }

    /// Estimates the area in LUTs, with DSP blocks at their worth in LUTs.
    pub fn area(&self, costs: &OperatorCosts) -> usize {
        self.luts(costs) + self.multipliers() * costs.dsps_per_multiplier * costs.luts_per_dsp
    }
}

impl Schedule {
    /// Returns the ports of all units in order, with the first operand first, then those of the output lanes.
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
