//! Vectors of values in the model of a stage: nodes of a graph that are not read at the same time share one.

use crate::kernel::{Graph, Node};

/// The vector of each node of a graph.
pub(super) struct Slots {
    /// `of[node]`: the vector of a node. Inputs have those of their numbers.
    pub of: Vec<usize>,
    /// Number of vectors.
    pub count: usize,
}

impl Slots {
    /// Assigns vectors to the nodes of a graph, in their order: one whose value has been read last, or else a new one.
    /// Inputs are there from the start, and outputs are read after all nodes.
    pub fn new(graph: &Graph) -> Self {
        let last_uses = last_uses(graph);
        let (mut of, mut count, mut free) = (Vec::with_capacity(graph.nodes.len()), graph.inputs, Vec::new());
        for (node, last_uses) in graph.nodes.iter().zip(&last_uses) {
            of.push(match node {
                Node::Input(input) => *input,
                _ => free.pop().unwrap_or_else(|| {
                    count += 1;
                    count - 1
                }),
            });
            free.extend(last_uses.iter().map(|&node: &usize| of[node]));
        }
        Slots { of, count }
    }
}

/// Returns, for each node, the nodes that it reads last. Outputs are read after all nodes.
fn last_uses(graph: &Graph) -> Vec<Vec<usize>> {
    let mut free = vec![vec![]; graph.nodes.len()];
    let mut seen = vec![false; graph.nodes.len()];
    graph.outputs.iter().for_each(|output| seen[output.index()] = true);
    for (index, node) in graph.nodes.iter().enumerate().rev() {
        for operand in node.operands() {
            if !std::mem::replace(&mut seen[operand.index()], true) {
                free[index].push(operand.index());
            }
        }
    }
    free
}
