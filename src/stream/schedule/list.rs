//! List scheduling: in each cycle the most urgent jobs start on the units that are free.

use super::jobs::{align, by_readers, jobs, signs, Job};
use super::{Latencies, Operand, Operation, Problem, Producer, Schedule, Tap, Unit, UnitKind};
use crate::dag::Node;
use crate::noise::Noise;
use std::collections::{BTreeMap, BTreeSet};

/// When a new unit is taken into use: when the waiting jobs exceed what the open windows still hold, or when a
/// job finds no unit although it is so many cycles past its latest start on a schedule of least latency. 0 opens
/// a unit for whatever is critical, [`EAGER`] for whatever waits, [`FRUGAL`] takes the fewest units.
pub(super) type Patience = isize;

pub(super) const EAGER: Patience = isize::MIN;
pub(super) const FRUGAL: Patience = isize::MAX;

/// What it is worth that a port reads the very tap already, or another of its producer.
const SAME_TAP: usize = 3;
const SAME_PRODUCER: usize = 2;

/// No deadline.
const NEVER: usize = usize::MAX / 2;

/// Sums whose operands registers hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Held {
    /// Those that nothing follows.
    Last,
    /// All.
    Sums,
}

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
    pub problem: &'a Problem<'a>,
    patience: Patience,
    /// For each job; if empty, chance has no part in it.
    pub chances: Vec<Chance>,
    /// What several products or several of these sums read waits for a cycle, in which the registers ahead of them take
    /// it: they then hold it for as long as it is read, and no port needs a multiplexer for it.
    holds: Option<Held>,
    pub jobs: Vec<Job>,
    /// For each node, the node that computes it and the sign between them.
    value: Vec<(usize, bool)>,
    /// For each node, the jobs that read it.
    users: Vec<Vec<usize>>,
    /// For each job, its latest start on a schedule of least latency.
    latest: Vec<usize>,
    /// Where and when each node's value appears.
    pub made: Vec<Option<(Producer, usize)>>,
    units: Vec<Unit>,
    /// Different operand taps seen at the ports of each unit.
    wired: Vec<[Vec<Tap>; 2]>,
}

impl<'a> Scheduler<'a> {
    /// `paired`: sums and differences of the same operands share an operator.
    pub fn new(problem: &'a Problem<'a>, patience: Patience, paired: bool) -> Self {
        Self::of(problem, patience, None, |_| paired)
    }

    /// The same but for some, each by itself, of operands that registers hold.
    pub fn holding(problem: &'a Problem<'a>, patience: Patience, held: Held) -> Self {
        Self::of(problem, patience, Some(held), |node| held == Held::Last && !is_output(problem, node))
    }

    fn of(problem: &'a Problem<'a>, patience: Patience, holds: Option<Held>, paired: impl Fn(usize) -> bool) -> Self {
        let value = signs(problem.graph);
        let mut jobs = jobs(problem, &value, paired);
        if holds.is_some() {
            jobs = by_readers(jobs);
        }
        if !problem.prices.free_signs {
            align(&mut jobs);
        }
        let mut users = vec![Vec::new(); value.len()];
        for (number, job) in jobs.iter().enumerate() {
            job.operands.iter().for_each(|&(node, _)| users[node].push(number));
        }
        let mut made = vec![None; value.len()];
        for (index, node) in problem.graph.nodes.iter().enumerate() {
            if let Node::Input(i) = node {
                let (beat, lane) = problem.inputs[*i];
                made[index] = Some((Producer::Input(lane), beat));
            }
        }
        let (chances, latest, units, wired) = (vec![], vec![], vec![], vec![]);
        let mut scheduler =
            Scheduler { problem, patience, chances, holds, jobs, value, users, latest, made, units, wired };
        scheduler.latest = scheduler.latest_starts();
        scheduler
    }

    /// How a job likes a unit, if chance has a say.
    fn taste(&self, unit: usize, number: usize) -> u64 {
        let taste = self.chances.get(number).map_or(0, |chance| chance.taste);
        if taste == 0 {
            return 0;
        }
        Noise::new(taste.wrapping_add(unit as u64)).word()
    }

    /// Cycles that a node's value waits at least.
    fn wait(&self, node: usize) -> usize {
        let Some(held) = self.holds.filter(|_| self.users[node].len() > 1) else { return 0 };
        let summed = |job: &Job| match held {
            Held::Sums => job.kind == UnitKind::Add,
            Held::Last => job.results.iter().all(|&node| is_output(self.problem, node)),
        };
        let waits = |job: &Job| job.kind == UnitKind::Mul || summed(job);
        usize::from(self.users[node].iter().all(|&user| waits(&self.jobs[user])))
    }

    fn latency(&self, kind: UnitKind) -> usize {
        match kind {
            UnitKind::Add | UnitKind::Pair | UnitKind::Gated => self.problem.latencies.add,
            UnitKind::Mul => self.problem.latencies.mul,
            UnitKind::Scale(_) => self.problem.latencies.scale,
            UnitKind::Choose => Latencies::CHOOSE,
            UnitKind::Eighth | UnitKind::Rotation => self.problem.latencies.in_turn(),
            UnitKind::Rotor { wait, .. } => self.problem.latencies.rotor() + wait,
        }
    }

    fn latest_starts(&self) -> Vec<usize> {
        let graph = self.problem.graph;
        let mut ready = vec![0; graph.nodes.len()];
        for (index, node) in graph.nodes.iter().enumerate() {
            if let Node::Input(i) = node {
                ready[index] = self.problem.inputs[*i].0;
            }
        }
        for job in &self.jobs {
            let start = job.operands.iter().map(|&(node, _)| ready[node] + self.wait(node)).max().unwrap_or(0);
            job.results.iter().for_each(|&node| ready[node] = start + self.latency(job.kind));
        }
        let outputs = || graph.outputs.iter().map(|o| self.value[o.index()].0).zip(self.problem.outputs);
        let latency = outputs().map(|(node, &(beat, _))| ready[node].saturating_sub(beat)).max().unwrap_or(0);
        let mut due = vec![NEVER; graph.nodes.len()];
        for (node, &(beat, _)) in outputs() {
            due[node] = due[node].min(latency + beat);
        }
        let mut latest = vec![0; self.jobs.len()];
        for (number, job) in self.jobs.iter().enumerate().rev() {
            let end = job.results.iter().map(|&node| due[node]).min().unwrap_or(NEVER);
            latest[number] = end.saturating_sub(self.latency(job.kind));
            let due_by = |node: usize| latest[number].saturating_sub(self.wait(node));
            job.operands.iter().for_each(|&(node, _)| due[node] = due[node].min(due_by(node)));
        }
        latest
    }

    /// Lists all jobs.
    pub fn run(mut self) -> Schedule {
        self.list(&vec![true; self.jobs.len()]);
        self.finish()
    }

    /// Lists the chosen jobs, whose operands are made or come from chosen jobs.
    pub fn list(&mut self, chosen: &[bool]) {
        let unmade = |job: &Job| job.operands.iter().filter(|&&(node, _)| self.made[node].is_none()).count();
        let mut missing: Vec<usize> = self.jobs.iter().map(unmade).collect();
        // Jobs by the time at which their operands are there.
        let mut coming: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut ready_at = vec![0; self.jobs.len()];
        for (number, job) in self.jobs.iter().enumerate() {
            let made = job.operands.iter().filter_map(|&(node, _)| Some(self.made[node]?.1 + self.wait(node)));
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
                let at = at + self.wait(node);
                for &user in self.users[node].iter().filter(|&&user| chosen[user]) {
                    ready_at[user] = ready_at[user].max(at);
                    missing[user] -= 1;
                    if missing[user] == 0 {
                        coming.entry(ready_at[user]).or_default().push(user);
                    }
                }
            }
            while let Some(entry) = coming.first_entry().filter(|e| *e.key() <= time) {
                for number in entry.remove() {
                    let queue = waiting.entry(self.jobs[number].kind).or_default();
                    let later = self.chances.get(number).map_or(0, |chance| chance.later);
                    queue.insert((self.latest[number] + later, number));
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
        let period = self.problem.period;
        open.retain(|&u| time < self.units[u].start + period);
        let mut idle = open.clone();
        let mut room: usize = open.iter().map(|&u| self.units[u].start + period - time).sum();
        let mut done = Vec::new();
        if self.holds.is_some() {
            // What an idle unit's registers hold is read there.
            for &unit in open.iter() {
                if let Some((latest, number)) = self.reader(unit, queue).filter(|_| idle.contains(&unit)) {
                    idle.retain(|&u| u != unit);
                    room -= 1;
                    queue.remove(&(latest, number));
                    let operation = self.operation(number, time);
                    done.extend(self.book(unit, number, operation, time));
                }
            }
        }
        let waiting: Vec<_> = queue.iter().copied().collect();
        for (position, &(latest, number)) in waiting.iter().enumerate() {
            let operation = self.operation(number, time);
            let fit = |u: &usize| (self.fit(*u, number, &operation).0, self.taste(*u, number), std::cmp::Reverse(*u));
            let chosen = idle.iter().copied().max_by_key(fit);
            let unit = match chosen {
                Some(unit) => {
                    idle.retain(|&u| u != unit);
                    room -= 1;
                    unit
                }
                None if self.is_held(number, open, time) => continue,
                None => {
                    let left = waiting.len() - position;
                    let late = (time as isize).saturating_sub(latest as isize);
                    let take = left > room || late >= self.patience;
                    if !take {
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
        done
    }

    /// The job among these that reads most of what the unit read last, if any reads it.
    fn reader(&self, unit: usize, queue: &BTreeSet<(usize, usize)>) -> Option<(usize, usize)> {
        let common = |number: usize| self.common(unit, number);
        let best = queue.iter().copied().max_by_key(|&(latest, number)| (common(number), std::cmp::Reverse(latest)))?;
        (common(best.1) > 0).then_some(best)
    }

    /// Whether registers hold all that a job reads ahead of a unit that has time for it in the next cycle.
    fn is_held(&self, number: usize, open: &[usize], time: usize) -> bool {
        let free = |unit: usize| time + 1 < self.units[unit].start + self.problem.period;
        let operands = &self.jobs[number].operands;
        operands.iter().all(|&(node, _)| self.wait(node) > 0)
            && open.iter().any(|&unit| free(unit) && self.common(unit, number) == operands.len())
    }

    /// How many of a job's operands a unit read last.
    fn common(&self, unit: usize, number: usize) -> usize {
        let Unit { start, operations, .. } = &self.units[unit];
        let last = operations.iter().enumerate().rev().find_map(|(cycle, o)| Some((start + cycle, o.as_ref()?)));
        let Some((time, last)) = last else { return 0 };
        let reads = |tap: &Tap| {
            let made = |node: usize| self.made[node] == Some((tap.producer, time - tap.delay));
            self.jobs[number].operands.iter().any(|&(node, _)| made(node))
        };
        last.operands.iter().filter(|operand| reads(&operand.tap)).count()
    }

    /// The operation of a job that starts at `time`.
    pub fn operation(&self, number: usize, time: usize) -> Operation {
        let Job { subtract, coefficient, choice, .. } = self.jobs[number];
        let operands = self.jobs[number].operands.iter().map(|&value| self.operand(value, time)).collect();
        Operation { operands, subtract, coefficient, choice }
    }

    fn operand(&self, (node, negate): (usize, bool), time: usize) -> Operand {
        let (producer, at) = self.made[node].unwrap_or_else(|| unreachable!("operands are made before their users"));
        Operand { tap: Tap { producer, delay: time - at }, negate }
    }

    /// How well an operation goes with what the unit's ports read already, and whether it does with its
    /// operands exchanged.
    fn fit(&self, unit: usize, number: usize, operation: &Operation) -> (usize, bool) {
        let known = |(operand, wired): (&Operand, &Vec<Tap>)| {
            let same = |tap: &&Tap| tap.producer == operand.tap.producer;
            let worth = |tap: &Tap| if tap.delay == operand.tap.delay { SAME_TAP } else { SAME_PRODUCER };
            wired.iter().filter(same).map(worth).max().unwrap_or(0)
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
        let Job { kind, subtract, .. } = self.jobs[number];
        kind == UnitKind::Add && (self.problem.prices.free_signs || !subtract)
    }

    /// Gives a job to a unit at a time; returns the nodes made and when their values appear.
    fn book(&mut self, unit: usize, number: usize, mut operation: Operation, time: usize) -> Vec<(usize, usize)> {
        if self.fit(unit, number, &operation).1 {
            operation.exchange();
        }
        self.place(unit, number, operation, time)
    }

    /// The same with the operands in the order they have.
    pub fn place(&mut self, unit: usize, number: usize, operation: Operation, time: usize) -> Vec<(usize, usize)> {
        for (Operand { tap, .. }, wired) in operation.operands.iter().zip(&mut self.wired[unit]) {
            if !wired.contains(tap) {
                wired.push(*tap);
            }
        }
        let start = self.units[unit].start;
        self.units[unit].operations[time - start] = Some(operation);
        let at = time + self.latency(self.jobs[number].kind);
        let results = self.jobs[number].results.clone();
        let made = |(port, node): (usize, usize)| {
            self.made[node] = Some((Producer::Unit(unit, port), at));
            (node, at)
        };
        results.into_iter().enumerate().map(made).collect()
    }

    /// A new unit whose window begins at `time`.
    pub fn open(&mut self, kind: UnitKind, time: usize) -> usize {
        self.units.push(Unit { kind, start: time, operations: vec![None; self.problem.period] });
        self.wired.push(Default::default());
        self.units.len() - 1
    }

    /// The schedule, when all jobs have their place; its ports are not fed yet.
    pub fn finish(self) -> Schedule {
        let outputs = || {
            let values = self.problem.graph.outputs.iter().map(|output| self.value[output.index()]);
            values.zip(self.problem.outputs)
        };
        let made = |node: usize| self.made[node].map_or(0, |(_, at)| at);
        let latency = outputs().map(|((node, _), &(beat, _))| made(node).saturating_sub(beat)).max().unwrap_or(0);
        let mut taps = vec![vec![None; self.problem.period]; 2 * self.problem.lanes];
        for (value, &(beat, lane)) in outputs() {
            taps[lane][beat] = Some(self.operand(value, latency + beat));
        }
        let period = self.problem.period;
        Schedule { period, latency, units: self.units, outputs: taps, feeds: vec![] }
    }
}

/// Whether a node of the problem's graph is one of its outputs.
fn is_output(problem: &Problem, node: usize) -> bool {
    problem.graph.outputs.iter().any(|output| output.index() == node)
}
