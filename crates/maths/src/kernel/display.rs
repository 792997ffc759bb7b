//! Text of graphs: a line for each node.

use super::{Coefficient, Graph, Node, NodeId};
use std::fmt::{Display, Formatter, Result};

impl Display for NodeId {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "v{}", self.0)
    }
}

impl Display for Graph {
    /// Writes nodes as `v7 = add v5, v6`: number, operation, operands. A constant is written as its value.
    fn fmt(&self, f: &mut Formatter) -> Result {
        for (index, node) in self.nodes.iter().enumerate() {
            write!(f, "  v{index} = ")?;
            match *node {
                Node::Input(input) => writeln!(f, "input {input}"),
                Node::Add(a, b) => writeln!(f, "add {a}, {b}"),
                Node::Sub(a, b) => writeln!(f, "sub {a}, {b}"),
                Node::Neg(a) => writeln!(f, "neg {a}"),
                Node::Scale(a, k) => writeln!(f, "scale {a}, 2^{k}"),
                Node::Mul(a, Coefficient::Constant(constant)) => {
                    writeln!(f, "mul {a}, {}", self.constants[constant].to_f64())
                }
                Node::Mul(a, Coefficient::Table(table)) => writeln!(f, "mul {a}, table {table}"),
                Node::Choose(a, b, choice) => writeln!(f, "select {a}, {b} by {choice}"),
            }?;
        }
        let outputs: Vec<String> = self.outputs.iter().map(NodeId::to_string).collect();
        writeln!(f, "  outputs {}", outputs.join(", "))
    }
}
