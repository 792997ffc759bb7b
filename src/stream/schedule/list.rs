//! List scheduling: in each cycle the most urgent operations start on the units that are free.

use super::{Operation, Problem, Producer, Schedule, Tap, Unit, UnitKind};
use crate::dag::{Node, NodeId};
use std::collections::{BTreeMap, BTreeSet};

/// When a new unit is taken into use.
#[derive(Clone, Copy)]
pub(super) enum Policy {
    /// At once when an operation finds no unit: least latency.
    Eager,
    /// When an operation on the critical path finds none, or when the waiting operations exceed
    /// what the open windows still hold.
    Critical,
    /// Only when the waiting operations exceed what the open windows still hold: fewest units.
    Frugal,
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

pub(super) struct Scheduler<'a> {
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
    pub fn new(problem: &'a Problem<'a>, policy: Policy) -> Self {
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

    pub fn run(mut self) -> Schedule {
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
            let operation = self.operation(index, time);
            let fit = |u: &usize| (self.fit(*u, index, &operation).0, std::cmp::Reverse(*u));
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
            self.book(unit, index, operation, time);
            queue.remove(&(latest, index));
            let at = time + self.latency(kind);
            self.made[index] = Some((Producer::Unit(unit), at));
            done.push((index, at));
        }
        done
    }

    /// The operation of a node that starts at `time`.
    fn operation(&self, index: usize, time: usize) -> Operation {
        let node = &self.problem.graph.nodes[index];
        let operands = operation(node).map_or(vec![], |(_, operands)| operands);
        let coefficient = match node {
            Node::Mul(_, coefficient) => Some(*coefficient),
            _ => None,
        };
        let operands = operands.iter().map(|o| self.tap(*o, time)).collect();
        Operation { operands, subtract: matches!(node, Node::Sub(..)), coefficient }
    }

    fn tap(&self, node: NodeId, time: usize) -> Tap {
        let (maker, negate) = self.value[node.index()];
        let (producer, at) = self.made[maker].unwrap_or_else(|| unreachable!("operands are made before their users"));
        Tap { producer, delay: time - at, negate }
    }

    /// Operands that the unit's multiplexers have already, and whether that needs those of a sum
    /// exchanged.
    fn fit(&self, unit: usize, index: usize, operation: &Operation) -> (usize, bool) {
        let known = |(tap, wired): (&Tap, &Vec<Tap>)| usize::from(wired.contains(tap));
        let straight: usize = operation.operands.iter().zip(&self.wired[unit]).map(known).sum();
        let crossed: usize = operation.operands.iter().rev().zip(&self.wired[unit]).map(known).sum();
        match self.problem.graph.nodes[index] {
            Node::Add(..) if crossed > straight => (crossed, true),
            _ => (straight, false),
        }
    }

    fn book(&mut self, unit: usize, index: usize, mut operation: Operation, time: usize) {
        if self.fit(unit, index, &operation).1 {
            operation.operands.reverse();
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
