//! Interfaces of SystemVerilog for the buses of a core, and a wrapper whose ports they are.

use super::bus::{Bus, Protocol};
use super::checks::kind;
use super::outline::{Outline, PortStyle};
use crate::design::Config;
use crate::package::file::File;
use crate::package::ports::Port;
use crate::package::template::fill;
use serde::Serialize;

#[derive(Serialize)]
struct Wrapper<'a> {
    banner: String,
    name: &'a str,
    buses: Vec<BusPort<'a>>,
    /// Ports on no bus.
    others: Vec<Other<'a>>,
}

#[derive(Serialize)]
struct BusPort<'a> {
    name: &'a str,
    /// Modports of the side that requests and of the other one, and that of the core.
    sides: [&'static str; 2],
    side: &'static str,
    signals: Vec<Signal<'a>>,
    /// What the side drives that requests, and what the other one does.
    driven: Vec<&'a str>,
    answered: Vec<&'a str>,
}

#[derive(Serialize)]
struct Signal<'a> {
    role: &'a str,
    kind: String,
    is_points: bool,
    is_output: bool,
    /// Number of the highest bit.
    high: u32,
}

#[derive(Serialize)]
struct Other<'a> {
    name: &'a str,
    direction: &'static str,
    kind: String,
}

/// Refuses cores without a bus.
pub(super) fn refuse(style: PortStyle, _config: &Config) -> Option<String> {
    let has_buses = !matches!(style, PortStyle::Native | PortStyle::Links);
    (!has_buses).then(|| "the interfaces are those of AXI ports, and this core has none".into())
}

pub(super) fn files(outline: &Outline) -> Vec<File> {
    let buses = outline.buses();
    let is_on_bus = |port: &Port| buses.iter().any(|bus| bus.signals.iter().any(|(found, _)| found.name == port.name));
    let others = outline.ports.iter().filter(|port| !is_on_bus(port));
    let name = outline.name();
    let holes = Wrapper {
        banner: outline.label.banner("; interfaces of its buses") + outline.emitter().several_modules().trim_end(),
        name,
        others: others
            .map(|port| Other { name: &port.name, direction: port.direction, kind: kind(port, name) })
            .collect(),
        buses: buses.iter().map(|bus| BusPort::new(bus, name)).collect(),
    };
    let template = include_str!("../../../templates/systemverilog/interface.sv.hbs");
    vec![File::new(outline.label.source("_interface"), fill(template, &holes))]
}

impl<'a> BusPort<'a> {
    fn new(bus: &Bus<'a>, core: &str) -> Self {
        let sides = if bus.protocol == Protocol::Stream { ["source", "sink"] } else { ["master", "slave"] };
        let requests = if bus.is_master { "output" } else { "input" };
        let of = |drives: bool| {
            let driven = bus.signals.iter().filter(|(port, _)| (port.direction == requests) == drives);
            driven.map(|(_, role)| *role).collect()
        };
        let signal = |(port, role): &(&'a Port, &'a str)| Signal {
            role,
            kind: kind(port, core),
            is_points: port.packing.is_some(),
            is_output: port.direction == "output",
            high: port.width - 1,
        };
        BusPort {
            name: bus.name,
            sides,
            side: sides[usize::from(!bus.is_master)],
            signals: bus.signals.iter().map(signal).collect(),
            driven: of(true),
            answered: of(false),
        }
    }
}
