//! Rows with an AXI4-Stream at either end. Buffers of a frame stand between the streams and the elements, which do not pause.
//!
//! A row is ready for a frame when its west buffer has all words of it, and its east buffer has room for its results. That all rows are ready goes
//! down the first column, a register a row, and starts the frame.

use super::buffers::{east_buffer, west_buffer};
use super::row_ports::{Given, RowPorts};
use crate::array::plan::Plan;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// The buffers of all rows.
pub(super) struct StreamEdges {
    reset: Net,
    rows: Vec<Row>,
    west: Vec<Net>,
}

/// The ends of a row.
struct Row {
    west: WestBuffer,
    east: EastBuffer,
}

/// A west buffer in its place.
struct WestBuffer {
    number: usize,
    /// Valid and word of the stream.
    stream: [Net; 2],
    ready: Net,
    word: Net,
    has_frame: Net,
}

/// An east buffer in its place.
struct EastBuffer {
    number: usize,
    /// Ready of the stream.
    taken: Net,
    valid: Net,
    word: Net,
    last: Net,
    has_room: Net,
}

impl WestBuffer {
    fn place(m: &mut Module, row: usize, bits: u32, buffer: &Arc<Module>) -> Self {
        let valid = m.input(format!("s_axis_row{row}_tvalid"), 1);
        let data = m.input(format!("s_axis_row{row}_tdata"), bits.next_multiple_of(8));
        let (number, outputs) = m.place(format!("west_{row}"), buffer);
        let [ready, word, has_frame] = [0, 1, 2].map(|port: usize| outputs[port][0]);
        WestBuffer { number, stream: [valid, m.slice(data, 0, bits)], ready, word, has_frame }
    }
}

impl EastBuffer {
    fn place(m: &mut Module, row: usize, buffer: &Arc<Module>) -> Self {
        let taken = m.input(format!("m_axis_row{row}_tready"), 1);
        let (number, outputs) = m.place(format!("east_{row}"), buffer);
        let [valid, word, last, has_room] = [0, 1, 2, 3].map(|port: usize| outputs[port][0]);
        EastBuffer { number, taken, valid, word, last, has_room }
    }
}

impl StreamEdges {
    /// Adds the inputs and places the buffers. `name`: that of the top module.
    pub fn place(m: &mut Module, name: &str, plan: &Plan, reset: Net) -> Self {
        let (bits, words) = (plan.links.bits, plan.row_words());
        let west = Arc::new(west_buffer(&format!("{name}_west"), bits, words));
        let east = Arc::new(east_buffer(&format!("{name}_east"), bits, words));
        let [_, rows] = plan.topology.lengths();
        let row =
            |row: usize| Row { west: WestBuffer::place(m, row, bits, &west), east: EastBuffer::place(m, row, &east) };
        let rows: Vec<Row> = (0..rows).map(row).collect();
        let west = rows.iter().map(|row| row.west.word).collect();
        StreamEdges { reset, rows, west }
    }
}

impl RowPorts for StreamEdges {
    fn start(&self, m: &mut Module, waiting: Net, loading: Net) -> Net {
        let always = m.constant(1, 1);
        let ready = self.rows.iter().rev().fold(always, |behind, row| {
            let is_ready = m.and(row.west.has_frame, row.east.has_room);
            let ready = m.and(behind, is_ready);
            m.register(ready, Some(0))
        });
        m.name(ready, "rows_ready");
        // A frame that has started has the words in the buffers until they have left them.
        let claimed = m.state(1, Some(0));
        m.name(claimed, "is_claimed");
        let held = m.or(claimed, waiting);
        let is_free = m.not(held);
        let start = m.and(ready, is_free);
        let was_loading = m.register(loading, Some(0));
        m.name(was_loading, "was_loading");
        let is_taken = m.not(loading);
        let is_taken = m.and(was_loading, is_taken);
        let stays = m.not(is_taken);
        let stays = m.and(claimed, stays);
        let next = m.or(start, stays);
        m.drive(claimed, next);
        start
    }

    fn west(&self) -> &[Net] {
        &self.west
    }

    fn connect(&self, m: &mut Module, given: &Given) {
        for (number, Row { west, east }) in self.rows.iter().enumerate() {
            let (loading, unloading, leaves) = (given.loading[number], given.unloading[number], given.east[number]);
            let [valid, word] = west.stream;
            let connected = |inputs: &[Net]| inputs.iter().map(|&net| vec![net]).collect();
            m.connect(west.number, connected(&[self.reset, valid, word, loading]));
            m.connect(east.number, connected(&[self.reset, unloading, leaves, loading, east.taken]));
            m.output(format!("s_axis_row{number}_tready"), west.ready);
            m.output(format!("m_axis_row{number}_tvalid"), east.valid);
            let bits = m.width(east.word);
            let data = m.extend(east.word, bits.next_multiple_of(8));
            m.output(format!("m_axis_row{number}_tdata"), data);
            m.output(format!("m_axis_row{number}_tlast"), east.last);
        }
    }
}
