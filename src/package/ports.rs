//! The ports of a top module, and what is on them.

use super::Side;
use crate::design::Design;
use crate::rtl;
use serde::Serialize;

/// A port, as the manifest and the README list it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Port {
    pub name: String,
    pub direction: &'static str,
    /// Bits.
    pub width: u32,
    pub meaning: String,
    /// Where the samples are in a data bus; none for a control signal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packing: Option<Packing>,
}

/// Lane k is at bits `[k · sample_bits +: sample_bits]`, the real part low, the imaginary part high; or it is a real sample,
/// as wide as a component.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Packing {
    pub lanes: usize,
    pub sample_bits: u32,
    /// Bits of a component with its padding, and without.
    pub component_slot_bits: u32,
    pub component_bits: u32,
}

/// What each port means. A port of any interface has a row here.
const MEANINGS: [(&str, &str); 27] = [
    ("clk", "clock, rising edge"),
    ("rst", "synchronous reset, active high"),
    ("s_axis_tdata", "a beat of input points; spare lanes and padding are ignored"),
    ("s_axis_tvalid", "the source offers a beat"),
    ("s_axis_tready", "the core takes a beat"),
    ("s_axis_tlast", "last beat of a frame; only checked, frames are counted"),
    ("m_axis_tdata", "a beat of output points; spare lanes are zero, padding repeats the sign"),
    ("m_axis_tvalid", "the core offers a beat"),
    ("m_axis_tready", "the sink takes a beat"),
    ("m_axis_tlast", "last beat of a frame"),
    ("s_axis_config_tdata", "a configuration word; padding is ignored"),
    ("s_axis_config_tvalid", "the source offers a configuration word"),
    ("s_axis_config_tready", "the core takes a configuration word"),
    ("m_axis_tuser", "the frame's exponent e in each of its beats, two's complement: results are words times 2^e"),
    ("event_tlast_missing", "pulse: a frame's last beat came without tlast"),
    ("event_tlast_unexpected", "pulse: tlast came before a frame's last beat"),
    ("event_overflow", "pulse: a value of some stage was too large for its word"),
    ("overflow_count", "cycles in which event_overflow was high, since the reset; stays at its largest"),
    ("overflow", "in an enabled cycle: a value of some stage was too large for its word"),
    ("ce", "clock enable of the whole core"),
    ("in_start", "first beat of a frame; the other beats follow in the next enabled cycles"),
    ("in_config", "the configuration word of the frame, with in_start"),
    ("out_config", "the configuration word of the frame that goes out, from out_start to its last beat"),
    ("in_data", "a beat of input points; spare lanes are ignored"),
    ("out_start", "first beat of a frame; the other beats follow in the next enabled cycles"),
    ("out_data", "a beat of output points; spare lanes are zero"),
    ("out_exponent", "the frame's exponent e in all its beats, two's complement: results are words times 2^e"),
];

/// The same where points pass by halves.
const HALVES: [(&str, &str); 2] = [
    ("s_axis_tdata", "a real sample; padding is ignored"),
    ("m_axis_tdata", "a real sample; padding repeats the sign"),
];

/// The ports in the order of the module.
pub(super) fn ports(design: &Design) -> Vec<Port> {
    let top = &design.top;
    let side = |direction: &str| if direction == "input" { Side::In } else { Side::Out };
    let bus = |side: Side| {
        let (slot, component_bits, stream) = (side.slot(design), side.component(design), side.stream(design));
        let (lanes, parts) = (stream.lanes(), (stream.components / stream.lanes()) as u32);
        Packing { lanes, sample_bits: parts * slot, component_slot_bits: slot, component_bits }
    };
    let meaning = |direction: &str, name: &str| {
        let is_half = side(direction).stream(design).components == 1;
        let known = HALVES.iter().filter(|_| is_half).chain(&MEANINGS).find(|(known, _)| *known == name);
        known.map_or(String::new(), |(_, text)| text.to_string())
    };
    let port = |direction, name: &str, width| Port {
        name: name.to_string(),
        direction,
        width,
        meaning: meaning(direction, name),
        packing: (name.ends_with("data") && !name.contains("config")).then(|| bus(side(direction))),
    };
    let width = |port: &rtl::Port| port.fields.iter().map(|&field| top.width(field)).sum();
    let clock = top.is_clocked().then(|| port("input", "clk", 1));
    let inputs = top.inputs.iter().map(|p| port("input", &p.name, width(p)));
    let outputs = top.outputs.iter().map(|p| port("output", &p.name, width(p)));
    clock.into_iter().chain(inputs).chain(outputs).collect()
}
