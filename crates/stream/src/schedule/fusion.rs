//! Nodes of a graph that one operator computes together: masked sums and rotations by an octant.

use super::unit::UnitKind;
use crate::kernel::{Coefficient, Graph, Node, NodeId};
use arrayvec::ArrayVec;

/// Nodes that one operator computes together.
pub(super) struct Fusion {
    pub kind: UnitKind,
    pub operands: [usize; 2],
    /// Nodes that other nodes read.
    pub results: ArrayVec<usize, 2>,
    /// Nodes that only the results read.
    inner: ArrayVec<usize, 4>,
    /// Whether the second operand is subtracted.
    pub subtract: bool,
    pub coefficient: Option<Coefficient>,
    /// Number of the choice that selects batches.
    pub choice: usize,
}

impl Fusion {
    /// Finds a rotation by an octant in the batches that a choice selects. `None` if the choice selects something else.
    pub fn octant_rotation(graph: &Graph, choice: usize) -> Option<Self> {
        let [(re, a, x), (im, b, y)] = selected_by(graph, choice)?;
        let node = |id: NodeId| graph.nodes[id.index()];
        let (Node::Mul(sum, coefficient), Node::Mul(difference, other)) = (node(x), node(y)) else { return None };
        let inner = [sum, difference, x, y];
        let is_rotation = is_sum(graph, sum, a, b) && node(difference) == Node::Sub(b, a) && coefficient == other;
        let fits = is_rotation && inner.into_iter().all(|id| is_read_once(graph, id));
        fits.then(|| Fusion {
            kind: UnitKind::OctantRotate,
            operands: [a, b].map(NodeId::index),
            results: [re, im].into(),
            inner: inner.map(NodeId::index).into(),
            subtract: false,
            coefficient: Some(coefficient),
            choice,
        })
    }

    /// Whether a node is one of the fused nodes.
    pub fn contains(&self, node: usize) -> bool {
        self.results.contains(&node) || self.inner.contains(&node)
    }

    /// Returns the result that comes last in the graph.
    pub fn last(&self) -> usize {
        self.results.iter().copied().max().unwrap_or(0)
    }
}

/// Finds all sums and differences that are taken in selected batches only, with their first operand in all others.
pub(super) fn find_masked_adds(graph: &Graph) -> Vec<Fusion> {
    let masked_add = |(result, node): (usize, &Node)| {
        let Node::Choose(first, sum, choice) = *node else { return None };
        let (operands, subtract) = match graph.nodes[sum.index()] {
            Node::Add(a, b) if a == first => ([a, b], false),
            Node::Add(a, b) if b == first => ([b, a], false),
            Node::Sub(a, b) if a == first => ([a, b], true),
            _ => return None,
        };
        is_read_once(graph, sum).then(|| Fusion {
            kind: UnitKind::MaskedAdd,
            operands: operands.map(NodeId::index),
            results: [result].into_iter().collect(),
            inner: [sum.index()].into_iter().collect(),
            subtract,
            coefficient: None,
            choice,
        })
    };
    graph.nodes.iter().enumerate().filter_map(masked_add).collect()
}

/// Returns the two nodes that a choice selects, with their operands in the other and in the selected batches. `None` if
/// there are not exactly two.
fn selected_by(graph: &Graph, choice: usize) -> Option<[(usize, NodeId, NodeId); 2]> {
    let selected = graph.nodes.iter().enumerate().filter_map(|(index, node)| match *node {
        Node::Choose(straight, rotated, c) if c == choice => Some((index, straight, rotated)),
        _ => None,
    });
    selected.collect::<Vec<_>>().try_into().ok()
}

/// Whether a node is the sum of two others.
fn is_sum(graph: &Graph, id: NodeId, a: NodeId, b: NodeId) -> bool {
    matches!(graph.nodes[id.index()], Node::Add(p, q) if (p, q) == (a, b) || (p, q) == (b, a))
}

/// Whether a node has exactly one reader: an operand of a node, or an output.
fn is_read_once(graph: &Graph, id: NodeId) -> bool {
    let reads = graph.nodes.iter().flat_map(|node| node.operands()).chain(graph.outputs.iter().copied());
    reads.filter(|read| *read == id).count() == 1
}
