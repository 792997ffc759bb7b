//! Schedules a batch of small transforms on a few operators, at the exact rate of the stream.
//!
//! A batch comes every `period` beats at the soonest. Each operator (unit) works for one batch in a
//! window of `period` cycles that begins a fixed time after the batch does. Windows, rather than
//! times modulo the period, keep batches free to come later than that: a late frame meets no
//! operator still busy with the one before.

use crate::dag::{Coefficient, Graph, Node, NodeId};
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
    /// The unit of this number.
    Unit(usize),
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
    /// One operand, or two for [`UnitKind::Add`].
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

/// When a new unit is taken into use.
#[derive(Clone, Copy)]
enum Policy {
    /// At once when an operation finds no unit: least latency.
    Eager,
    /// When an operation on the critical path finds none, or when the waiting operations exceed
    /// what the open windows still hold.
    Critical,
    /// Only when the waiting operations exceed what the open windows still hold: fewest units.
    Frugal,
}

impl Schedule {
    /// The best of several schedules by area, with latency as a price.
    pub fn new(problem: &Problem) -> Self {
        let policies = [Policy::Frugal, Policy::Critical, Policy::Eager];
        let tried = if problem.period == 1 { &policies[2..] } else { &policies[..] };
        let schedules = tried.iter().map(|&policy| Scheduler::new(problem, policy).run());
        let cost = |s: &Schedule| s.area() + s.latency * 8 * problem.lanes;
        schedules.min_by_key(cost).unwrap_or_else(|| unreachable!("some policy is always tried"))
    }

    /// Units of a kind.
    pub fn count(&self, kind: impl Fn(UnitKind) -> bool) -> usize {
        self.units.iter().filter(|u| kind(u.kind)).count()
    }

    /// Rough area in LUTs of a 32 bit word, to compare schedules of one graph.
    pub fn area(&self) -> usize {
        let unit = |kind| match kind {
            UnitKind::Add => 380,
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

/// Kind and operands of a node; `None` for inputs and signs, which take no unit.
fn operation(node: &Node) -> Option<(UnitKind, Vec<NodeId>)> {
    match *node {
        Node::Input(_) | Node::Neg(_) => None,
        Node::Add(a, b) | Node::Sub(a, b) => Some((UnitKind::Add, vec![a, b])),
        Node::Mul(a, _) => Some((UnitKind::Mul, vec![a])),
        Node::Scale(a, k) => Some((UnitKind::Scale(k), vec![a])),
    }
}

struct Scheduler<'a> {
    problem: &'a Problem<'a>,
    policy: Policy,
    /// For each node, the node that computes it and the sign between them.
    value: Vec<(usize, bool)>,
    /// Latest start on a schedule of least latency.
    latest: Vec<usize>,
    users: Vec<Vec<usize>>,
    /// Where and when each node's value appears.
    made: Vec<Option<(Producer, usize)>>,
    units: Vec<Unit>,
    /// Different operand taps seen at the ports of each unit.
    wired: Vec<[Vec<Tap>; 2]>,
}

impl<'a> Scheduler<'a> {
    fn new(problem: &'a Problem<'a>, policy: Policy) -> Self {
        let nodes = &problem.graph.nodes;
        let mut value: Vec<(usize, bool)> = Vec::with_capacity(nodes.len());
        let mut users = vec![Vec::new(); nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            value.push(match *node {
                Node::Neg(a) => (value[a.index()].0, !value[a.index()].1),
                _ => (index, false),
            });
            for operand in operation(node).map_or(vec![], |(_, operands)| operands) {
                users[value[operand.index()].0].push(index);
            }
        }
        let mut scheduler = Scheduler {
            problem,
            policy,
            value,
            latest: vec![],
            users,
            made: vec![None; nodes.len()],
            units: vec![],
            wired: vec![],
        };
        scheduler.latest = scheduler.latest_starts();
        scheduler
    }

    fn latency(&self, kind: UnitKind) -> usize {
        match kind {
            UnitKind::Add => self.problem.latencies.add,
            UnitKind::Mul => self.problem.latencies.mul,
            UnitKind::Scale(_) => self.problem.latencies.scale,
        }
    }

    fn latest_starts(&self) -> Vec<usize> {
        let nodes = &self.problem.graph.nodes;
        let mut ready = vec![0; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            ready[index] = match (node, operation(node)) {
                (Node::Input(i), _) => self.problem.inputs[*i].0,
                (_, Some((kind, operands))) => {
                    operands.iter().map(|o| ready[self.value[o.index()].0]).max().unwrap_or(0) + self.latency(kind)
                }
                _ => 0,
            };
        }
        let outputs = || self.problem.graph.outputs.iter().map(|o| self.value[o.index()].0).zip(self.problem.outputs);
        let latency = outputs().map(|(node, &(beat, _))| ready[node].saturating_sub(beat)).max().unwrap_or(0);
        let mut end = vec![usize::MAX / 2; nodes.len()];
        for (node, &(beat, _)) in outputs() {
            end[node] = end[node].min(latency + beat);
        }
        let mut latest = vec![0; nodes.len()];
        for index in (0..nodes.len()).rev() {
            let own = operation(&nodes[index]).map_or(0, |(kind, _)| self.latency(kind));
            let due = self.users[index].iter().map(|&u| latest[u]).min().unwrap_or(usize::MAX / 2).min(end[index]);
            latest[index] = due.saturating_sub(own);
        }
        latest
    }

    fn run(mut self) -> Schedule {
        let nodes = &self.problem.graph.nodes;
        let mut missing = vec![0; nodes.len()];
        for users in &self.users {
            users.iter().for_each(|&u| missing[u] += 1);
        }
        // Operations by the time at which their operands are there.
        let mut coming: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut ready_at = vec![0; nodes.len()];
        let mut arrived = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            if let Node::Input(i) = node {
                let (beat, lane) = self.problem.inputs[*i];
                self.made[index] = Some((Producer::Input(lane), beat));
                arrived.push((index, beat));
            }
        }
        let mut waiting: BTreeMap<UnitKind, BTreeSet<(usize, usize)>> = BTreeMap::new();
        let mut open: BTreeMap<UnitKind, Vec<usize>> = BTreeMap::new();
        let mut time = 0;
        loop {
            for (index, at) in arrived.drain(..) {
                for &user in &self.users[index] {
                    ready_at[user] = ready_at[user].max(at);
                    missing[user] -= 1;
                    if missing[user] == 0 {
                        coming.entry(ready_at[user]).or_default().push(user);
                    }
                }
            }
            while let Some(entry) = coming.first_entry().filter(|e| *e.key() <= time) {
                for index in entry.remove() {
                    if let Some((kind, _)) = operation(&nodes[index]) {
                        waiting.entry(kind).or_default().insert((self.latest[index], index));
                    }
                }
            }
            for (&kind, queue) in &mut waiting {
                let open = open.entry(kind).or_default();
                arrived.extend(self.fill(kind, queue, open, time));
            }
            waiting.retain(|_, queue| !queue.is_empty());
            if waiting.is_empty() && coming.is_empty() && arrived.is_empty() {
                break;
            }
            time += 1;
        }
        self.finish()
    }

    /// Starts what can start at `time`; returns the nodes and when their values appear.
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
        let waiting: Vec<_> = queue.iter().copied().collect();
        for (position, &(latest, index)) in waiting.iter().enumerate() {
            let (operands, operation) = self.operation(index, time);
            let fit = |u: &usize| {
                let known = operands.iter().zip(&self.wired[*u]).filter(|(tap, seen)| seen.contains(tap)).count();
                let swapped = matches!(self.problem.graph.nodes[index], Node::Add(..))
                    && operands.iter().rev().zip(&self.wired[*u]).filter(|(tap, seen)| seen.contains(tap)).count()
                        > known;
                (known + usize::from(swapped), std::cmp::Reverse(*u))
            };
            let chosen = idle.iter().copied().max_by_key(fit);
            let unit = match chosen {
                Some(unit) => {
                    idle.retain(|&u| u != unit);
                    room -= 1;
                    unit
                }
                None => {
                    let left = waiting.len() - position;
                    let take = match self.policy {
                        Policy::Eager => true,
                        Policy::Critical => left > room || time >= latest,
                        Policy::Frugal => left > room,
                    };
                    if !take {
                        continue;
                    }
                    self.units.push(Unit { kind, start: time, operations: vec![None; period] });
                    self.wired.push(Default::default());
                    open.push(self.units.len() - 1);
                    room += period - 1;
                    self.units.len() - 1
                }
            };
            self.place(unit, index, operation, time);
            queue.remove(&(latest, index));
            let at = time + self.latency(kind);
            self.made[index] = Some((Producer::Unit(unit), at));
            done.push((index, at));
        }
        done
    }

    /// The taps and the operation of a node that starts at `time`.
    fn operation(&self, index: usize, time: usize) -> (Vec<Tap>, Operation) {
        let node = &self.problem.graph.nodes[index];
        let operands = operation(node).map_or(vec![], |(_, operands)| operands);
        let taps: Vec<Tap> = operands.iter().map(|o| self.tap(*o, time)).collect();
        let coefficient = match node {
            Node::Mul(_, coefficient) => Some(*coefficient),
            _ => None,
        };
        let subtract = matches!(node, Node::Sub(..));
        (taps.clone(), Operation { operands: taps, subtract, coefficient })
    }

    fn tap(&self, node: NodeId, time: usize) -> Tap {
        let (maker, negate) = self.value[node.index()];
        let (producer, at) = self.made[maker].unwrap_or_else(|| unreachable!("operands are made before their users"));
        Tap { producer, delay: time - at, negate }
    }

    /// Books the operation, operands of a sum swapped if that needs fewer multiplexer inputs.
    fn place(&mut self, unit: usize, index: usize, mut operation: Operation, time: usize) {
        let seen = |taps: &[Tap]| taps.iter().zip(&self.wired[unit]).filter(|(tap, seen)| seen.contains(tap)).count();
        if matches!(self.problem.graph.nodes[index], Node::Add(..)) {
            let swapped: Vec<Tap> = operation.operands.iter().rev().copied().collect();
            if seen(&swapped) > seen(&operation.operands) {
                operation.operands = swapped;
            }
        }
        for (tap, wired) in operation.operands.iter().zip(&mut self.wired[unit]) {
            if !wired.contains(tap) {
                wired.push(*tap);
            }
        }
        let start = self.units[unit].start;
        self.units[unit].operations[time - start] = Some(operation);
    }

    fn finish(self) -> Schedule {
        let outputs = || self.problem.graph.outputs.iter().zip(self.problem.outputs);
        let made = |node: NodeId| self.made[self.value[node.index()].0].map_or(0, |(_, at)| at);
        let latency = outputs().map(|(&node, &(beat, _))| made(node).saturating_sub(beat)).max().unwrap_or(0);
        let mut taps = vec![vec![None; self.problem.period]; 2 * self.problem.lanes];
        for (&node, &(beat, lane)) in outputs() {
            taps[lane][beat] = Some(self.tap(node, latency + beat));
        }
        Schedule { period: self.problem.period, latency, units: self.units, outputs: taps }
    }
}
