//! The ports of an array, and their meanings.

use crate::array::Array;
use crate::package::ports::Port;
use crate::rtl;

/// Ports in the order of the list, with their meanings.
const MEANINGS: [(&str, &str); 10] = [
    ("clk", "clock, rising edge"),
    ("rst", "synchronous reset, active high"),
    ("aresetn", "synchronous reset, active low"),
    ("start", "starts a frame, behind the one that is under way"),
    ("west", "link words of a frame, one of each row, the first row lowest"),
    ("east", "link words of results, one of each row, the first row lowest"),
    ("loading", "words come by west in this clock cycle"),
    ("computing", "the frame is transformed"),
    ("unloading", "words leave by east in this clock cycle"),
    ("overflow", "a value of the frame was too large for its word"),
];

/// Lists all ports.
pub(super) fn ports(array: &Array) -> Vec<Port> {
    let top = &array.top;
    let place = |name: &str| MEANINGS.iter().position(|(known, _)| *known == name);
    let port = |direction, name: &str, width| Port {
        name: name.to_string(),
        direction,
        width,
        meaning: place(name).map_or(String::new(), |place| MEANINGS[place].1.to_string()),
        packing: None,
    };
    let width = |port: &rtl::Port| port.fields.iter().map(|&field| top.width(field)).sum();
    let inputs = top.inputs.iter().map(|found| port("input", &found.name, width(found)));
    let outputs = top.outputs.iter().map(|found| port("output", &found.name, width(found)));
    let mut ports: Vec<Port> = [port("input", "clk", 1)].into_iter().chain(inputs).chain(outputs).collect();
    ports.sort_by_key(|port| place(&port.name));
    ports
}
