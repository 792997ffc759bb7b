//! Graphs of real operations.

use crate::exact::Real;

/// A node of a graph: an index into [`Graph::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// Returns the position in [`Graph::nodes`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One real operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// An input, by its number.
    Input(usize),
    /// A sum.
    Add(NodeId, NodeId),
    /// A difference: the first operand less the second.
    Sub(NodeId, NodeId),
    /// A negation.
    Neg(NodeId),
    /// A product with 2^k.
    Scale(NodeId, i32),
    /// A product with a coefficient.
    Mul(NodeId, Coefficient),
    /// A selection, by the number of a choice of the stage: the second operand in batches where it is true, else the
    /// first.
    Choose(NodeId, NodeId, usize),
}

impl Node {
    /// Returns the nodes that this one reads.
    pub fn operands(self) -> impl Iterator<Item = NodeId> {
        let (a, b) = match self {
            Node::Input(_) => (None, None),
            Node::Add(a, b) | Node::Sub(a, b) | Node::Choose(a, b, _) => (Some(a), Some(b)),
            Node::Neg(a) | Node::Scale(a, _) | Node::Mul(a, _) => (Some(a), None),
        };
        a.into_iter().chain(b)
    }

    /// Replaces the operands.
    pub fn map(self, mut f: impl FnMut(NodeId) -> NodeId) -> Node {
        match self {
            Node::Input(i) => Node::Input(i),
            Node::Add(a, b) => Node::Add(f(a), f(b)),
            Node::Sub(a, b) => Node::Sub(f(a), f(b)),
            Node::Neg(a) => Node::Neg(f(a)),
            Node::Scale(a, k) => Node::Scale(f(a), k),
            Node::Mul(a, c) => Node::Mul(f(a), c),
            Node::Choose(a, b, index) => Node::Choose(f(a), f(b), index),
        }
    }
}

/// The factor of a product.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coefficient {
    /// An index into [`Graph::constants`].
    Constant(usize),
    /// A word of the stage's table, by its number; the word differs between batches.
    Table(usize),
}

/// A computation on real numbers. Inputs and outputs 2e and 2e + 1 are the real and the imaginary part of complex
/// element e.
#[derive(Clone, PartialEq, Debug)]
pub struct Graph {
    /// Number of inputs.
    pub inputs: usize,
    /// The operations; operands come before the nodes that read them.
    pub nodes: Vec<Node>,
    /// The node of each output.
    pub outputs: Vec<NodeId>,
    /// Constant coefficients. Those of [`Builder::mul`](super::Builder::mul) are positive and no powers of two.
    pub constants: Vec<Real>,
}

/// Number of operations of a graph, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Additions and subtractions.
    pub adds: usize,
    /// Multiplications, other than by powers of two.
    pub muls: usize,
    /// Multiplications by powers of two.
    pub scales: usize,
    /// Negations.
    pub negs: usize,
    /// Selections.
    pub choices: usize,
}

impl Graph {
    /// Counts the operations.
    ///
    /// ```
    /// use fftgen_maths::{kernel::from_formula, formula::Kernel};
    /// let counts = from_formula(&Kernel::winograd(5).into()).counts();
    /// assert_eq!((counts.muls, counts.adds), (8, 34));
    /// ```
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for node in &self.nodes {
            match node {
                Node::Input(_) => {}
                Node::Add(..) | Node::Sub(..) => counts.adds += 1,
                Node::Neg(_) => counts.negs += 1,
                Node::Scale(..) => counts.scales += 1,
                Node::Mul(..) => counts.muls += 1,
                Node::Choose(..) => counts.choices += 1,
            }
        }
        counts
    }

    /// Returns the clock cycles from the inputs to the last output. The arguments are the cycles of an addition, of a
    /// multiplication and of a multiplication by a power of two; negations and selections take none.
    pub fn depth(&self, add: u32, mul: u32, scale: u32) -> u32 {
        let mut depths = vec![0; self.nodes.len()];
        for (i, &node) in self.nodes.iter().enumerate() {
            let own = match node {
                Node::Input(_) | Node::Neg(_) | Node::Choose(..) => 0,
                Node::Add(..) | Node::Sub(..) => add,
                Node::Scale(..) => scale,
                Node::Mul(..) => mul,
            };
            depths[i] = own + node.operands().map(|id| depths[id.index()]).max().unwrap_or(0);
        }
        self.outputs.iter().map(|id| depths[id.index()]).max().unwrap_or(0)
    }
}
