//! Rows that take and give link words in steps: nothing pauses.

use super::row_ports::{Given, RowPorts};
use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;

/// Buses of a link word for each row.
pub(super) struct WordEdges<'m> {
    m: &'m Builder,
    start: Sig<'m>,
    west: Vec<Sig<'m>>,
}

impl<'m> WordEdges<'m> {
    /// The inputs.
    pub fn inputs(m: &'m Builder, plan: &Plan) -> Self {
        let [_, rows] = plan.topology.lengths();
        WordEdges { m, start: m.input("start", 1), west: m.input_bus("west", &vec![plan.links.bits; rows]) }
    }
}

impl<'m> RowPorts<'m> for WordEdges<'m> {
    fn start(&self, waiting: Sig<'m>, _: Sig<'m>) -> Sig<'m> {
        // A start that follows another one sooner would reach some elements alone.
        self.start & !waiting
    }

    fn west(&self) -> &[Sig<'m>] {
        &self.west
    }

    fn connect(&self, given: &Given<'m>) {
        let m = self.m;
        m.output_bus("east", given.east.iter().copied());
        m.output("loading", given.loading[0]);
        m.output("computing", given.computing);
        m.output("unloading", given.unloading[0]);
    }
}
