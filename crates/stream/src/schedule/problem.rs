//! The scheduling problem of a batch.

use super::costs::OperatorCosts;
use super::model::{Goal, Latencies};
use crate::kernel::Graph;

/// The scheduling problem of a batch.
pub struct Problem<'a> {
    /// Computation of the batch.
    pub graph: &'a Graph,
    /// Transforms of the batch, whose inputs follow each other in the graph.
    pub transforms: usize,
    /// Beats of a batch.
    pub period: usize,
    /// `inputs[i]`: beat and real lane at which input i arrives.
    pub inputs: &'a [(usize, usize)],
    /// `outputs[o]`: beat and real lane at which output o leaves.
    pub outputs: &'a [(usize, usize)],
    /// Complex lanes.
    pub lanes: usize,
    /// Latencies of operators.
    pub latencies: Latencies,
    /// Costs of operators.
    pub costs: OperatorCosts,
    /// Goal of the schedule.
    pub goal: Goal,
    /// Choices that are never made in the first beat of a frame nor in two consecutive beats.
    pub never_consecutive: &'a [usize],
    /// Whether to try sums with operands in registers before the adder.
    pub try_held_operands: bool,
}
