//! The ports of a top module and their meanings.

use super::registers::LITE;
use super::side::Side;
use crate::arch::ports::{Stall, TlastMark};
use crate::arch::registers;
use crate::design::Design;
use crate::format::Format;
use crate::pipeline::{Padding, SampleCoding};
use crate::protect::Events;
use crate::rtl;
use schemars::JsonSchema;
use serde::Serialize;

/// Port, as the manifest and the README list it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Port {
    /// Name in the netlist.
    pub name: String,
    /// Direction: `input` or `output`.
    pub direction: &'static str,
    /// Width in bits.
    pub width: u32,
    /// What the port carries.
    pub meaning: String,
    /// Places of the samples in a data bus. None for a control signal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packing: Option<Packing>,
}

/// Places of samples in a data bus. Lane k is at bits `[k · sample_bits +: sample_bits]`, with the real part low and
/// the imaginary part high unless `imaginary_low` says otherwise, or it is a real sample as wide as a component.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Packing {
    pub lanes: usize,
    pub sample_bits: u32,
    /// Bits of a component with its padding. `component_bits` is without.
    pub component_slot_bits: u32,
    pub component_bits: u32,
    /// Whether words are offset binary: two's complement with an inverted sign bit.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(default)]
    pub offset_binary: bool,
    /// Whether the imaginary part of a sample is low and the real part high.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(default)]
    pub imaginary_low: bool,
    /// Whether a component is a number in two's complement. Else it is floating point or offset binary.
    #[serde(skip)]
    #[schemars(skip)]
    pub is_signed: bool,
}

impl Packing {
    /// Whether a sample has a real and an imaginary part.
    pub fn is_complex(&self) -> bool {
        self.sample_bits > self.component_slot_bits
    }
}

/// Returns the reset port and whether it is active low. `None` if there is no reset.
pub(super) fn reset(ports: &[Port]) -> Option<(&'static str, bool)> {
    let resets = [("rst", false), ("aresetn", true)];
    resets.into_iter().find(|(name, _)| ports.iter().any(|port| port.name == *name))
}

/// Whether a property is not worth a line.
fn is_false(property: &bool) -> bool {
    !property
}

/// Meanings of the ports of all interfaces.
const MEANINGS: [(&str, &str); 42] = [
    ("clk", "clock, rising edge"),
    ("rst", "synchronous reset, active high"),
    ("aresetn", "synchronous reset, active low"),
    ("s_axis_tdata", "a beat of input points; spare lanes and padding are ignored"),
    ("s_axis_tvalid", "the source offers a beat"),
    ("s_axis_tready", "the core takes a beat"),
    ("s_axis_tlast", "last beat of a frame; only checked, frames are counted"),
    ("s_axis_tkeep", "the bytes of a beat that hold points; only checked"),
    ("m_axis_tdata", "a beat of output points; spare lanes are zero, padding repeats the sign"),
    ("m_axis_tvalid", "the core offers a beat"),
    ("m_axis_tready", "the sink takes a beat"),
    ("m_axis_tlast", "last beat of a frame"),
    ("m_axis_tkeep", "the bytes of a beat that hold points: all, but for the spare lanes of a frame's last beat"),
    ("s_axis_config_tdata", "a configuration word; padding is ignored"),
    ("s_axis_config_tvalid", "the source offers a configuration word"),
    ("s_axis_config_tready", "the core takes a configuration word"),
    (
        "s_axis_matrix_tdata",
        "a coefficient of the matrix, row by row, or the factor 1/z of a node: the real part low, \
        the imaginary part high",
    ),
    ("s_axis_matrix_tvalid", "the source offers a coefficient"),
    ("s_axis_matrix_tready", "the core takes a coefficient"),
    ("m_axis_tuser", "the frame's exponent e in each of its beats, two's complement: results are words times 2^e"),
    ("event_tlast_missing", "pulse: a frame's last beat came without tlast"),
    ("event_tlast_unexpected", "pulse: tlast came before a frame's last beat"),
    ("event_tkeep_unexpected", "pulse: a beat came with other bytes in tkeep than points are in"),
    ("dropped_count", "frames dropped since the reset: cut short, or skipped up to tlast; stays at its largest"),
    ("event_underrun", "pulse: the source paused within a frame; results are wrong until a reset"),
    ("event_overrun", "pulse: the sink was not ready, and a beat is lost"),
    ("event_overflow", "pulse: a value of some stage was too large for its word"),
    ("overflow_count", "cycles in which event_overflow was high, since the reset; stays at its largest"),
    MEMORY_EVENTS[0],
    MEMORY_EVENTS[1],
    MEMORY_EVENTS[2],
    MEMORY_EVENTS[3],
    ("overflow", "in an enabled cycle: a value of some stage was too large for its word"),
    ("ce", "clock enable of the whole core"),
    ("in_start", "first beat of a frame; the other beats follow in the next enabled cycles"),
    ("in_config", "the configuration word of the frame, with in_start"),
    ("out_config", "the configuration word of the frame that goes out, from out_start to its last beat"),
    ("in_data", "a beat of input points; spare lanes are ignored"),
    ("out_start", "first beat of a frame; the other beats follow in the next enabled cycles"),
    ("out_data", "a beat of output points; spare lanes are zero"),
    ("out_exponent", "the frame's exponent e in all its beats, two's complement: results are words times 2^e"),
    ("out_overflow", OVERFLOW.1),
];

/// Events of memories with check bits, of cores of all kinds.
pub(super) const MEMORY_EVENTS: [(&str, &str); 4] = [
    (Events::OF_PORTS.error, MEMORY_ERROR),
    (Events::OF_PORTS.corrected, MEMORY_CORRECTED),
    (Events::INSIDE.error, MEMORY_ERROR),
    (Events::INSIDE.corrected, MEMORY_CORRECTED),
];

const MEMORY_ERROR: &str = "pulse: a word of a memory was wrong as it was read; results may be wrong until a reset";

const MEMORY_CORRECTED: &str = "pulse: a bit of a word of a memory was wrong as it was read, and has been corrected";

/// Whether a port tells of errors in memories.
pub(super) fn is_memory_event(name: &str) -> bool {
    MEMORY_EVENTS.iter().any(|(event, _)| *event == name)
}

/// Names of the ports that tell of errors in memories.
pub(super) fn memory_events(ports: &[Port]) -> Vec<&str> {
    ports.iter().map(|port| port.name.as_str()).filter(|name| is_memory_event(name)).collect()
}

/// Meanings that differ if `tlast` marks the frames.
const RESYNC: [(&str, &str); 3] = [
    ("s_axis_tlast", "last beat of a frame; one that it cuts short is dropped"),
    ("event_tlast_missing", "pulse: a frame's last beat came without tlast; beats are skipped until it comes"),
    ("event_tlast_unexpected", "pulse: tlast came before a frame's last beat; the frame is dropped"),
];

/// Meanings that differ if `tlast` marks rows.
const ROWS: [(&str, &str); 8] = [
    ("s_axis_tlast", "last beat of a row; only checked, frames are counted"),
    ("s_axis_tuser", "first beat of a frame; only checked, frames are counted"),
    ("m_axis_tlast", "last beat of a row"),
    ("m_axis_tuser", "first beat of a frame"),
    ("event_tlast_missing", "pulse: a row's last beat came without tlast"),
    ("event_tlast_unexpected", "pulse: tlast came before a row's last beat"),
    ("event_tuser_missing", "pulse: a frame's first beat came without tuser"),
    ("event_tuser_unexpected", "pulse: tuser came after a frame's first beat"),
];

/// Meanings that differ if `tuser` marks the frames.
const RESYNC_BY_START: [(&str, &str); 5] = [
    ("s_axis_tlast", "last beat of a row; only checked"),
    ("s_axis_tuser", "first beat of a frame; a frame that it cuts short is dropped"),
    ("event_tuser_missing", "pulse: a beat after a frame came without tuser; beats are skipped until it comes"),
    ("event_tuser_unexpected", "pulse: tuser came before a frame's last beat; the frame is dropped"),
    ("dropped_count", "frames dropped since the reset: cut short, or skipped up to tuser; stays at its largest"),
];

/// Meaning of `m_axis_tuser` with a mark below the exponent.
const START_AND_EXPONENT: (&str, &str) = (
    "m_axis_tuser",
    "bit 0: first beat of a frame; above it the frame's exponent e in each of its beats, two's complement: results are \
     words \
     times 2^e",
);

/// Meaning of `m_axis_tuser` with a mark of overflows.
const OVERFLOW: (&str, &str) = (
    "m_axis_tuser",
    "a value of the frame was too large for its word: up to this beat for certain, and in the frame's last beat in all \
     of it",
);

/// Meaning of `m_axis_tuser` with a mark of overflows above that of the first beat.
const START_AND_OVERFLOW: (&str, &str) = (
    "m_axis_tuser",
    "bit 0: first beat of a frame; bit 1: a value of the frame was too large for its word, up to this beat for \
     certain, and in the \
     frame's last beat in all of it",
);

/// Meanings that differ if rows are padded.
const PADDED: [(&str, &str); 1] =
    [("m_axis_tkeep", "the bytes of a beat that hold points: all, but for the spare lanes of a row's last beat")];

/// Meanings that differ if neither side pauses within a frame.
const WITHOUT_STALLS: [(&str, &str); 5] = [
    ("s_axis_tvalid", "the source offers a beat; stays high within a frame"),
    ("m_axis_tready", "the sink takes a beat; the core does not wait for it"),
    ("overflow", "a value of some stage was too large for its word"),
    ("in_start", "first beat of a frame; the other beats follow in the next cycles"),
    ("out_start", "first beat of a frame; the other beats follow in the next cycles"),
];

/// Meanings that differ if points pass by halves.
const HALVES: [(&str, &str); 2] = [
    ("s_axis_tdata", "a real sample; padding is ignored"),
    ("m_axis_tdata", "a real sample; padding repeats the sign"),
];

/// Groups of ports by the beginnings of their names, in the order of the lists. Within a group, ports are in the order
/// of the module.
const GROUPS: [&[&str]; 8] = [
    &["clk"],
    &["rst", "aresetn"],
    &["ce"],
    &[registers::PREFIX],
    &["s_axis_config", "s_axis_matrix", "in_config"],
    &["s_axis", "in_"],
    &["m_axis", "out_"],
    &[""],
];

/// Lists all ports: clock and reset, then slaves, the master, and events.
pub(super) fn ports(design: &Design) -> Vec<Port> {
    let top = &design.top;
    let side = |direction: &str| if direction == "input" { Side::In } else { Side::Out };
    let bus = |side: Side| {
        let (slot, component_bits, stream) = (side.slot(design), side.component(design), side.stream(design));
        let (lanes, parts) = (stream.lanes(), (stream.components / stream.lanes()) as u32);
        let SampleCoding { is_offset, is_swapped } = design.config.codings()[side as usize];
        Packing {
            lanes,
            sample_bits: parts * slot,
            component_slot_bits: slot,
            component_bits,
            offset_binary: is_offset,
            imaginary_low: is_swapped,
            is_signed: !is_offset && matches!(side.format(design), Format::Fixed(_)),
        }
    };
    let meaning = |direction: &str, name: &str| {
        let is_half = side(direction).stream(design).components == 1;
        let (resync, by_row) = (design.config.resync, design.config.tlast == TlastMark::Row);
        let padded = design.config.padding == Padding::Rows;
        let start = by_row && design.pipeline().exponent_bits().is_some();
        let marks = design.marks_overflow();
        let tables: [(bool, &[(&str, &str)]); 10] = [
            (marks && by_row, &[START_AND_OVERFLOW]),
            (marks, &[OVERFLOW]),
            (design.config.stall == Stall::None, &WITHOUT_STALLS),
            (is_half, &HALVES),
            (start, &[START_AND_EXPONENT]),
            (resync && by_row, &RESYNC_BY_START),
            (by_row, &ROWS),
            (resync, &RESYNC),
            (padded, &PADDED),
            (true, &MEANINGS),
        ];
        let rows = tables.into_iter().filter(|(holds, _)| *holds).flat_map(|(_, table)| table).chain(&LITE);
        let known = rows.into_iter().find(|(known, _)| *known == name);
        known.map_or(String::new(), |(_, text)| text.to_string())
    };
    let port = |direction, name: &str, width| Port {
        name: name.to_string(),
        direction,
        width,
        meaning: meaning(direction, name),
        packing: (name.ends_with("data")
            && !["config", "matrix", registers::PREFIX].iter().any(|other| name.contains(other)))
        .then(|| bus(side(direction))),
    };
    let width = |port: &rtl::Port| port.fields.iter().map(|&field| top.width(field)).sum();
    let clock = top.is_clocked().then(|| port("input", "clk", 1));
    let inputs = top.inputs.iter().map(|p| port("input", &p.name, width(p)));
    let outputs = top.outputs.iter().map(|p| port("output", &p.name, width(p)));
    let mut ports: Vec<Port> = clock.into_iter().chain(inputs).chain(outputs).collect();
    let group = |port: &Port| {
        GROUPS.iter().position(|names| names.iter().any(|name| port.name.starts_with(name))).unwrap_or(GROUPS.len())
    };
    ports.sort_by_key(group);
    ports
}
