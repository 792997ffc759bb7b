//! What is to be scheduled.

use super::model::{Goal, Latencies, OperatorCosts};
use crate::kernel::Graph;

/// What to schedule.
pub struct Problem<'a> {
    pub graph: &'a Graph,
    /// Transforms of the batch, whose inputs follow each other.
    pub transforms: usize,
    /// Beats of a batch.
    pub period: usize,
    /// `inputs[i]`: beat and real lane at which input i arrives.
    pub inputs: &'a [(usize, usize)],
    /// `outputs[o]`: beat and real lane at which output o leaves.
    pub outputs: &'a [(usize, usize)],
    pub lanes: usize,
    pub latencies: Latencies,
    pub costs: OperatorCosts,
    pub goal: Goal,
    /// Choices that neither the first beat of a frame makes nor two beats in a row.
    pub never_consecutive: &'a [usize],
    /// Whether to try sums whose operands registers hold.
    pub try_held_operands: bool,
}
