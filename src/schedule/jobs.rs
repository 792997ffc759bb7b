//! What a graph asks of the operators: its nodes as jobs, sums and differences of the same operands
//! as one.

use super::{Problem, UnitKind};
use crate::kernel::{Coefficient, Graph, Node, NodeId};
use arrayvec::ArrayVec;
use std::collections::{HashMap, HashSet};

/// One operation of one operator.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub kind: UnitKind,
    /// Nodes read, with the sign they are read with.
    pub operands: ArrayVec<(usize, bool), 2>,
    /// Nodes made: one, or for [`UnitKind::AddSub`] the sum and the difference.
    pub results: ArrayVec<usize, 2>,
    pub subtract: bool,
    pub coefficient: Option<Coefficient>,
    pub choice: Option<usize>,
}

/// For each node, the node that computes it and the sign between them: signs take no operator.
pub(super) fn signs(graph: &Graph) -> Vec<(usize, bool)> {
    let mut value: Vec<(usize, bool)> = Vec::with_capacity(graph.nodes.len());
    for (index, node) in graph.nodes.iter().enumerate() {
        value.push(match *node {
            Node::Neg(a) => (value[a.index()].0, !value[a.index()].1),
            _ => (index, false),
        });
    }
    value
}

/// The jobs of a graph, operands before users. `paired`: whether a node with this number, a + b, and a - b may be one job.
pub(super) fn jobs(problem: &Problem, value: &[(usize, bool)], paired: impl Fn(usize) -> bool) -> Vec<Job> {
    let Problem { graph, never_consecutive, costs, .. } = *problem;
    let turned: Vec<Turned> = never_consecutive.iter().filter_map(|&choice| Turned::by_eighth(graph, choice)).collect();
    // Signs that are bits of their own leave no room for a mask in the tables that add.
    let gates = if costs.free_negation { vec![] } else { gates(graph) };
    let mut jobs: Vec<Job> = Vec::new();
    // Half a pair seen so far: its operands, and the job.
    let mut halves: HashMap<(usize, usize), usize> = HashMap::new();
    for (index, node) in graph.nodes.iter().enumerate() {
        if let Some(turned) = turned.iter().find(|turned| turned.nodes.contains(&index)) {
            jobs.extend((index == turned.last()).then(|| turned.job(value)));
            continue;
        }
        if let Some(gate) = gates.iter().find(|gate| [gate.sum, gate.result].contains(&index)) {
            jobs.extend((index == gate.result).then(|| gate.job(value)));
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
        if let (true, &[a, b]) = (kind == UnitKind::Add && paired(index), ids.as_slice()) {
            match halves.remove(&(a.min(b), a.max(b))) {
                Some(other) if jobs[other].subtract != subtract => {
                    let first = std::mem::replace(&mut jobs[other], job);
                    jobs[other].join(first);
                    continue;
                }
                _ => drop(halves.insert((a.min(b), a.max(b)), jobs.len())),
            }
        }
        jobs.push(job);
    }
    jobs
}

/// Sums take their operands in the order of the difference of the same ones, where there is one: what feeds it then feeds
/// both.
pub(super) fn align(jobs: &mut [Job]) {
    let adds = |job: &&Job| job.kind == UnitKind::Add && job.subtract;
    let differences: HashSet<ArrayVec<(usize, bool), 2>> =
        jobs.iter().filter(adds).map(|job| job.operands.clone()).collect();
    for job in jobs.iter_mut().filter(|job| job.kind == UnitKind::Add && !job.subtract) {
        let reversed: ArrayVec<_, 2> = job.operands.iter().rev().copied().collect();
        if differences.contains(&reversed) {
            job.operands = reversed;
        }
    }
}

/// The same jobs, operands before users, in an order in which those that one job reads come together: of two multipliers
/// that take turns, what is added then comes at once.
pub(super) fn by_readers(jobs: Vec<Job>) -> Vec<Job> {
    let maker: HashMap<usize, usize> =
        jobs.iter().enumerate().flat_map(|(number, job)| job.results.iter().map(move |&node| (node, number))).collect();
    let read: HashSet<usize> = jobs.iter().flat_map(|job| job.operands.iter().map(|(node, _)| *node)).collect();
    let last = |job: &Job| job.results.iter().any(|node| !read.contains(node));
    let mut order: Vec<usize> = Vec::new();
    // Jobs to be listed, each behind those that make its operands.
    let mut open: Vec<(usize, bool)> =
        (0..jobs.len()).rev().filter(|&number| last(&jobs[number])).map(|number| (number, false)).collect();
    while let Some((number, made)) = open.pop() {
        if made {
            order.push(number);
        } else if !order.contains(&number) {
            open.push((number, true));
            open.extend(jobs[number].operands.iter().rev().filter_map(|(node, _)| Some((*maker.get(node)?, false))));
        }
    }
    order.into_iter().map(|number| jobs[number].clone()).collect()
}

/// A sum or difference that is taken in some batches, and its first operand in the others.
struct Gate {
    operands: [usize; 2],
    subtract: bool,
    choice: usize,
    /// The nodes that make the sum and that choose.
    sum: usize,
    result: usize,
}

/// All of a graph whose sums nothing else needs.
fn gates(graph: &Graph) -> Vec<Gate> {
    let gate = |(result, node): (usize, &Node)| {
        let Node::Choose(first, sum, choice) = *node else { return None };
        let (operands, subtract) = match graph.nodes[sum.index()] {
            Node::Add(a, b) if a == first => ([a, b], false),
            Node::Add(a, b) if b == first => ([b, a], false),
            Node::Sub(a, b) if a == first => ([a, b], true),
            _ => return None,
        };
        let operands = operands.map(NodeId::index);
        is_read_once(graph, sum).then_some(Gate { operands, subtract, choice, sum: sum.index(), result })
    };
    graph.nodes.iter().enumerate().filter_map(gate).collect()
}

/// Whether a node is the sum of these two.
fn is_sum(graph: &Graph, id: NodeId, a: NodeId, b: NodeId) -> bool {
    matches!(graph.nodes[id.index()], Node::Add(p, q) if (p, q) == (a, b) || (p, q) == (b, a))
}

/// Whether one operand of a node, or one output, is all that reads this one.
fn is_read_once(graph: &Graph, id: NodeId) -> bool {
    let reads = graph.nodes.iter().flat_map(|node| node.operands()).chain(graph.outputs.iter().copied());
    reads.filter(|read| *read == id).count() == 1
}

impl Gate {
    fn job(&self, value: &[(usize, bool)]) -> Job {
        Job {
            kind: UnitKind::MaskedAdd,
            operands: self.operands.iter().map(|&operand| value[operand]).collect(),
            results: [self.result].into_iter().collect(),
            subtract: self.subtract,
            coefficient: None,
            choice: Some(self.choice),
        }
    }
}

/// The two nodes that choose by a choice, if there are no more: with what they take in the batches that it is not made in, and
/// in the others.
fn chosen(graph: &Graph, choice: usize) -> Option<[(usize, NodeId, NodeId); 2]> {
    let chosen = graph.nodes.iter().enumerate().filter_map(|(index, node)| match *node {
        Node::Choose(straight, turned, c) if c == choice => Some((index, straight, turned)),
        _ => None,
    });
    chosen.collect::<Vec<_>>().try_into().ok()
}

/// A complex number that one operator turns.
struct Turned {
    kind: UnitKind,
    /// Its parts, and the nodes that are those of the turned one.
    parts: [usize; 2],
    results: [usize; 2],
    /// All that only these nodes need, and they.
    nodes: Vec<usize>,
    coefficient: Coefficient,
    choice: Option<usize>,
}

impl Turned {
    /// By an eighth in some batches, if that is what this choice chooses.
    fn by_eighth(graph: &Graph, choice: usize) -> Option<Self> {
        let [(re, a, x), (im, b, y)] = chosen(graph, choice)?;
        let node = |id: NodeId| graph.nodes[id.index()];
        let once = |id: NodeId| is_read_once(graph, id);
        let (Node::Mul(sum, coefficient), Node::Mul(difference, other)) = (node(x), node(y)) else { return None };
        let added = is_sum(graph, sum, a, b);
        let alone = [sum, difference, x, y].into_iter().all(once);
        let fits = added && node(difference) == Node::Sub(b, a) && coefficient == other && alone;
        let inner = [sum, difference, x, y].map(NodeId::index);
        let nodes = inner.into_iter().chain([re, im]).collect();
        let (kind, choice) = (UnitKind::OctantRotate, Some(choice));
        let parts = [a, b].map(NodeId::index);
        fits.then_some(Turned { kind, parts, results: [re, im], nodes, coefficient, choice })
    }

    /// The last of its nodes.
    fn last(&self) -> usize {
        self.results[0].max(self.results[1])
    }

    fn job(&self, value: &[(usize, bool)]) -> Job {
        Job {
            kind: self.kind,
            operands: self.parts.iter().map(|&part| value[part]).collect(),
            results: self.results.into(),
            subtract: false,
            coefficient: Some(self.coefficient),
            choice: self.choice,
        }
    }
}

impl Job {
    /// Makes a sum and a difference of the same operands one job, in the order of the difference.
    fn join(&mut self, other: Job) {
        let (sum, difference) =
            if self.subtract { (other.results[0], self.results[0]) } else { (self.results[0], other.results[0]) };
        if !self.subtract {
            self.operands = other.operands;
        }
        *self = Job { kind: UnitKind::AddSub, results: [sum, difference].into(), subtract: false, ..self.clone() };
    }
}
