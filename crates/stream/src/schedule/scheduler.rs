//! The state of a scheduler: the units opened so far, and the values that their operations produce.

use super::batch::Schedule;
use super::jobs::Job;
use super::problem::Problem;
use super::tap_key::TapKey;
use super::unit::{Operand, Operation, Producer, Tap, Unit, UnitKind};
use super::work::Work;
use crate::kernel::Node;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Slack after which a new unit is opened, in cycles past the latest start of a job in a schedule of minimum latency.
///
/// A unit is also opened when more jobs wait than the windows of open units have free slots. A slack of 0 opens a unit
/// for every critical job, [`FOR_LATENCY`] for every job without a free unit. [`FOR_AREA`] opens the fewest units.
pub(super) type UnitOpening = isize;

pub(super) const FOR_LATENCY: UnitOpening = isize::MIN;
pub(super) const FOR_AREA: UnitOpening = isize::MAX;

/// Random change of the scheduling of a job.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Perturbation {
    /// Cycles that are added to the latest start of the job, which lowers its priority.
    pub delay_priority: usize,
    /// Seed of the preference among equally suitable units. With 0, the first one is taken.
    pub unit_bias: u64,
}

/// A scheduler with the operations that are scheduled so far.
#[derive(Clone)]
pub(super) struct Scheduler<'a> {
    pub work: Arc<Work<'a>>,
    pub opening: UnitOpening,
    /// Settings of `opening` that lead to the decisions made so far.
    pub equivalent_settings: RangeInclusive<UnitOpening>,
    /// `perturbations[job]`; empty if there are none.
    pub perturbations: Vec<Perturbation>,
    /// `produced[node]`: producer of the value, and cycle in which it appears.
    pub produced: Vec<Option<(Producer, usize)>>,
    pub units: Vec<Unit>,
    /// `idle[unit]`: whether the unit can start an operation in the present cycle.
    pub idle: Vec<bool>,
    /// `wired[unit][port]`: distinct taps that the port reads.
    pub wired: Vec<[Vec<TapKey>; 2]>,
    /// `readers[number of a producer]`: units that read it, once for each port. Some units with a closed window are
    /// left out.
    pub readers: Vec<Vec<usize>>,
}

impl<'a> Scheduler<'a> {
    /// Creates a scheduler without operations.
    pub fn new(work: Arc<Work<'a>>, opening: UnitOpening) -> Self {
        let Problem { graph, inputs, .. } = *work.problem;
        let arrival = |node: &Node| match *node {
            Node::Input(i) => Some((Producer::Input(inputs[i].1), inputs[i].0)),
            _ => None,
        };
        let produced = graph.nodes.iter().map(arrival).collect();
        let (perturbations, units, idle, wired, readers) = (vec![], vec![], vec![], vec![], vec![]);
        Scheduler {
            work,
            opening,
            equivalent_settings: FOR_LATENCY..=FOR_AREA,
            perturbations,
            produced,
            units,
            idle,
            wired,
            readers,
        }
    }

    /// Returns the operation of a job that starts in cycle `time`.
    pub fn operation(&self, number: usize, time: usize) -> Operation {
        let Job { subtract, coefficient, choice, .. } = self.work.jobs[number];
        let operands = self.work.jobs[number].operands.iter().map(|&value| self.operand(value, time)).collect();
        Operation { operands, subtract, coefficient, choice }
    }

    fn operand(&self, (node, negate): (usize, bool), time: usize) -> Operand {
        let (producer, at) =
            self.produced[node].unwrap_or_else(|| unreachable!("operands are scheduled before their users"));
        Operand { tap: Tap { producer, delay: time - at }, negate }
    }

    /// Opens a unit whose window begins in cycle `time`, and returns its number.
    pub fn open_unit(&mut self, kind: UnitKind, time: usize) -> usize {
        self.units.push(Unit { kind, start: time, operations: vec![None; self.work.problem.period] });
        self.idle.push(false);
        self.wired.push(Default::default());
        self.units.len() - 1
    }

    /// Returns the schedule when all jobs are scheduled. Its ports have no routes yet.
    pub fn finish(&mut self) -> Schedule {
        let outputs = || {
            let values = self.work.problem.graph.outputs.iter().map(|output| self.work.value[output.index()]);
            values.zip(self.work.problem.outputs)
        };
        let produced = |node: usize| self.produced[node].map_or(0, |(_, at)| at);
        let latency = outputs().map(|((node, _), &(beat, _))| produced(node).saturating_sub(beat)).max().unwrap_or(0);
        let mut taps = vec![vec![None; self.work.problem.period]; 2 * self.work.problem.lanes];
        for (value, &(beat, lane)) in outputs() {
            taps[lane][beat] = Some(self.operand(value, latency + beat));
        }
        let period = self.work.problem.period;
        Schedule { period, latency, units: std::mem::take(&mut self.units), outputs: taps, routes: vec![] }
    }
}
