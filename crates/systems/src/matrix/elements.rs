//! Elements of a core, and how they are linked.

use crate::array::Topology;

/// Elements of a core, and how they are linked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elements {
    /// A line or a ring.
    pub topology: Topology,
    /// Multiply-adds of an element.
    pub macs: usize,
    /// Registers from an element to its neighbour.
    pub hop: usize,
}

impl Default for Elements {
    /// Returns one element with one multiply-add.
    fn default() -> Self {
        Elements { topology: Topology::Line(1), macs: 1, hop: 1 }
    }
}

impl Elements {
    /// Returns the number of elements.
    pub fn count(&self) -> usize {
        self.topology.elements()
    }

    /// Whether points go round a ring.
    pub fn is_ring(&self) -> bool {
        matches!(self.topology, Topology::Ring(_))
    }
}
