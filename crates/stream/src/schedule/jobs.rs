//! Jobs: the operations of a graph, with sums and differences of the same operands as one job.

use super::fusion::{find_masked_adds, Fusion};
use super::{Problem, UnitKind};
use crate::kernel::{Coefficient, Graph, Node};
use arrayvec::ArrayVec;
use std::collections::{HashMap, HashSet};

/// An operation that one unit performs.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub kind: UnitKind,
    /// Nodes that are read, and whether they are negated.
    pub operands: ArrayVec<(usize, bool), 2>,
    /// Nodes that are produced. [`UnitKind::AddSub`] produces the sum and the difference.
    pub results: ArrayVec<usize, 2>,
    pub subtract: bool,
    pub coefficient: Option<Coefficient>,
    pub choice: Option<usize>,
}

/// Returns, for each node, the node that computes it and whether it is negated. Negations are no jobs.
pub(super) fn signed_nodes(graph: &Graph) -> Vec<(usize, bool)> {
    let mut value: Vec<(usize, bool)> = Vec::with_capacity(graph.nodes.len());
    for (index, node) in graph.nodes.iter().enumerate() {
        value.push(match *node {
            Node::Neg(a) => (value[a.index()].0, !value[a.index()].1),
            _ => (index, false),
        });
    }
    value
}

/// Returns the jobs of a graph, operands before users. `is_paired` tells whether a sum or difference may share a job
/// with its partner.
pub(super) fn jobs(problem: &Problem, value: &[(usize, bool)], is_paired: impl Fn(usize) -> bool) -> Vec<Job> {
    let Problem { graph, never_consecutive, costs, .. } = *problem;
    let mut fusions: Vec<Fusion> =
        never_consecutive.iter().filter_map(|&choice| Fusion::octant_rotation(graph, choice)).collect();
    // Adders of words in sign and magnitude have no LUT inputs left for a mask.
    if !costs.free_negation {
        fusions.extend(find_masked_adds(graph));
    }
    let mut jobs: Vec<Job> = Vec::new();
    // Sums and differences without their partner so far: operands and job.
    let mut unpaired: HashMap<(usize, usize), usize> = HashMap::new();
    for (index, node) in graph.nodes.iter().enumerate() {
        if let Some(fusion) = fusions.iter().find(|fusion| fusion.contains(index)) {
            jobs.extend((index == fusion.last()).then(|| Job::from_fusion(fusion, value)));
            continue;
        }
        let (mut subtract, mut coefficient, mut choice) = (false, None, None);
        let kind = match *node {
            Node::Input(_) | Node::Neg(_) => continue,
            Node::Add(..) => UnitKind::Add,
            Node::Sub(..) => {
                subtract = true;
                UnitKind::Add
            }
            Node::Mul(_, by) => {
                coefficient = Some(by);
                UnitKind::Mul
            }
            Node::Scale(_, k) => UnitKind::Scale(k),
            Node::Choose(.., number) => {
                choice = Some(number);
                UnitKind::Mux
            }
        };
        let ids: Vec<usize> = node.operands().map(|o| o.index()).collect();
        let job = Job {
            kind,
            operands: ids.iter().map(|&id| value[id]).collect(),
            results: [index].into_iter().collect(),
            subtract,
            coefficient,
            choice,
        };
        if let (true, &[a, b]) = (kind == UnitKind::Add && is_paired(index), ids.as_slice()) {
            match unpaired.remove(&(a.min(b), a.max(b))) {
                Some(other) if jobs[other].subtract != subtract => {
                    let first = std::mem::replace(&mut jobs[other], job);
                    jobs[other].merge(first);
                    continue;
                }
                _ => drop(unpaired.insert((a.min(b), a.max(b)), jobs.len())),
            }
        }
        jobs.push(job);
    }
    jobs
}

/// Gives each sum the operand order of the difference of its operands, if there is one, so that both can have one
/// operand route.
pub(super) fn align_operands(jobs: &mut [Job]) {
    let subtracts = |job: &&Job| job.kind == UnitKind::Add && job.subtract;
    let differences: HashSet<ArrayVec<(usize, bool), 2>> =
        jobs.iter().filter(subtracts).map(|job| job.operands.clone()).collect();
    for job in jobs.iter_mut().filter(|job| job.kind == UnitKind::Add && !job.subtract) {
        let reversed: ArrayVec<_, 2> = job.operands.iter().rev().copied().collect();
        if differences.contains(&reversed) {
            job.operands = reversed;
        }
    }
}

/// Sorts jobs so that the operands of a job are close together, and operands come before users. Products that are added
/// then come from two multipliers at the same time.
pub(super) fn sort_by_readers(jobs: Vec<Job>) -> Vec<Job> {
    let producer: HashMap<usize, usize> =
        jobs.iter().enumerate().flat_map(|(number, job)| job.results.iter().map(move |&node| (node, number))).collect();
    let read: HashSet<usize> = jobs.iter().flat_map(|job| job.operands.iter().map(|(node, _)| *node)).collect();
    let is_last = |job: &Job| job.results.iter().any(|node| !read.contains(node));
    let mut order: Vec<usize> = Vec::new();
    // Stack of jobs, with a mark once their operands are listed.
    let mut stack: Vec<(usize, bool)> =
        (0..jobs.len()).rev().filter(|&number| is_last(&jobs[number])).map(|number| (number, false)).collect();
    while let Some((number, has_operands)) = stack.pop() {
        if has_operands {
            order.push(number);
        } else if !order.contains(&number) {
            stack.push((number, true));
            stack
                .extend(jobs[number].operands.iter().rev().filter_map(|(node, _)| Some((*producer.get(node)?, false))));
        }
    }
    order.into_iter().map(|number| jobs[number].clone()).collect()
}

impl Job {
    /// Creates the job of fused nodes.
    fn from_fusion(fusion: &Fusion, value: &[(usize, bool)]) -> Self {
        Job {
            kind: fusion.kind,
            operands: fusion.operands.iter().map(|&operand| value[operand]).collect(),
            results: fusion.results.clone(),
            subtract: fusion.subtract,
            coefficient: fusion.coefficient,
            choice: Some(fusion.choice),
        }
    }

    /// Merges the sum and the difference of the same operands to one job, in the operand order of the difference.
    fn merge(&mut self, other: Job) {
        let (sum, difference) =
            if self.subtract { (other.results[0], self.results[0]) } else { (self.results[0], other.results[0]) };
        if !self.subtract {
            self.operands = other.operands;
        }
        *self = Job { kind: UnitKind::AddSub, results: [sum, difference].into(), subtract: false, ..self.clone() };
    }
}
