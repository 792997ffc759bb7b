//! What there is to schedule, whatever the order.

use super::jobs::{align, by_readers, jobs, signs, Job};
use super::serial_groups::SerialGroups;
use super::{Latencies, Problem, UnitKind};
use crate::kernel::Node;
use std::sync::OnceLock;

/// No deadline.
const NEVER: usize = usize::MAX / 2;

/// What is done about sums.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum AdderSharing {
    /// Those and differences of the same operands share an operator.
    AddSub,
    /// Each has an operation to itself.
    Separate,
    /// Paired but for those that nothing follows, of operands that registers hold.
    HoldLastOperands,
    /// Each has an operation to itself, of operands that registers hold.
    HoldOperands,
}

impl AdderSharing {
    /// Whether registers hold the operands of some.
    pub fn holds_operands(self) -> bool {
        matches!(self, AdderSharing::HoldLastOperands | AdderSharing::HoldOperands)
    }
}

/// The jobs of a problem.
pub(super) struct Work<'a> {
    pub problem: &'a Problem<'a>,
    pub sharing: AdderSharing,
    pub jobs: Vec<Job>,
    /// For each node, the node that computes it and the sign between them.
    pub value: Vec<(usize, bool)>,
    /// For each node, the jobs that read it.
    pub users: Vec<Vec<usize>>,
    /// For each node, cycles that its value waits at least.
    pub min_delays: Vec<usize>,
    /// For each job, its latest start on a schedule of least latency.
    pub latest: Vec<usize>,
    serial_groups: OnceLock<Option<SerialGroups>>,
}

impl<'a> Work<'a> {
    pub fn new(problem: &'a Problem<'a>, sharing: AdderSharing) -> Self {
        let value = signs(problem.graph);
        let paired = |node: usize| match sharing {
            AdderSharing::AddSub => true,
            AdderSharing::HoldLastOperands => !is_output(problem, node),
            AdderSharing::Separate | AdderSharing::HoldOperands => false,
        };
        let mut jobs = jobs(problem, &value, paired);
        if sharing.holds_operands() {
            jobs = by_readers(jobs);
        }
        if !problem.costs.free_negation {
            align(&mut jobs);
        }
        let mut users = vec![Vec::new(); value.len()];
        for (number, job) in jobs.iter().enumerate() {
            job.operands.iter().for_each(|&(node, _)| users[node].push(number));
        }
        let (min_delays, latest, serial_groups) = (vec![0; value.len()], vec![], OnceLock::new());
        let mut work = Work { problem, sharing, jobs, value, users, min_delays, latest, serial_groups };
        work.min_delays = work.users.iter().map(|users| work.min_delay(users)).collect();
        work.latest = work.latest_starts();
        work
    }

    /// Cycles that a value waits at least which these jobs read. What several products or several of the sums of held operands
    /// read waits for a cycle, in which the registers ahead of them take it: they then hold it for as long as it is read, and no
    /// port needs a multiplexer for it.
    fn min_delay(&self, users: &[usize]) -> usize {
        let held = |job: &Job| match self.sharing {
            _ if job.kind == UnitKind::Mul => true,
            AdderSharing::HoldOperands => job.kind == UnitKind::Add,
            AdderSharing::HoldLastOperands => job.results.iter().all(|&node| is_output(self.problem, node)),
            AdderSharing::AddSub | AdderSharing::Separate => false,
        };
        let min_delays =
            self.sharing.holds_operands() && users.len() > 1 && users.iter().all(|&user| held(&self.jobs[user]));
        usize::from(min_delays)
    }

    /// What repeats itself in the jobs, if anything does.
    pub fn serial_groups(&self) -> Option<&SerialGroups> {
        self.serial_groups.get_or_init(|| self.find_serial_groups()).as_ref()
    }

    pub fn latency(&self, kind: UnitKind) -> usize {
        let latencies = &self.problem.latencies;
        match kind {
            UnitKind::Add | UnitKind::AddSub | UnitKind::MaskedAdd => latencies.add,
            UnitKind::Mul => latencies.mul,
            UnitKind::Scale(_) => latencies.scale,
            UnitKind::Mux => Latencies::MUX,
            UnitKind::OctantRotate => latencies.octant_rotate(),
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
            let start = job.operands.iter().map(|&(node, _)| ready[node] + self.min_delays[node]).max().unwrap_or(0);
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
            let due_by = |node: usize| latest[number].saturating_sub(self.min_delays[node]);
            job.operands.iter().for_each(|&(node, _)| due[node] = due[node].min(due_by(node)));
        }
        latest
    }
}

/// Whether a node of the problem's graph is one of its outputs.
fn is_output(problem: &Problem, node: usize) -> bool {
    problem.graph.outputs.iter().any(|output| output.index() == node)
}
