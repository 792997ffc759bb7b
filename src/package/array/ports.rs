//! The ports of an array, and their meanings.

use crate::array::Array;
use crate::package::ports::{Port, MEMORY_EVENTS};
use crate::rtl;

/// Ports in the order of the list, with their meanings.
const MEANINGS: [(&str, &str); 17] = [
    ("clk", "clock, rising edge"),
    ("rst", "synchronous reset, active high"),
    ("aresetn", "synchronous reset, active low"),
    ("start", "starts a frame, after the one that is under way"),
    ("west", "link words of a frame, one of each row, the first row lowest"),
    ("east", "link words of results, one of each row, the first row lowest"),
    ("loading", "words come by west in this clock cycle"),
    ("computing", "the frame is transformed"),
    ("unloading", "words leave by east in this clock cycle"),
    ("overflow", "a value of the frame was too large for its word"),
    ("s_axis_row_tvalid", "a link word of a frame comes to the row"),
    (
        "s_axis_row_tdata",
        "the link word, in the lowest bits; words follow frame by frame, those of the last element of the row first",
    ),
    ("s_axis_row_tready", "the row takes a word"),
    ("m_axis_row_tvalid", "a link word of results leaves the row"),
    ("m_axis_row_tdata", "the link word, in the lowest bits"),
    ("m_axis_row_tlast", "the word is the last of the row's results of a frame"),
    ("m_axis_row_tready", "the sink takes a word"),
];

/// Lists all ports.
pub(super) fn ports(array: &Array) -> Vec<Port> {
    let top = &array.top;
    let meanings: Vec<(&str, &str)> = MEANINGS.into_iter().chain(MEMORY_EVENTS).collect();
    // Ports of rows are alike but for the number.
    let place = |name: &str| {
        let name: String = name.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        meanings.iter().position(|(known, _)| *known == name)
    };
    let row = |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>().parse::<usize>().ok();
    let port = |direction, name: &str, width| Port {
        name: name.to_string(),
        direction,
        width,
        meaning: place(name).map_or(String::new(), |place| meanings[place].1.to_string()),
        packing: None,
    };
    let width = |port: &rtl::Port| port.fields.iter().map(|&field| top.width(field)).sum();
    let inputs = top.inputs.iter().map(|found| port("input", &found.name, width(found)));
    let outputs = top.outputs.iter().map(|found| port("output", &found.name, width(found)));
    let mut ports: Vec<Port> = [port("input", "clk", 1)].into_iter().chain(inputs).chain(outputs).collect();
    ports.sort_by_key(|port| (row(&port.name), place(&port.name)));
    ports
}
