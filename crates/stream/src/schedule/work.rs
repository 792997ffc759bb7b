//! The jobs of a problem with their dependences and deadlines.

use super::jobs::{align_operands, jobs, signed_nodes, sort_by_readers, Job};
use super::serial_groups::SerialGroups;
use super::{Problem, UnitKind};
use crate::kernel::Node;
use std::sync::OnceLock;

/// Time of no deadline, in cycles.
const NEVER: usize = usize::MAX / 2;

/// Sharing of adders between sums.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum AdderSharing {
    /// A sum and a difference of the same operands share an operation.
    AddSub,
    /// Each sum has an operation of its own.
    Separate,
    /// As [`Self::AddSub`], but last sums have operations of their own, with operands in registers.
    HoldLastOperands,
    /// Each sum has an operation of its own, with operands in registers.
    HoldOperands,
}

impl AdderSharing {
    /// Whether some operands are in registers.
    pub fn holds_operands(self) -> bool {
        matches!(self, AdderSharing::HoldLastOperands | AdderSharing::HoldOperands)
    }
}

/// The jobs of a problem.
pub(super) struct Work<'a> {
    pub problem: &'a Problem<'a>,
    pub sharing: AdderSharing,
    pub jobs: Vec<Job>,
    /// `value[node]`: the node that computes it, and whether it is negated.
    pub value: Vec<(usize, bool)>,
    /// `users[node]`: jobs that read it.
    pub users: Vec<Vec<usize>>,
    /// `min_delays[node]`: cycles from the value to its earliest use.
    pub min_delays: Vec<usize>,
    /// `latest[job]`: latest start in a schedule of minimum latency, in cycles.
    pub latest: Vec<usize>,
    serial_groups: OnceLock<Option<SerialGroups>>,
}

impl<'a> Work<'a> {
    /// Derives the jobs of a problem.
    pub fn new(problem: &'a Problem<'a>, sharing: AdderSharing) -> Self {
        let value = signed_nodes(problem.graph);
        let paired = |node: usize| match sharing {
            AdderSharing::AddSub => true,
            AdderSharing::HoldLastOperands => !is_output(problem, node),
            AdderSharing::Separate | AdderSharing::HoldOperands => false,
        };
        let mut jobs = jobs(problem, &value, paired);
        if sharing.holds_operands() {
            jobs = sort_by_readers(jobs);
        }
        if !problem.costs.free_negation {
            align_operands(&mut jobs);
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

    /// Returns the cycles from a value to its earliest use by these jobs. A value that several products, or several
    /// sums with held operands, read is delayed by a cycle, in which the registers before them load it. They hold it
    /// as long as it is read, so that the ports need no multiplexer.
    fn min_delay(&self, users: &[usize]) -> usize {
        let holds = |job: &Job| match self.sharing {
            _ if job.kind == UnitKind::Mul => true,
            AdderSharing::HoldOperands => job.kind == UnitKind::Add,
            AdderSharing::HoldLastOperands => job.results.iter().all(|&node| is_output(self.problem, node)),
            AdderSharing::AddSub | AdderSharing::Separate => false,
        };
        let is_held =
            self.sharing.holds_operands() && users.len() > 1 && users.iter().all(|&user| holds(&self.jobs[user]));
        usize::from(is_held)
    }

    /// Returns the groups of repeated jobs, if there are any.
    pub fn serial_groups(&self) -> Option<&SerialGroups> {
        self.serial_groups.get_or_init(|| self.find_serial_groups()).as_ref()
    }

    /// Returns the latency of a unit in cycles.
    pub fn latency(&self, kind: UnitKind) -> usize {
        self.problem.latencies.of(kind)
    }

    /// Computes the latest start of each job in a schedule of minimum latency.
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

/// Whether a node is an output of the problem's graph.
fn is_output(problem: &Problem, node: usize) -> bool {
    problem.graph.outputs.iter().any(|output| output.index() == node)
}
