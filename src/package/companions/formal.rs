//! Properties of the ports for Yosys and SymbiYosys, proved for any behaviour of the other side and for any time.
//!
//! The core computes anything: it is replaced by its contract, which is the least distance of frames and how many are
//! within. That a core keeps it, is what its simulation shows.

use super::bus::{Bus, Protocol};
use super::outline::{Outline, PortStyle};
use crate::design::Config;
use crate::package::build::Build;
use crate::package::file::File;
use crate::package::side::Side;
use crate::package::template::fill;
use crate::parts::Reset;
use crate::rtl::{address_bits, Module};
use serde::Serialize;

/// Holes of the templates.
#[derive(Serialize)]
struct Proof<'a> {
    build: &'a Build<'a>,
    core: Contract<'a>,
    inputs: Vec<Wire<'a>>,
    outputs: Vec<Wire<'a>>,
    /// Streams that leave.
    streams: Vec<Leaving<'a>>,
    /// An expression that is high during a reset.
    reset: &'static str,
    frames: Option<Frames>,
}

/// What a core promises, whatever it computes.
#[derive(Serialize)]
struct Contract<'a> {
    name: &'a str,
    inputs: Vec<Wire<'a>>,
    outputs: Vec<Wire<'a>>,
    /// Outputs that may have any value of as many bits, which the clock enable holds.
    held: Vec<&'a str>,
    held_bits: u32,
    /// Least distance of frames in clock cycles with the clock enable high.
    interval: usize,
    age_bits: u32,
    /// Most frames within.
    most: usize,
    inside_bits: u32,
}

#[derive(Serialize)]
struct Wire<'a> {
    name: &'a str,
    /// `[7:0] `, or nothing for a bit.
    range: String,
}

/// A stream that leaves.
#[derive(Serialize)]
struct Leaving<'a> {
    bus: &'a str,
    /// What a beat has.
    payload: Vec<&'a str>,
    bits: u32,
}

/// Frames that are told apart by their beats.
#[derive(Serialize)]
struct Frames {
    in_beats: usize,
    in_bits: u32,
    /// Beats from one mark of `tlast` to the next.
    marked_beats: usize,
    marked_bits: u32,
    /// Whether the core goes on unless a side of it pauses.
    has_progress: bool,
    /// Most clock cycles until it does.
    waits: usize,
    wait_bits: u32,
}

/// Refuses cores whose ports are not around a core of their own.
pub(super) fn refuse(style: PortStyle, config: &Config) -> Option<String> {
    let streams = matches!(style, PortStyle::Stream | PortStyle::Product | PortStyle::LoadedProduct);
    let why = match (streams, config.reset) {
        (false, _) => "properties are of AXI4-Stream ports around a core, and this one has others",
        (true, Reset::None) => "a proof begins with a reset, and this core has none",
        (true, _) if !config.runtime.sizes.is_empty() => "frames of several sizes have no least distance",
        (true, _) => return None,
    };
    Some(why.into())
}

pub(super) fn files(outline: &Outline) -> Vec<File> {
    let Some(proof) = Proof::new(outline) else { return vec![] };
    let templates = [
        ("sv", include_str!("../../../templates/companions/formal.sv.hbs")),
        ("ys", include_str!("../../../templates/companions/formal.ys.hbs")),
        ("sby", include_str!("../../../templates/companions/formal.sby.hbs")),
    ];
    templates.map(|(ending, text)| File::new(format!("{}_formal.{ending}", outline.name()), fill(text, &proof))).into()
}

impl<'a> Proof<'a> {
    fn new(outline: &'a Outline) -> Option<Self> {
        let design = outline.design?;
        let (timing, config) = (design.timing(), &design.config);
        let buses = outline.buses();
        let sources = buses.iter().filter(|bus| bus.protocol == Protocol::Stream && !bus.is_master);
        let [entering, leaving] = [Side::In, Side::Out].map(|side| side.stream(design));
        // A frame that is dropped has fewer beats.
        let frames = (!config.resync).then(|| {
            let marked_beats = leaving.tlast_row_beats.unwrap_or(leaving.beats);
            let waits = config.clocks_per_beat() + 1;
            Frames {
                waits,
                wait_bits: address_bits(waits + 1),
                in_beats: entering.beats,
                in_bits: address_bits(entering.beats),
                marked_beats,
                marked_bits: address_bits(marked_beats),
                has_progress: sources.count() == 1,
            }
        });
        let ports = |direction: &str| {
            let ports = outline.ports.iter().filter(|port| port.direction == direction);
            ports.map(|port| Wire::new(&port.name, port.width)).collect()
        };
        Some(Proof {
            build: &outline.build,
            core: Contract::new(&design.core, timing.interval, timing.latency),
            inputs: ports("input"),
            outputs: ports("output"),
            streams: buses.iter().filter_map(Leaving::new).collect(),
            reset: if outline.reset()?.1 { "!aresetn" } else { "rst" },
            frames,
        })
    }
}

impl<'a> Contract<'a> {
    fn new(core: &'a Module, interval: usize, latency: usize) -> Self {
        let wires = |ports: &'a [crate::rtl::Port]| {
            let width = |port: &crate::rtl::Port| port.fields.iter().map(|net| core.width(*net)).sum();
            ports.iter().map(move |port| (port.name.as_str(), width(port))).collect::<Vec<(&str, u32)>>()
        };
        let outputs = wires(&core.outputs);
        let held: Vec<_> = outputs.iter().filter(|(name, _)| *name != "out_start").collect();
        let most = latency.div_ceil(interval) + 1;
        let clock = core.is_clocked().then(|| Wire::new("clk", 1));
        let inputs = wires(&core.inputs).into_iter().map(|(name, width)| Wire::new(name, width));
        Contract {
            name: &core.name,
            held: held.iter().rev().map(|(name, _)| *name).collect(),
            held_bits: held.iter().map(|(_, width)| width).sum(),
            inputs: clock.into_iter().chain(inputs).collect(),
            outputs: outputs.iter().map(|(name, width)| Wire::new(name, *width)).collect(),
            interval,
            age_bits: address_bits(interval + 1),
            most,
            inside_bits: address_bits(most + 1),
        }
    }
}

impl<'a> Wire<'a> {
    fn new(name: &'a str, width: u32) -> Self {
        Wire { name, range: if width > 1 { format!("[{}:0] ", width - 1) } else { String::new() } }
    }
}

impl<'a> Leaving<'a> {
    /// The stream of a bus, if it leaves and may be held back.
    fn new(bus: &Bus<'a>) -> Option<Self> {
        let is_held = bus.protocol == Protocol::Stream && bus.is_master;
        let has_ready = bus.signals.iter().any(|(_, signal)| *signal == "tready");
        let payload = bus.signals.iter().filter(|(_, signal)| !["tvalid", "tready"].contains(signal));
        let payload: Vec<_> = payload.map(|(port, _)| *port).collect();
        (is_held && has_ready).then(|| Leaving {
            bus: bus.name,
            bits: payload.iter().map(|port| port.width).sum(),
            payload: payload.iter().map(|port| port.name.as_str()).collect(),
        })
    }
}
