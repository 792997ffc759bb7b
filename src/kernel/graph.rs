//! The graph: nodes in an order in which operands come first.

use crate::exact::Real;

/// A node of a graph: an index into [`Graph::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// Position in [`Graph::nodes`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One real operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Input(usize),
    Add(NodeId, NodeId),
    Sub(NodeId, NodeId),
    Neg(NodeId),
    /// Times 2^k.
    Scale(NodeId, i32),
    Mul(NodeId, Coefficient),
    /// The second where the stage's choice of this number says so in the batch, else the first.
    Choose(NodeId, NodeId, usize),
}

impl Node {
    /// The nodes this one reads.
    pub fn operands(self) -> impl Iterator<Item = NodeId> {
        let (a, b) = match self {
            Node::Input(_) => (None, None),
            Node::Add(a, b) | Node::Sub(a, b) | Node::Choose(a, b, _) => (Some(a), Some(b)),
            Node::Neg(a) | Node::Scale(a, _) | Node::Mul(a, _) => (Some(a), None),
        };
        a.into_iter().chain(b)
    }

    /// The same operation on other nodes.
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

/// What a product multiplies by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coefficient {
    /// An index into [`Graph::constants`].
    Constant(usize),
    /// A word that changes from batch to batch; the stage says which.
    Table(usize),
}

/// A computation on real numbers. Of complex element e, input and output 2e are the real part and
/// 2e + 1 the imaginary part.
#[derive(Clone, PartialEq, Debug)]
pub struct Graph {
    pub inputs: usize,
    pub nodes: Vec<Node>,
    pub outputs: Vec<NodeId>,
    /// Positive, and none a power of two.
    pub constants: Vec<Real>,
}

/// Operations of a graph by kind. `adds` has the subtractions too.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    pub adds: usize,
    pub muls: usize,
    pub scales: usize,
    pub negs: usize,
    pub choices: usize,
}

impl Graph {
    /// ```
    /// use fftgen::{kernel::from_formula, formula::Kernel};
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

    /// Cycles from the inputs to the last output, with these many for an addition, a multiplication and a
    /// power of two. Signs and choices are free.
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
