//! Evaluation of graphs modulo a prime, where every operator is exact.

use super::{Coefficient, Graph, Node};
use crate::exact::Field;

impl Graph {
    /// Computes the outputs of residues, with the words of the table and the stage's choices. What is missing counts as
    /// zero, or as false.
    ///
    /// ```
    /// use fftgen_maths::{exact::Field, kernel::from_formula, formula::Kernel};
    /// let dft2 = from_formula(&Kernel::direct(2).into());
    /// let field = Field::new(8, 1).unwrap();
    /// assert_eq!(dft2.eval(&field, &[7, 0, 2, 3], &[], &[]), [9, 3, 5, field.neg(3)]);
    /// ```
    pub fn eval(&self, field: &Field, inputs: &[u64], table: &[u64], choices: &[bool]) -> Vec<u64> {
        let word = |list: &[u64], i: usize| list.get(i).copied().unwrap_or(0);
        let constants: Vec<u64> = self.constants.iter().map(|constant| field.residue(constant)).collect();
        let mut values: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let value = match *node {
                Node::Input(i) => word(inputs, i),
                Node::Add(a, b) => field.add(values[a.index()], values[b.index()]),
                Node::Sub(a, b) => field.sub(values[a.index()], values[b.index()]),
                Node::Neg(a) => field.neg(values[a.index()]),
                Node::Scale(a, k) => field.mul(values[a.index()], field.power_of_two(k)),
                Node::Mul(a, Coefficient::Constant(c)) => field.mul(values[a.index()], constants[c]),
                Node::Mul(a, Coefficient::Table(t)) => field.mul(values[a.index()], word(table, t)),
                Node::Choose(_, b, i) if choices.get(i) == Some(&true) => values[b.index()],
                Node::Choose(a, ..) => values[a.index()],
            };
            values.push(value);
        }
        self.outputs.iter().map(|id| values[id.index()]).collect()
    }
}
