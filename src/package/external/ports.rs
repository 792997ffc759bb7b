//! The ports of a core for frames in external memory, and their meanings.

use crate::external::External;
use crate::package::ports::{Port, MEMORY_EVENTS};
use crate::package::registers::LITE;
use crate::rtl;

/// Meanings of the ports.
const MEANINGS: [(&str, &str); 37] = [
    ("clk", "clock, rising edge"),
    ("rst", "synchronous reset, active high"),
    ("aresetn", "synchronous reset, active low"),
    ("m_axi_arid", "memory: 0, because answers come in the order of requests"),
    ("m_axi_araddr", "memory: byte address of a burst to read"),
    ("m_axi_arlen", "memory: beats of the burst less one"),
    ("m_axi_arsize", "memory: logarithm of the bytes of a beat"),
    ("m_axi_arburst", "memory: 1, addresses increase"),
    ("m_axi_arcache", "memory: 3, modifiable and bufferable"),
    ("m_axi_arprot", "memory: 0"),
    ("m_axi_arvalid", "memory: a burst to read is requested"),
    ("m_axi_arready", "memory: the request is taken"),
    ("m_axi_rid", "memory: ignored"),
    ("m_axi_rdata", "memory: a beat that is read"),
    ("m_axi_rresp", "memory: 2 or 3 ends the run with an error"),
    ("m_axi_rlast", "memory: last beat of a burst"),
    ("m_axi_rvalid", "memory: a beat is there"),
    ("m_axi_rready", "memory: the core takes the beat"),
    ("m_axi_awid", "memory: 0, because answers come in the order of requests"),
    ("m_axi_awaddr", "memory: byte address of a burst to write"),
    ("m_axi_awlen", "memory: beats of the burst less one"),
    ("m_axi_awsize", "memory: logarithm of the bytes of a beat"),
    ("m_axi_awburst", "memory: 1, addresses increase"),
    ("m_axi_awcache", "memory: 3, modifiable and bufferable"),
    ("m_axi_awprot", "memory: 0"),
    ("m_axi_awvalid", "memory: a burst to write is requested"),
    ("m_axi_awready", "memory: the request is taken"),
    ("m_axi_wdata", "memory: a beat to write"),
    ("m_axi_wstrb", "memory: bytes that are written: all, or after an error none"),
    ("m_axi_wlast", "memory: last beat of a burst"),
    ("m_axi_wvalid", "memory: a beat to write is there"),
    ("m_axi_wready", "memory: the beat is taken"),
    ("m_axi_bid", "memory: ignored"),
    ("m_axi_bresp", "memory: 2 or 3 ends the run with an error"),
    ("m_axi_bvalid", "memory: the response to a write is there"),
    ("m_axi_bready", "memory: the core takes the response: always"),
    ("irq", "high from the end of a run to the next start"),
];

/// Channels in the order of the list, by the beginnings of the names of their ports.
const CHANNELS: [&str; 13] = [
    "clk", "rst", "aresetn", "s_axi_aw", "s_axi_w", "s_axi_b", "s_axi_ar", "s_axi_r", "m_axi_ar", "m_axi_r",
    "m_axi_aw", "m_axi_w", "m_axi_b",
];

/// Lists all ports: clock and reset, control, memory, and the interrupt.
pub(super) fn ports(core: &External) -> Vec<Port> {
    let top = &core.top;
    let meaning = |name: &str| {
        let known = MEANINGS.iter().chain(&LITE).chain(&MEMORY_EVENTS).find(|(known, _)| *known == name);
        known.map_or(String::new(), |(_, text)| text.to_string())
    };
    let port = |direction, name: &str, width| Port {
        name: name.to_string(),
        direction,
        width,
        meaning: meaning(name),
        packing: None,
    };
    let width = |port: &rtl::Port| port.fields.iter().map(|&field| top.width(field)).sum();
    let inputs = top.inputs.iter().map(|found| port("input", &found.name, width(found)));
    let outputs = top.outputs.iter().map(|found| port("output", &found.name, width(found)));
    let mut ports: Vec<Port> = [port("input", "clk", 1)].into_iter().chain(inputs).chain(outputs).collect();
    ports.sort_by_key(|port| {
        let channel = CHANNELS.iter().position(|channel| port.name.starts_with(channel)).unwrap_or(CHANNELS.len());
        // Within a channel, `valid` and `ready` come last.
        (channel, ["valid", "ready"].iter().position(|end| port.name.ends_with(end)).map_or(0, |place| place + 1))
    });
    ports
}
