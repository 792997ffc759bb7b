//! A scheduled graph with the values that change from batch to batch.

use super::root_sequence::RootSequence;
use crate::exact::Real;
use crate::kernel::Graph;
use crate::schedule::Schedule;
use std::collections::BTreeMap;

/// All transforms of a batch on the units that compute them.
#[derive(Clone, Debug)]
pub struct ScheduledKernel {
    /// Graph of all transforms of a batch, factors included. Complex input and output j·r + d belong to digit d of the
    /// batch's transform j of radix r.
    pub graph: Graph,
    /// `tables[index][batch]`: value of `Coefficient::Table(index)`.
    pub tables: Vec<Vec<Real>>,
    /// `choices[index][batch]`: whether the `Node::Choose` of choice `index` takes its second operand.
    pub choices: Vec<Vec<bool>>,
    /// Pairs of tables that are the parts of roots of unity.
    pub root_sequences: Vec<RootSequence>,
    /// First of each three tables of a rotation by three products: c, c + d and d - c.
    pub triples: Vec<usize>,
    /// Operators with their operations and operand routes.
    pub schedule: Schedule,
    /// Constants of the multipliers that are sums of shifted words, by number of the unit, in units of the last place
    /// of a coefficient.
    pub constant_multipliers: BTreeMap<usize, i64>,
    /// Groups of units, by number, of which one operator serves all within a beat.
    pub shared_units: Vec<Vec<usize>>,
}
