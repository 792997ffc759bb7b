//! Evaluation of graphs in double precision.

use super::{Coefficient, Graph, Node};

impl Graph {
    /// Computes the outputs. Missing inputs and words of the table count as zero.
    ///
    /// ```
    /// use fftgen::{kernel::from_formula, formula::Kernel};
    /// let dft2 = from_formula(&Kernel::direct(2).into());
    /// assert_eq!(dft2.eval_f64(&[1.0, 0.0, 0.25, 0.5]), [1.25, 0.5, 0.75, -0.5]);
    /// ```
    pub fn eval_f64(&self, inputs: &[f64]) -> Vec<f64> {
        self.eval_with_table(inputs, &[])
    }

    /// Computes the outputs as [`Graph::eval_f64`] does, with the words of the table.
    pub fn eval_with_table(&self, inputs: &[f64], table: &[f64]) -> Vec<f64> {
        self.eval_with_choices(inputs, table, &[])
    }

    /// Computes the outputs as [`Graph::eval_with_table`] does, with the stage's choices. A missing choice counts as
    /// false.
    pub fn eval_with_choices(&self, inputs: &[f64], table: &[f64], choices: &[bool]) -> Vec<f64> {
        let word = |list: &[f64], i: usize| list.get(i).copied().unwrap_or(0.0);
        let constants: Vec<f64> = self.constants.iter().map(|c| c.to_f64()).collect();
        let mut values: Vec<f64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let value = match *node {
                Node::Input(i) => word(inputs, i),
                Node::Add(a, b) => values[a.index()] + values[b.index()],
                Node::Sub(a, b) => values[a.index()] - values[b.index()],
                Node::Neg(a) => -values[a.index()],
                Node::Scale(a, k) => values[a.index()] * 2f64.powi(k),
                Node::Mul(a, Coefficient::Constant(c)) => values[a.index()] * constants[c],
                Node::Mul(a, Coefficient::Table(t)) => values[a.index()] * word(table, t),
                Node::Choose(_, b, i) if choices.get(i) == Some(&true) => values[b.index()],
                Node::Choose(a, ..) => values[a.index()],
            };
            values.push(value);
        }
        self.outputs.iter().map(|id| values[id.index()]).collect()
    }
}
