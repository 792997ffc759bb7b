//! Rows with an AXI4-Stream at either end. Buffers of a frame stand between the streams and the elements, which do
//! not pause.
//!
//! A row is ready for a frame when its west buffer has all words of it, and its east buffer has room for its results.
//! That all rows are ready goes down the first column, a register a row, and starts the frame.

use super::buffers::{east_buffer, west_buffer};
use super::row_ports::{Given, RowPorts};
use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

/// The buffers of all rows.
pub(super) struct StreamEdges<'m> {
    m: &'m Builder,
    rows: Vec<Row<'m>>,
    west: Vec<Sig<'m>>,
}

/// The buffers at the ends of a row.
struct Row<'m> {
    west: Placed<'m>,
    east: Placed<'m>,
}

impl<'m> StreamEdges<'m> {
    /// Adds the inputs and places the buffers. `name`: that of the top module.
    pub fn place(m: &'m Builder, name: &str, plan: &Plan) -> Self {
        let (bits, words) = (plan.links.bits, plan.row_words());
        let west = Arc::new(west_buffer(&format!("{name}_west"), bits, words));
        let east = Arc::new(east_buffer(&format!("{name}_east"), bits, words));
        let [_, rows] = plan.topology.lengths();
        let rows = (0..rows).map(|row| {
            let valid = m.input(format!("s_axis_row{row}_tvalid"), 1);
            let data = m.input(format!("s_axis_row{row}_tdata"), bits.next_multiple_of(8));
            let west = m.place(format!("west_{row}"), west.clone());
            west.set("rst", m.reset()).set("in_valid", valid).set("in_data", data.bits(0, bits));
            let taken = m.input(format!("m_axis_row{row}_tready"), 1);
            let east = m.place(format!("east_{row}"), east.clone());
            east.set("rst", m.reset()).set("out_take", taken);
            Row { west, east }
        });
        let rows: Vec<Row> = rows.collect();
        let west = rows.iter().map(|row| row.west.out("word")).collect();
        StreamEdges { m, rows, west }
    }
}

impl<'m> RowPorts<'m> for StreamEdges<'m> {
    #[hdl]
    fn start(&self, waiting: Sig<'m>, loading: Sig<'m>) -> Sig<'m> {
        let rows_ready = self.rows.iter().rev().fold(self.m.high(), |behind, row| {
            let is_ready = row.west.out("has_frame") & row.east.out("has_room");
            (behind & is_ready).later_with_reset(1)
        });
        // A frame that has started has the words in the buffers until they have left them.
        let is_claimed = self.m.state(1, 0);
        let start = rows_ready & !(is_claimed | waiting);
        let was_loading = loading.later_with_reset(1);
        is_claimed.next(start | is_claimed & !(was_loading & !loading));
        start
    }

    fn west(&self) -> &[Sig<'m>] {
        &self.west
    }

    fn connect(&self, given: &Given<'m>) {
        let m = self.m;
        for (row, Row { west, east }) in self.rows.iter().enumerate() {
            west.set("loading", given.loading[row]);
            east.set("in_valid", given.unloading[row])
                .set("in_data", given.east[row])
                .set("loading", given.loading[row]);
            m.output(format!("s_axis_row{row}_tready"), west.out("in_ready"));
            m.output(format!("m_axis_row{row}_tvalid"), east.out("out_valid"));
            let word = east.out("out_data");
            m.output(format!("m_axis_row{row}_tdata"), word.extend(word.width().next_multiple_of(8)));
            m.output(format!("m_axis_row{row}_tlast"), east.out("out_last"));
        }
    }
}
