//! What a graph asks of the operators: its nodes as jobs, sums and differences of the same operands
//! as one.

use super::UnitKind;
use crate::dag::{Coefficient, Graph, Node, NodeId};
use std::collections::{HashMap, HashSet};

/// One operation of one operator.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub kind: UnitKind,
    /// Nodes read, with the sign they are read with.
    pub operands: Vec<(usize, bool)>,
    /// Nodes made: one, or for [`UnitKind::Pair`] the sum and the difference.
    pub results: Vec<usize>,
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

/// The jobs of a graph, operands before users. `sparse`: choices that no two beats in a row make. `paired`: whether a node
/// with this number, a + b, and a - b may be one job.
pub(super) fn jobs(
    graph: &Graph,
    value: &[(usize, bool)],
    sparse: &[usize],
    paired: impl Fn(usize) -> bool,
) -> Vec<Job> {
    let eighths: Vec<Eighth> = sparse.iter().filter_map(|&choice| Eighth::of(graph, choice)).collect();
    let mut jobs: Vec<Job> = Vec::new();
    // Half a pair seen so far: its operands, and the job.
    let mut halves: HashMap<(usize, usize), usize> = HashMap::new();
    for (index, node) in graph.nodes.iter().enumerate() {
        if let Some(eighth) = eighths.iter().find(|eighth| eighth.nodes.contains(&index)) {
            jobs.extend((index == eighth.last()).then(|| eighth.job(value)));
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
                UnitKind::Choose
            }
        };
        let ids: Vec<usize> = node.operands().map(|o| o.index()).collect();
        let job = Job {
            kind,
            operands: ids.iter().map(|&id| value[id]).collect(),
            results: vec![index],
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
    let differences: HashSet<Vec<(usize, bool)>> = jobs.iter().filter(adds).map(|job| job.operands.clone()).collect();
    for job in jobs.iter_mut().filter(|job| job.kind == UnitKind::Add && !job.subtract) {
        let reversed: Vec<_> = job.operands.iter().rev().copied().collect();
        if differences.contains(&reversed) {
            job.operands = reversed;
        }
    }
}

/// A complex number that is turned by an eighth in some batches.
struct Eighth {
    /// Its parts, and the nodes that choose between them and those of the turned one.
    parts: [usize; 2],
    results: [usize; 2],
    /// All that only these nodes need, and they.
    nodes: Vec<usize>,
    coefficient: Coefficient,
    choice: usize,
}

impl Eighth {
    /// The one of this choice, if that is what it chooses.
    fn of(graph: &Graph, choice: usize) -> Option<Eighth> {
        let chosen = graph.nodes.iter().enumerate().filter_map(|(index, node)| match *node {
            Node::Choose(straight, turned, c) if c == choice => Some((index, straight, turned)),
            _ => None,
        });
        let [(re, a, x), (im, b, y)] = chosen.collect::<Vec<_>>()[..] else { return None };
        let node = |id: NodeId| graph.nodes[id.index()];
        let (Node::Mul(sum, coefficient), Node::Mul(difference, other)) = (node(x), node(y)) else { return None };
        let added = matches!(node(sum), Node::Add(p, q) if (p, q) == (a, b) || (p, q) == (b, a));
        let once = |id: NodeId| {
            let reads = graph.nodes.iter().flat_map(|node| node.operands()).chain(graph.outputs.iter().copied());
            reads.filter(|read| *read == id).count() == 1
        };
        let alone = [sum, difference, x, y].into_iter().all(once);
        let fits = added && node(difference) == Node::Sub(b, a) && coefficient == other && alone;
        let inner = [sum, difference, x, y].map(NodeId::index);
        let nodes = inner.into_iter().chain([re, im]).collect();
        fits.then(|| Eighth { parts: [a, b].map(NodeId::index), results: [re, im], nodes, coefficient, choice })
    }

    /// The last of its nodes.
    fn last(&self) -> usize {
        self.results[0].max(self.results[1])
    }

    fn job(&self, value: &[(usize, bool)]) -> Job {
        Job {
            kind: UnitKind::Eighth,
            operands: self.parts.iter().map(|&part| value[part]).collect(),
            results: self.results.to_vec(),
            subtract: false,
            coefficient: Some(self.coefficient),
            choice: Some(self.choice),
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
        *self = Job { kind: UnitKind::Pair, results: vec![sum, difference], subtract: false, ..self.clone() };
    }
}
