//! What is to be scheduled.

use super::terms::{Goal, Latencies, Prices};
use crate::kernel::Graph;

/// What to schedule.
pub struct Problem<'a> {
    pub graph: &'a Graph,
    /// Transforms of the batch, whose inputs follow each other.
    pub copies: usize,
    /// Beats of a batch.
    pub period: usize,
    /// `inputs[i]`: beat and real lane at which input i arrives.
    pub inputs: &'a [(usize, usize)],
    /// `outputs[o]`: beat and real lane at which output o leaves.
    pub outputs: &'a [(usize, usize)],
    pub lanes: usize,
    pub latencies: Latencies,
    pub prices: Prices,
    pub goal: Goal,
    /// Choices that neither the first beat of a frame makes nor two beats in a row.
    pub sparse: &'a [usize],
    /// Whether to try sums whose operands registers hold.
    pub holds: bool,
}
