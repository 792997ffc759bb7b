//! A scheduled graph with all that changes from batch to batch.

use super::root_sequence::RootSequence;
use crate::exact::Real;
use crate::kernel::Graph;
use crate::schedule::Schedule;
use std::collections::BTreeMap;

/// All transforms of a batch on the units that compute them.
#[derive(Clone, Debug)]
pub struct ScheduledKernel {
    /// All transforms of a batch, factors included. Complex input and output j·r + d belong to digit d of the batch's
    /// transform j of radix r.
    pub graph: Graph,
    /// `tables[index][batch]`: what `Coefficient::Table(index)` stands for.
    pub tables: Vec<Vec<Real>>,
    /// `choices[index][batch]`: whether `Node::Choose` of this number takes its second operand.
    pub choices: Vec<Vec<bool>>,
    /// Pairs of tables that are the parts of roots of unity.
    pub root_sequences: Vec<RootSequence>,
    /// The first of each three tables of a rotation by three products: c, c + d and d - c.
    pub triples: Vec<usize>,
    pub schedule: Schedule,
    /// By number of the unit: multipliers by one constant, in units of 2^-point, that are sums of shifted words.
    pub constant_multipliers: BTreeMap<usize, i64>,
}
