//! The edges of the rows, by which frames come and leave: link words in steps, or AXI4-Streams that pause as they like.

mod buffers;
mod row_ports;
mod streams;
mod words;

pub(super) use self::row_ports::{Given, RowPorts};
use self::streams::StreamEdges;
use self::words::WordEdges;
use super::plan::{Edges, Plan};
use fftgen_hdl::dsl::Builder;

/// Adds the ports of the rows to the top module. `name`: its name.
pub(super) fn row_ports<'m>(m: &'m Builder, name: &str, plan: &Plan) -> Box<dyn RowPorts<'m> + 'm> {
    match plan.links.edges {
        Edges::Words => Box::new(WordEdges::inputs(m, plan)),
        Edges::Streams => Box::new(StreamEdges::place(m, name, plan)),
    }
}
