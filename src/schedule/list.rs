//! List scheduling: in each cycle the most urgent jobs start on the units that are free.

use super::jobs::Job;
use super::tap_key::TapKey;
use super::work::Work;
use super::{Operand, Operation, Problem, Producer, Schedule, Tap, Unit, UnitKind};
use crate::kernel::Node;
use crate::rng::Rng;
use arrayvec::ArrayVec;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// When a new unit is taken into use: when the waiting jobs exceed what the open windows still hold, or when a
/// job finds no unit although it is so many cycles past its latest start on a schedule of least latency. 0 opens
/// a unit for whatever is critical, [`FOR_LATENCY`] for whatever waits, [`FOR_AREA`] takes the fewest units.
pub(super) type UnitOpening = isize;

pub(super) const FOR_LATENCY: UnitOpening = isize::MIN;
pub(super) const FOR_AREA: UnitOpening = isize::MAX;

/// What it is worth that a port reads the very tap already, or another of its producer.
const SAME_TAP: usize = 3;
const SAME_PRODUCER: usize = 2;

/// Nodes that a job made, and when their values appear.
type Produced = ArrayVec<(usize, usize), 2>;

/// What chance has to say of a job.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Perturbation {
    /// Cycles by which it is less urgent than it would be.
    pub delay_priority: usize,
    /// Which units it takes of those that suit it alike; the first one if 0.
    pub unit_bias: u64,
}

#[derive(Clone)]
pub(super) struct Scheduler<'a> {
    pub work: Arc<Work<'a>>,
    opening: UnitOpening,
    /// The patiences with which all that was listed so far would have come the same.
    pub equivalent_settings: RangeInclusive<UnitOpening>,
    /// For each job; if empty, chance has no part in it.
    pub perturbations: Vec<Perturbation>,
    /// Where and when each node's value appears.
    pub produced: Vec<Option<(Producer, usize)>>,
    units: Vec<Unit>,
    /// For each unit, whether it could start something in the cycle that is filled.
    idle: Vec<bool>,
    /// Different operand taps seen at the ports of each unit.
    wired: Vec<[Vec<TapKey>; 2]>,
    /// By number of the producer, the units that read it, once for each port; some whose window is over are left out.
    readers: Vec<Vec<usize>>,
}

impl<'a> Scheduler<'a> {
    pub fn new(work: Arc<Work<'a>>, opening: UnitOpening) -> Self {
        let Problem { graph, inputs, .. } = *work.problem;
        let arrives = |node: &Node| match *node {
            Node::Input(i) => Some((Producer::Input(inputs[i].1), inputs[i].0)),
            _ => None,
        };
        let produced = graph.nodes.iter().map(arrives).collect();
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

    /// How a job likes a unit, if chance has a say.
    fn unit_bias(&self, unit: usize, number: usize) -> u64 {
        let unit_bias = self.perturbations.get(number).map_or(0, |perturbation| perturbation.unit_bias);
        if unit_bias == 0 {
            return 0;
        }
        Rng::new(unit_bias.wrapping_add(unit as u64)).word()
    }

    /// Lists all jobs.
    pub fn run(&mut self) -> Schedule {
        self.list(&vec![true; self.work.jobs.len()]);
        self.finish()
    }

    /// Lists the chosen jobs, whose operands are made or come from chosen jobs.
    pub fn list(&mut self, selected: &[bool]) {
        let unmade = |job: &Job| job.operands.iter().filter(|&&(node, _)| self.produced[node].is_none()).count();
        let mut missing: Vec<usize> = self.work.jobs.iter().map(unmade).collect();
        // Jobs by the time at which their operands are there.
        let mut pending_by_time: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut ready_at = vec![0; self.work.jobs.len()];
        for (number, job) in self.work.jobs.iter().enumerate() {
            let produced =
                job.operands.iter().filter_map(|&(node, _)| Some(self.produced[node]?.1 + self.work.min_delays[node]));
            ready_at[number] = produced.max().unwrap_or(0);
            if selected[number] && missing[number] == 0 {
                pending_by_time.entry(ready_at[number]).or_default().push(number);
            }
        }
        let mut ready_now: Vec<(usize, usize)> = Vec::new();
        let mut waiting: BTreeMap<UnitKind, BTreeSet<(usize, usize)>> = BTreeMap::new();
        let mut open_units: BTreeMap<UnitKind, Vec<usize>> = BTreeMap::new();
        let mut time = 0;
        loop {
            for (node, at) in ready_now.drain(..) {
                let at = at + self.work.min_delays[node];
                for &user in self.work.users[node].iter().filter(|&&user| selected[user]) {
                    ready_at[user] = ready_at[user].max(at);
                    missing[user] -= 1;
                    if missing[user] == 0 {
                        pending_by_time.entry(ready_at[user]).or_default().push(user);
                    }
                }
            }
            while let Some(entry) = pending_by_time.first_entry().filter(|e| *e.key() <= time) {
                for number in entry.remove() {
                    let queue = waiting.entry(self.work.jobs[number].kind).or_default();
                    let delay_priority =
                        self.perturbations.get(number).map_or(0, |perturbation| perturbation.delay_priority);
                    queue.insert((self.work.latest[number] + delay_priority, number));
                }
            }
            for (&kind, queue) in &mut waiting {
                ready_now.extend(self.fill(kind, queue, open_units.entry(kind).or_default(), time));
            }
            waiting.retain(|_, queue| !queue.is_empty());
            if waiting.is_empty() && pending_by_time.is_empty() && ready_now.is_empty() {
                break;
            }
            time += 1;
        }
    }

    /// Starts what can start at `time`; returns the nodes made and when their values appear.
    fn fill(
        &mut self,
        kind: UnitKind,
        queue: &mut BTreeSet<(usize, usize)>,
        open_units: &mut Vec<usize>,
        time: usize,
    ) -> Vec<(usize, usize)> {
        let period = self.work.problem.period;
        open_units.retain(|&u| time < self.units[u].start + period);
        open_units.iter().for_each(|&unit| self.idle[unit] = true);
        let mut free_slots: usize = open_units.iter().map(|&u| self.units[u].start + period - time).sum();
        let mut done = Vec::new();
        if self.work.sharing.holds_operands() {
            // What an idle unit's registers hold is read there.
            for &unit in open_units.iter() {
                if let Some((latest, number)) = self.reader(unit, queue) {
                    self.idle[unit] = false;
                    free_slots -= 1;
                    queue.remove(&(latest, number));
                    let operation = self.operation(number, time);
                    done.extend(self.assign(unit, number, operation, time));
                }
            }
        }
        let waiting: Vec<_> = queue.iter().copied().collect();
        let mut first = 0;
        for (position, &(latest, number)) in waiting.iter().enumerate() {
            let operation = self.operation(number, time);
            // Units taken from the front of the list do not come back.
            first += open_units[first..].iter().take_while(|&&unit| !self.idle[unit]).count();
            let unit = match self.suitable(&open_units[first..], number, &operation, time) {
                Some(unit) => {
                    self.idle[unit] = false;
                    free_slots -= 1;
                    unit
                }
                None if self.is_held(number, open_units, time) => continue,
                None => {
                    let left = waiting.len() - position;
                    let late = (time as isize).saturating_sub(latest as isize);
                    if left <= free_slots && !self.is_too_late(late) {
                        // Those behind it are fewer, and less late.
                        break;
                    }
                    let unit = self.open_unit(kind, time);
                    open_units.push(unit);
                    free_slots += period - 1;
                    unit
                }
            };
            queue.remove(&(latest, number));
            done.extend(self.assign(unit, number, operation, time));
        }
        open_units.iter().for_each(|&unit| self.idle[unit] = false);
        done
    }

    /// Whether a job that is so many cycles late waits no longer; which patiences say the same is noted.
    fn is_too_late(&mut self, late: UnitOpening) -> bool {
        let (least, most) = self.equivalent_settings.clone().into_inner();
        let too_late = late >= self.opening;
        self.equivalent_settings =
            if too_late { least..=most.min(late) } else { least.max(late.saturating_add(1))..=most };
        too_late
    }

    /// The job among these that reads most of what the unit read last, if any reads it.
    fn reader(&self, unit: usize, queue: &BTreeSet<(usize, usize)>) -> Option<(usize, usize)> {
        let shared_operands = |number: usize| self.shared_operands(unit, number);
        let best = queue
            .iter()
            .copied()
            .max_by_key(|&(latest, number)| (shared_operands(number), std::cmp::Reverse(latest)))?;
        (shared_operands(best.1) > 0).then_some(best)
    }

    /// Whether registers hold all that a job reads ahead of a unit that has time for it in the next cycle.
    fn is_held(&self, number: usize, open_units: &[usize], time: usize) -> bool {
        let free = |unit: usize| time + 1 < self.units[unit].start + self.work.problem.period;
        let operands = &self.work.jobs[number].operands;
        operands.iter().all(|&(node, _)| self.work.min_delays[node] > 0)
            && open_units.iter().any(|&unit| free(unit) && self.shared_operands(unit, number) == operands.len())
    }

    /// How many of a job's operands a unit read last.
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

    /// The operation of a job that starts at `time`.
    pub fn operation(&self, number: usize, time: usize) -> Operation {
        let Job { subtract, coefficient, choice, .. } = self.work.jobs[number];
        let operands = self.work.jobs[number].operands.iter().map(|&value| self.operand(value, time)).collect();
        Operation { operands, subtract, coefficient, choice }
    }

    fn operand(&self, (node, negate): (usize, bool), time: usize) -> Operand {
        let (producer, at) =
            self.produced[node].unwrap_or_else(|| unreachable!("operands are made before their users"));
        Operand { tap: Tap { producer, delay: time - at }, negate }
    }

    /// The idle unit among these, in ascending order, that an operation goes best with at `time`.
    fn suitable(&mut self, units: &[usize], number: usize, operation: &Operation, time: usize) -> Option<usize> {
        let (all, period) = (&self.units, self.work.problem.period);
        for operand in &operation.operands {
            if let Some(readers) = self.readers.get_mut(operand.tap.producer.number() as usize) {
                readers.retain(|&unit| time < all[unit].start + period);
            }
        }
        let unit_bias = |unit: usize| (self.unit_bias(unit, number), std::cmp::Reverse(unit));
        let of = |operand: &Operand| self.readers.get(operand.tap.producer.number() as usize);
        let readers = operation.operands.iter().flat_map(of);
        let readers = readers.flatten().copied().filter(|&unit| self.idle[unit]);
        let best = readers.map(|unit| (self.fit(unit, number, operation).0, unit_bias(unit))).max();
        let best = best.filter(|(fit, _)| *fit > 0).map(|(_, (_, unit))| unit.0);
        let mut idle = units.iter().copied().filter(|&unit| self.idle[unit]);
        best.or_else(|| match self.perturbations.is_empty() {
            true => idle.next(),
            false => idle.max_by_key(|&unit| unit_bias(unit)),
        })
    }

    /// How well an operation goes with what the unit's ports read already, and whether it does with its
    /// operands exchanged.
    fn fit(&self, unit: usize, number: usize, operation: &Operation) -> (usize, bool) {
        let known = |(operand, wired): (&Operand, &Vec<TapKey>)| {
            let tap = TapKey::from(operand.tap);
            let of = |&other: &TapKey| (other.producer() == tap.producer()).then_some(other == tap);
            match wired.iter().filter_map(of).max() {
                Some(true) => SAME_TAP,
                Some(false) => SAME_PRODUCER,
                None => 0,
            }
        };
        let straight: usize = operation.operands.iter().zip(&self.wired[unit]).map(known).sum();
        let crossed = || operation.operands.iter().rev().zip(&self.wired[unit]).map(known).sum();
        match self.exchangeable(number).then(crossed).filter(|crossed| *crossed > straight) {
            Some(crossed) => (crossed, true),
            None => (straight, false),
        }
    }

    /// Whether the operands of a job may change places.
    pub fn exchangeable(&self, number: usize) -> bool {
        let Job { kind, subtract, .. } = self.work.jobs[number];
        kind == UnitKind::Add && (self.work.problem.costs.free_negation || !subtract)
    }

    /// Gives a job to a unit at a time; returns the nodes made and when their values appear.
    fn assign(&mut self, unit: usize, number: usize, mut operation: Operation, time: usize) -> Produced {
        if self.fit(unit, number, &operation).1 {
            operation.exchange();
        }
        self.assign_at(unit, number, operation, time)
    }

    /// The same with the operands in the order they have.
    pub fn assign_at(&mut self, unit: usize, number: usize, operation: Operation, time: usize) -> Produced {
        // A unit that serves one beat is not asked again.
        let again = self.work.problem.period > 1;
        for (Operand { tap, .. }, wired) in operation.operands.iter().zip(&mut self.wired[unit]).filter(|_| again) {
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

    /// A new unit whose window begins at `time`.
    pub fn open_unit(&mut self, kind: UnitKind, time: usize) -> usize {
        self.units.push(Unit { kind, start: time, operations: vec![None; self.work.problem.period] });
        self.idle.push(false);
        self.wired.push(Default::default());
        self.units.len() - 1
    }

    /// The schedule, when all jobs have their place; its ports are not fed yet.
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
