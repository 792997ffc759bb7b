//! The choice of a unit for each job, so that ports read few distinct taps.

use super::jobs::Job;
use super::scheduler::Scheduler;
use super::tap_key::TapKey;
use super::unit::{Operand, Operation, Producer, Tap, Unit, UnitKind};
use crate::rng::Rng;
use arrayvec::ArrayVec;
use std::collections::BTreeSet;

/// Score of an operand whose tap the port reads already.
const SAME_TAP: usize = 3;

/// Score of an operand of whose producer the port reads another tap already.
const SAME_PRODUCER: usize = 2;

/// Nodes that a job produces, and the cycles in which their values appear.
type Produced = ArrayVec<(usize, usize), 2>;

impl Scheduler<'_> {
    /// Returns the most suitable idle unit for an operation that starts in cycle `time`. `units` are in ascending
    /// order.
    pub fn suitable(&mut self, units: &[usize], number: usize, operation: &Operation, time: usize) -> Option<usize> {
        let (all, period) = (&self.units, self.work.problem.period);
        for operand in &operation.operands {
            if let Some(readers) = self.readers.get_mut(operand.tap.producer.number() as usize) {
                readers.retain(|&unit| time < all[unit].start + period);
            }
        }
        let preference = |unit: usize| (self.preference(unit, number), std::cmp::Reverse(unit));
        let readers_of = |operand: &Operand| self.readers.get(operand.tap.producer.number() as usize);
        let readers = operation.operands.iter().flat_map(readers_of);
        let readers = readers.flatten().copied().filter(|&unit| self.idle[unit]);
        let best = readers.map(|unit| (self.fit(unit, number, operation).0, preference(unit))).max();
        let best = best.filter(|(fit, _)| *fit > 0).map(|(_, (_, unit))| unit.0);
        let mut idle = units.iter().copied().filter(|&unit| self.idle[unit]);
        best.or_else(|| match self.perturbations.is_empty() {
            true => idle.next(),
            false => idle.max_by_key(|&unit| preference(unit)),
        })
    }

    /// Scores an operation on a unit by the taps that the unit's ports read already. Returns the score, and whether it
    /// needs the operands exchanged.
    fn fit(&self, unit: usize, number: usize, operation: &Operation) -> (usize, bool) {
        let score = |(operand, wired): (&Operand, &Vec<TapKey>)| {
            let tap = TapKey::from(operand.tap);
            let is_same = |&other: &TapKey| (other.producer() == tap.producer()).then_some(other == tap);
            match wired.iter().filter_map(is_same).max() {
                Some(true) => SAME_TAP,
                Some(false) => SAME_PRODUCER,
                None => 0,
            }
        };
        let straight: usize = operation.operands.iter().zip(&self.wired[unit]).map(score).sum();
        let crossed = || operation.operands.iter().rev().zip(&self.wired[unit]).map(score).sum();
        match self.is_exchangeable(number).then(crossed).filter(|crossed| *crossed > straight) {
            Some(crossed) => (crossed, true),
            None => (straight, false),
        }
    }

    /// Whether the operands of a job may be exchanged.
    pub fn is_exchangeable(&self, number: usize) -> bool {
        let Job { kind, subtract, .. } = self.work.jobs[number];
        kind == UnitKind::Add && (self.work.problem.costs.free_negation || !subtract)
    }

    /// Assigns a job to a unit in cycle `time`, with its operands in the better order. Returns the nodes it produces,
    /// and the cycles in which their values appear.
    pub fn assign(&mut self, unit: usize, number: usize, mut operation: Operation, time: usize) -> Produced {
        if self.fit(unit, number, &operation).1 {
            operation.exchange();
        }
        self.assign_at(unit, number, operation, time)
    }

    /// Assigns a job to a unit in cycle `time`, with its operands in the given order. Returns the nodes it produces,
    /// and the cycles in which their values appear.
    pub fn assign_at(&mut self, unit: usize, number: usize, operation: Operation, time: usize) -> Produced {
        // A unit with a window of one cycle has no second operation.
        let is_reusable = self.work.problem.period > 1;
        for (Operand { tap, .. }, wired) in operation.operands.iter().zip(&mut self.wired[unit]).filter(|_| is_reusable)
        {
            let tap = TapKey::from(*tap);
            if !wired.iter().any(|other| other.producer() == tap.producer()) {
                let producer = tap.producer() as usize;
                self.readers.resize_with(self.readers.len().max(producer + 1), Vec::new);
                self.readers[producer].push(unit);
            }
            if !wired.contains(&tap) {
                wired.push(tap);
            }
        }
        let start = self.units[unit].start;
        self.units[unit].operations[time - start] = Some(operation);
        let Job { kind, results, .. } = &self.work.jobs[number];
        let at = time + self.work.latency(*kind);
        let produced = |(port, &node): (usize, &usize)| {
            self.produced[node] = Some((Producer::Unit(unit, port), at));
            (node, at)
        };
        results.iter().enumerate().map(produced).collect()
    }

    /// Returns the preference of a job for a unit: 0, or a random number if the job is perturbed.
    fn preference(&self, unit: usize, number: usize) -> u64 {
        let unit_bias = self.perturbations.get(number).map_or(0, |perturbation| perturbation.unit_bias);
        if unit_bias == 0 {
            return 0;
        }
        Rng::new(unit_bias.wrapping_add(unit as u64)).word()
    }

    /// Returns the job of a queue that reads most of the unit's last operands, if any job reads one.
    pub fn reader(&self, unit: usize, queue: &BTreeSet<(usize, usize)>) -> Option<(usize, usize)> {
        let shared_operands = |number: usize| self.shared_operands(unit, number);
        let best = queue
            .iter()
            .copied()
            .max_by_key(|&(latest, number)| (shared_operands(number), std::cmp::Reverse(latest)))?;
        (shared_operands(best.1) > 0).then_some(best)
    }

    /// Whether registers before a unit hold all operands of a job, and the unit has a free slot in the next cycle.
    pub fn is_held(&self, number: usize, open_units: &[usize], time: usize) -> bool {
        let has_slot = |unit: usize| time + 1 < self.units[unit].start + self.work.problem.period;
        let operands = &self.work.jobs[number].operands;
        operands.iter().all(|&(node, _)| self.work.min_delays[node] > 0)
            && open_units.iter().any(|&unit| has_slot(unit) && self.shared_operands(unit, number) == operands.len())
    }

    /// Counts the operands of a job that are among the last operands of a unit.
    fn shared_operands(&self, unit: usize, number: usize) -> usize {
        let Unit { start, operations, .. } = &self.units[unit];
        let last = operations.iter().enumerate().rev().find_map(|(cycle, o)| Some((start + cycle, o.as_ref()?)));
        let Some((time, last)) = last else { return 0 };
        let reads = |tap: &Tap| {
            let produced = |node: usize| self.produced[node] == Some((tap.producer, time - tap.delay));
            self.work.jobs[number].operands.iter().any(|&(node, _)| produced(node))
        };
        last.operands.iter().filter(|operand| reads(&operand.tap)).count()
    }
}
