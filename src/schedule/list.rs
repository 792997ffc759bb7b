//! List scheduling: in each cycle the most urgent jobs start on the units that are free.

use super::code::Code;
use super::jobs::Job;
use super::work::Work;
use super::{Operand, Operation, Problem, Producer, Schedule, Tap, Unit, UnitKind};
use crate::kernel::Node;
use crate::noise::Noise;
use arrayvec::ArrayVec;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// When a new unit is taken into use: when the waiting jobs exceed what the open windows still hold, or when a
/// job finds no unit although it is so many cycles past its latest start on a schedule of least latency. 0 opens
/// a unit for whatever is critical, [`EAGER`] for whatever waits, [`FRUGAL`] takes the fewest units.
pub(super) type Patience = isize;

pub(super) const EAGER: Patience = isize::MIN;
pub(super) const FRUGAL: Patience = isize::MAX;

/// What it is worth that a port reads the very tap already, or another of its producer.
const SAME_TAP: usize = 3;
const SAME_PRODUCER: usize = 2;

/// Nodes that a job made, and when their values appear.
type Made = ArrayVec<(usize, usize), 2>;

/// What chance has to say of a job.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Chance {
    /// Cycles by which it is less urgent than it would be.
    pub later: usize,
    /// Which units it takes of those that suit it alike; the first one if 0.
    pub taste: u64,
}

#[derive(Clone)]
pub(super) struct Scheduler<'a> {
    pub work: Arc<Work<'a>>,
    patience: Patience,
    /// The patiences with which all that was listed so far would have come the same.
    pub alike: RangeInclusive<Patience>,
    /// For each job; if empty, chance has no part in it.
    pub chances: Vec<Chance>,
    /// Where and when each node's value appears.
    pub made: Vec<Option<(Producer, usize)>>,
    units: Vec<Unit>,
    /// For each unit, whether it could start something in the cycle that is filled.
    idle: Vec<bool>,
    /// Different operand taps seen at the ports of each unit.
    wired: Vec<[Vec<Code>; 2]>,
    /// By number of the producer, the units that read it, once for each port; some whose window is over are left out.
    readers: Vec<Vec<usize>>,
}

impl<'a> Scheduler<'a> {
    pub fn new(work: Arc<Work<'a>>, patience: Patience) -> Self {
        let Problem { graph, inputs, .. } = *work.problem;
        let arrives = |node: &Node| match *node {
            Node::Input(i) => Some((Producer::Input(inputs[i].1), inputs[i].0)),
            _ => None,
        };
        let made = graph.nodes.iter().map(arrives).collect();
        let (chances, units, idle, wired, readers) = (vec![], vec![], vec![], vec![], vec![]);
        Scheduler { work, patience, alike: EAGER..=FRUGAL, chances, made, units, idle, wired, readers }
    }

    /// How a job likes a unit, if chance has a say.
    fn taste(&self, unit: usize, number: usize) -> u64 {
        let taste = self.chances.get(number).map_or(0, |chance| chance.taste);
        if taste == 0 {
            return 0;
        }
        Noise::new(taste.wrapping_add(unit as u64)).word()
    }

    /// Lists all jobs.
    pub fn run(&mut self) -> Schedule {
        self.list(&vec![true; self.work.jobs.len()]);
        self.finish()
    }

    /// Lists the chosen jobs, whose operands are made or come from chosen jobs.
    pub fn list(&mut self, chosen: &[bool]) {
        let unmade = |job: &Job| job.operands.iter().filter(|&&(node, _)| self.made[node].is_none()).count();
        let mut missing: Vec<usize> = self.work.jobs.iter().map(unmade).collect();
        // Jobs by the time at which their operands are there.
        let mut coming: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut ready_at = vec![0; self.work.jobs.len()];
        for (number, job) in self.work.jobs.iter().enumerate() {
            let made = job.operands.iter().filter_map(|&(node, _)| Some(self.made[node]?.1 + self.work.waits[node]));
            ready_at[number] = made.max().unwrap_or(0);
            if chosen[number] && missing[number] == 0 {
                coming.entry(ready_at[number]).or_default().push(number);
            }
        }
        let mut arrived: Vec<(usize, usize)> = Vec::new();
        let mut waiting: BTreeMap<UnitKind, BTreeSet<(usize, usize)>> = BTreeMap::new();
        let mut open: BTreeMap<UnitKind, Vec<usize>> = BTreeMap::new();
        let mut time = 0;
        loop {
            for (node, at) in arrived.drain(..) {
                let at = at + self.work.waits[node];
                for &user in self.work.users[node].iter().filter(|&&user| chosen[user]) {
                    ready_at[user] = ready_at[user].max(at);
                    missing[user] -= 1;
                    if missing[user] == 0 {
                        coming.entry(ready_at[user]).or_default().push(user);
                    }
                }
            }
            while let Some(entry) = coming.first_entry().filter(|e| *e.key() <= time) {
                for number in entry.remove() {
                    let queue = waiting.entry(self.work.jobs[number].kind).or_default();
                    let later = self.chances.get(number).map_or(0, |chance| chance.later);
                    queue.insert((self.work.latest[number] + later, number));
                }
            }
            for (&kind, queue) in &mut waiting {
                arrived.extend(self.fill(kind, queue, open.entry(kind).or_default(), time));
            }
            waiting.retain(|_, queue| !queue.is_empty());
            if waiting.is_empty() && coming.is_empty() && arrived.is_empty() {
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
        open: &mut Vec<usize>,
        time: usize,
    ) -> Vec<(usize, usize)> {
        let period = self.work.problem.period;
        open.retain(|&u| time < self.units[u].start + period);
        open.iter().for_each(|&unit| self.idle[unit] = true);
        let mut room: usize = open.iter().map(|&u| self.units[u].start + period - time).sum();
        let mut done = Vec::new();
        if self.work.sums.are_held() {
            // What an idle unit's registers hold is read there.
            for &unit in open.iter() {
                if let Some((latest, number)) = self.reader(unit, queue) {
                    self.idle[unit] = false;
                    room -= 1;
                    queue.remove(&(latest, number));
                    let operation = self.operation(number, time);
                    done.extend(self.book(unit, number, operation, time));
                }
            }
        }
        let waiting: Vec<_> = queue.iter().copied().collect();
        let mut first = 0;
        for (position, &(latest, number)) in waiting.iter().enumerate() {
            let operation = self.operation(number, time);
            // Units taken from the front of the list do not come back.
            first += open[first..].iter().take_while(|&&unit| !self.idle[unit]).count();
            let unit = match self.suitable(&open[first..], number, &operation, time) {
                Some(unit) => {
                    self.idle[unit] = false;
                    room -= 1;
                    unit
                }
                None if self.is_held(number, open, time) => continue,
                None => {
                    let left = waiting.len() - position;
                    let late = (time as isize).saturating_sub(latest as isize);
                    if left <= room && !self.is_too_late(late) {
                        // Those behind it are fewer, and less late.
                        break;
                    }
                    let unit = self.open(kind, time);
                    open.push(unit);
                    room += period - 1;
                    unit
                }
            };
            queue.remove(&(latest, number));
            done.extend(self.book(unit, number, operation, time));
        }
        open.iter().for_each(|&unit| self.idle[unit] = false);
        done
    }

    /// Whether a job that is so many cycles late waits no longer; which patiences say the same is noted.
    fn is_too_late(&mut self, late: Patience) -> bool {
        let (least, most) = self.alike.clone().into_inner();
        let too_late = late >= self.patience;
        self.alike = if too_late { least..=most.min(late) } else { least.max(late.saturating_add(1))..=most };
        too_late
    }

    /// The job among these that reads most of what the unit read last, if any reads it.
    fn reader(&self, unit: usize, queue: &BTreeSet<(usize, usize)>) -> Option<(usize, usize)> {
        let common = |number: usize| self.common(unit, number);
        let best = queue.iter().copied().max_by_key(|&(latest, number)| (common(number), std::cmp::Reverse(latest)))?;
        (common(best.1) > 0).then_some(best)
    }

    /// Whether registers hold all that a job reads ahead of a unit that has time for it in the next cycle.
    fn is_held(&self, number: usize, open: &[usize], time: usize) -> bool {
        let free = |unit: usize| time + 1 < self.units[unit].start + self.work.problem.period;
        let operands = &self.work.jobs[number].operands;
        operands.iter().all(|&(node, _)| self.work.waits[node] > 0)
            && open.iter().any(|&unit| free(unit) && self.common(unit, number) == operands.len())
    }

    /// How many of a job's operands a unit read last.
    fn common(&self, unit: usize, number: usize) -> usize {
        let Unit { start, operations, .. } = &self.units[unit];
        let last = operations.iter().enumerate().rev().find_map(|(cycle, o)| Some((start + cycle, o.as_ref()?)));
        let Some((time, last)) = last else { return 0 };
        let reads = |tap: &Tap| {
            let made = |node: usize| self.made[node] == Some((tap.producer, time - tap.delay));
            self.work.jobs[number].operands.iter().any(|&(node, _)| made(node))
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
        let (producer, at) = self.made[node].unwrap_or_else(|| unreachable!("operands are made before their users"));
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
        let taste = |unit: usize| (self.taste(unit, number), std::cmp::Reverse(unit));
        let of = |operand: &Operand| self.readers.get(operand.tap.producer.number() as usize);
        let readers = operation.operands.iter().flat_map(of);
        let readers = readers.flatten().copied().filter(|&unit| self.idle[unit]);
        let best = readers.map(|unit| (self.fit(unit, number, operation).0, taste(unit))).max();
        let best = best.filter(|(fit, _)| *fit > 0).map(|(_, (_, unit))| unit.0);
        let mut idle = units.iter().copied().filter(|&unit| self.idle[unit]);
        best.or_else(|| match self.chances.is_empty() {
            true => idle.next(),
            false => idle.max_by_key(|&unit| taste(unit)),
        })
    }

    /// How well an operation goes with what the unit's ports read already, and whether it does with its
    /// operands exchanged.
    fn fit(&self, unit: usize, number: usize, operation: &Operation) -> (usize, bool) {
        let known = |(operand, wired): (&Operand, &Vec<Code>)| {
            let tap = Code::from(operand.tap);
            let of = |&other: &Code| (other.producer() == tap.producer()).then_some(other == tap);
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
        kind == UnitKind::Add && (self.work.problem.prices.free_signs || !subtract)
    }

    /// Gives a job to a unit at a time; returns the nodes made and when their values appear.
    fn book(&mut self, unit: usize, number: usize, mut operation: Operation, time: usize) -> Made {
        if self.fit(unit, number, &operation).1 {
            operation.exchange();
        }
        self.place(unit, number, operation, time)
    }

    /// The same with the operands in the order they have.
    pub fn place(&mut self, unit: usize, number: usize, operation: Operation, time: usize) -> Made {
        // A unit that serves one beat is not asked again.
        let again = self.work.problem.period > 1;
        for (Operand { tap, .. }, wired) in operation.operands.iter().zip(&mut self.wired[unit]).filter(|_| again) {
            let tap = Code::from(*tap);
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
        let made = |(port, &node): (usize, &usize)| {
            self.made[node] = Some((Producer::Unit(unit, port), at));
            (node, at)
        };
        results.iter().enumerate().map(made).collect()
    }

    /// A new unit whose window begins at `time`.
    pub fn open(&mut self, kind: UnitKind, time: usize) -> usize {
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
        let made = |node: usize| self.made[node].map_or(0, |(_, at)| at);
        let latency = outputs().map(|((node, _), &(beat, _))| made(node).saturating_sub(beat)).max().unwrap_or(0);
        let mut taps = vec![vec![None; self.work.problem.period]; 2 * self.work.problem.lanes];
        for (value, &(beat, lane)) in outputs() {
            taps[lane][beat] = Some(self.operand(value, latency + beat));
        }
        let period = self.work.problem.period;
        Schedule { period, latency, units: std::mem::take(&mut self.units), outputs: taps, feeds: vec![] }
    }
}
