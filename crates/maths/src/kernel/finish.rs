//! The end of construction: output signs become nodes, and unused nodes go.

use super::{Builder, Coefficient, Graph, Node, NodeId, Wire};
use crate::exact::Real;

impl Builder {
    /// Returns the graph that has these outputs, without nodes and constants that they do not depend on.
    pub fn finish(mut self, outputs: &[Wire]) -> Graph {
        let mut read = vec![false; self.nodes.len()];
        let positive = outputs.iter().filter_map(|&wire| if let Wire::Plus(a) = wire { Some(a) } else { None });
        self.nodes.iter().flat_map(|node| node.operands()).chain(positive).for_each(|a| read[a.index()] = true);
        let outputs: Vec<NodeId> = outputs.iter().map(|&wire| self.output_node(wire, &read)).collect();
        let mut needed = vec![false; self.nodes.len()];
        outputs.iter().for_each(|id| needed[id.index()] = true);
        for (i, node) in self.nodes.iter().enumerate().rev() {
            // Unused inputs stay, so that every input has a node.
            needed[i] |= matches!(node, Node::Input(_));
            if needed[i] {
                node.operands().for_each(|id| needed[id.index()] = true);
            }
        }
        let mut new_id = vec![NodeId(0); self.nodes.len()];
        let mut nodes = Vec::new();
        for (i, node) in self.nodes.iter().enumerate().filter(|(i, _)| needed[*i]) {
            new_id[i] = NodeId(nodes.len() as u32);
            nodes.push(node.map(|id| new_id[id.index()]));
        }
        let outputs = outputs.into_iter().map(|id| new_id[id.index()]).collect();
        let constants = keep_used(&mut nodes, &self.constants);
        Graph { inputs: self.inputs, nodes, outputs, constants }
    }

    /// Returns a node that has an output wire's value. For a negative sign the operands of a difference that no other
    /// node reads are swapped; any other node is negated.
    fn output_node(&mut self, wire: Wire, read: &[bool]) -> NodeId {
        match wire {
            Wire::Zero => self.zero(),
            Wire::Plus(a) => a,
            Wire::Minus(a) => match self.nodes[a.index()] {
                Node::Sub(x, y) if !read[a.index()] => self.node(Node::Sub(y, x)),
                _ => self.node(Node::Neg(a)),
            },
        }
    }

    /// Returns a node that is always zero: an input less itself. Transforms have none.
    pub(super) fn zero(&mut self) -> NodeId {
        let input = self.node(Node::Input(0));
        self.inputs = self.inputs.max(1);
        self.node(Node::Sub(input, input))
    }
}

/// Returns the constants that the nodes use, in order of use, and renumbers them in the nodes.
fn keep_used(nodes: &mut [Node], constants: &[Real]) -> Vec<Real> {
    let mut kept: Vec<usize> = Vec::new();
    for node in nodes {
        if let Node::Mul(_, Coefficient::Constant(index)) = node {
            *index = kept.iter().position(|k| k == index).unwrap_or_else(|| {
                kept.push(*index);
                kept.len() - 1
            });
        }
    }
    kept.into_iter().map(|index| constants[index].clone()).collect()
}
