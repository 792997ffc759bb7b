//! Rows that take and give link words in steps: nothing pauses.

use super::row_ports::{Given, RowPorts};
use crate::array::plan::Plan;
use crate::rtl::{Module, Net};

/// Buses of a link word for each row.
pub(super) struct WordEdges {
    start: Net,
    west: Vec<Net>,
}

impl WordEdges {
    /// Adds the inputs.
    pub fn inputs(m: &mut Module, plan: &Plan) -> Self {
        let [_, rows] = plan.topology.lengths();
        WordEdges { start: m.input("start", 1), west: m.input_bus("west", &vec![plan.links.bits; rows]) }
    }
}

impl RowPorts for WordEdges {
    fn start(&self, m: &mut Module, waiting: Net, _: Net) -> Net {
        // A start that follows another one sooner would reach some elements alone.
        let is_free = m.not(waiting);
        m.and(self.start, is_free)
    }

    fn west(&self) -> &[Net] {
        &self.west
    }

    fn connect(&self, m: &mut Module, given: &Given) {
        m.output_bus("east", &given.east);
        m.output("loading", given.loading[0]);
        m.output("computing", given.computing);
        m.output("unloading", given.unloading[0]);
    }
}
