//! Construction of graphs: equal expressions become one node, and signs travel on the wires.

use std::collections::HashMap;

use super::{Coefficient, Node, NodeId};
use crate::exact::Real;

/// A real value under construction: zero, or a node with a sign, which takes no node until an operation needs it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wire {
    /// The constant zero.
    Zero,
    /// A node's value.
    Plus(NodeId),
    /// A node's value, negated.
    Minus(NodeId),
}

impl std::ops::Neg for Wire {
    type Output = Wire;
    fn neg(self) -> Wire {
        match self {
            Wire::Zero => Wire::Zero,
            Wire::Plus(a) => Wire::Minus(a),
            Wire::Minus(a) => Wire::Plus(a),
        }
    }
}

impl Wire {
    /// Negates the wire under a condition.
    fn negated_if(self, negative: bool) -> Wire {
        if negative {
            -self
        } else {
            self
        }
    }

    /// Applies an odd function to the node and keeps the wire's sign.
    fn map_node(self, f: impl FnOnce(NodeId) -> Wire) -> Wire {
        match self {
            Wire::Zero => Wire::Zero,
            Wire::Plus(a) => f(a),
            Wire::Minus(a) => -f(a),
        }
    }
}

/// A graph under construction.
///
/// ```
/// use fftgen_maths::kernel::Builder;
/// let mut b = Builder::new();
/// let (x, y) = (b.input(), b.input());
/// let sum = b.sum(&[-x, y]);
/// let graph = b.finish(&[sum]);
/// assert_eq!((graph.counts().adds, graph.counts().negs), (1, 0));
/// ```
#[derive(Default)]
pub struct Builder {
    pub(super) nodes: Vec<Node>,
    ids: HashMap<Node, NodeId>,
    pub(super) constants: Vec<Real>,
    pub(super) inputs: usize,
    /// The weighted length of the longest path to each node: 1 for a shift, 4 for a product, 5 for a sum.
    depths: Vec<u32>,
}

impl Builder {
    /// Creates a builder without nodes.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Adds an input after the others.
    pub fn input(&mut self) -> Wire {
        self.inputs += 1;
        Wire::Plus(self.node(Node::Input(self.inputs - 1)))
    }

    /// Returns a + b.
    pub fn add(&mut self, a: Wire, b: Wire) -> Wire {
        match (a, b) {
            (Wire::Zero, other) | (other, Wire::Zero) => other,
            (Wire::Plus(a), Wire::Plus(b)) if a == b => self.scale(Wire::Plus(a), 1),
            (Wire::Minus(a), Wire::Minus(b)) if a == b => self.scale(Wire::Minus(a), 1),
            (Wire::Plus(a), Wire::Plus(b)) => Wire::Plus(self.node(Node::Add(a.min(b), a.max(b)))),
            (Wire::Minus(a), Wire::Minus(b)) => Wire::Minus(self.node(Node::Add(a.min(b), a.max(b)))),
            (Wire::Plus(a), Wire::Minus(b)) | (Wire::Minus(b), Wire::Plus(a)) => self.difference(a, b),
        }
    }

    /// Returns a - b.
    pub fn sub(&mut self, a: Wire, b: Wire) -> Wire {
        self.add(a, -b)
    }

    /// Returns a - b, as the negative of b - a where the graph has that node.
    fn difference(&mut self, a: NodeId, b: NodeId) -> Wire {
        if a == b {
            Wire::Zero
        } else if let Some(&opposite) = self.ids.get(&Node::Sub(b, a)) {
            Wire::Minus(opposite)
        } else {
            Wire::Plus(self.node(Node::Sub(a, b)))
        }
    }

    /// Multiplies by 2^k.
    pub fn scale(&mut self, a: Wire, k: i32) -> Wire {
        if k == 0 {
            return a;
        }
        a.map_node(|a| match self.nodes[a.index()] {
            Node::Scale(inner, j) => self.scale(Wire::Plus(inner), j + k),
            _ => Wire::Plus(self.node(Node::Scale(a, k))),
        })
    }

    /// Multiplies by a constant: its sign goes to the wire, a power of two to a [`Node::Scale`].
    pub fn mul(&mut self, a: Wire, by: &Real) -> Wire {
        if by.is_zero() {
            Wire::Zero
        } else if let Some((negative, k)) = by.log2_if_power_of_two() {
            self.scale(a, k).negated_if(negative)
        } else {
            let constant = Coefficient::Constant(self.constant(by.abs()));
            a.map_node(|a| Wire::Plus(self.node(Node::Mul(a, constant)))).negated_if(by.is_negative())
        }
    }

    /// Multiplies by a constant of either sign as a product, unless it is zero or one of either sign.
    pub fn mul_signed(&mut self, a: Wire, by: &Real) -> Wire {
        match by.log2_if_power_of_two() {
            _ if by.is_zero() => Wire::Zero,
            Some((negative, 0)) => a.negated_if(negative),
            _ if a == Wire::Zero => Wire::Zero,
            _ => {
                let (a, constant) = (self.signed_node(a), Coefficient::Constant(self.constant(by.clone())));
                Wire::Plus(self.node(Node::Mul(a, constant)))
            }
        }
    }

    /// Multiplies by word `index` of the table.
    pub fn mul_table(&mut self, a: Wire, index: usize) -> Wire {
        a.map_node(|a| Wire::Plus(self.node(Node::Mul(a, Coefficient::Table(index)))))
    }

    /// Selects `b` in the batches where choice `index` of the stage is true, else `a`.
    pub fn choose(&mut self, a: Wire, b: Wire, index: usize) -> Wire {
        match (a, b) {
            _ if a == b => a,
            (Wire::Minus(_), Wire::Minus(_)) => -self.choose(-a, -b, index),
            _ => {
                let (a, b) = (self.signed_node(a), self.signed_node(b));
                Wire::Plus(self.node(Node::Choose(a, b, index)))
            }
        }
    }

    /// Returns a node that has the wire's value, sign included.
    fn signed_node(&mut self, wire: Wire) -> NodeId {
        match wire {
            Wire::Zero => self.zero(),
            Wire::Plus(a) => a,
            Wire::Minus(a) => self.node(Node::Neg(a)),
        }
    }

    /// Adds terms up, the shallowest first, which gives the tree of least depth (Huffman's construction).
    pub fn sum(&mut self, terms: &[Wire]) -> Wire {
        let mut terms: Vec<Wire> = terms.iter().copied().filter(|&t| t != Wire::Zero).collect();
        // The sort is stable, so that equal depths keep their order. The last two terms are combined first.
        terms.sort_by_key(|&t| std::cmp::Reverse(self.depth(t)));
        while let [.., b, a] = terms[..] {
            terms.truncate(terms.len() - 2);
            let sum = self.add(a, b);
            let depth = self.depth(sum);
            let position = terms.partition_point(|&t| self.depth(t) > depth);
            terms.insert(position, sum);
        }
        terms.pop().unwrap_or(Wire::Zero)
    }

    /// Returns the weighted length of the longest path to a wire.
    fn depth(&self, wire: Wire) -> u32 {
        match wire {
            Wire::Zero => 0,
            Wire::Plus(a) | Wire::Minus(a) => self.depths[a.index()],
        }
    }

    /// Returns the index of a constant, which is added if the graph does not have it.
    fn constant(&mut self, value: Real) -> usize {
        self.constants.iter().position(|c| *c == value).unwrap_or_else(|| {
            self.constants.push(value);
            self.constants.len() - 1
        })
    }

    /// Returns the node of an operation, which is added if the graph does not have it.
    pub(super) fn node(&mut self, node: Node) -> NodeId {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let own = match node {
            Node::Input(_) | Node::Neg(_) | Node::Choose(..) => 0,
            Node::Scale(..) => 1,
            Node::Mul(..) => 4,
            Node::Add(..) | Node::Sub(..) => 5,
        };
        let id = NodeId(self.nodes.len() as u32);
        self.depths.push(own + node.operands().map(|a| self.depths[a.index()]).max().unwrap_or(0));
        self.nodes.push(node);
        self.ids.insert(node, id);
        id
    }
}
