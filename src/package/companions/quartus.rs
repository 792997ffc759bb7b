//! Files for Intel Quartus: a component of Platform Designer, and constraints.

use super::bus::{Bus, Protocol};
use super::outline::{Outline, PortStyle};
use super::target::elsewhere;
use crate::design::Config;
use crate::package::build::Build;
use crate::package::file::File;
use crate::package::ports::Port;
use crate::package::template::fill;
use serde::Serialize;

#[derive(Serialize)]
struct Quartus<'a> {
    build: &'a Build<'a>,
    reset: Option<Reset<'a>>,
    interfaces: Vec<Interface<'a>>,
    is_clocked: bool,
}

#[derive(Serialize)]
struct Reset<'a> {
    name: &'a str,
    role: &'static str,
}

/// Interface of the component.
#[derive(Serialize)]
struct Interface<'a> {
    name: String,
    kind: &'static str,
    /// Side of the core: `start` requests, `end` answers.
    side: &'static str,
    /// Whether the clock and the reset are those of the core.
    is_synchronous: bool,
    ports: Vec<RolePort<'a>>,
}

/// Port with its role in an interface.
#[derive(Serialize)]
struct RolePort<'a> {
    name: &'a str,
    role: &'a str,
    direction: &'static str,
    width: u32,
}

/// Refuses targets whose families are of other vendors.
pub(super) fn refuse(_: PortStyle, config: &Config) -> Option<String> {
    elsewhere(config, "Quartus has no", |target| target.is_portable.then(String::new))
}

pub(super) fn files(outline: &Outline) -> Vec<File> {
    let buses = outline.buses();
    let reset = outline.reset();
    let rest = outline.ports.iter().filter(|port| {
        let is_on_bus = buses.iter().any(|bus| bus.signals.iter().any(|(found, _)| found.name == port.name));
        !is_on_bus && port.name != "clk" && Some(port.name.as_str()) != reset.map(|(name, _)| name)
    });
    let holes = Quartus {
        build: &outline.build,
        reset: reset.map(|(name, is_low)| Reset { name, role: if is_low { "reset_n" } else { "reset" } }),
        interfaces: buses.iter().map(for_bus).chain(rest.map(for_port)).collect(),
        is_clocked: outline.port("clk").is_some(),
    };
    let name = outline.name();
    vec![
        File::new(format!("{name}_hw.tcl"), fill(include_str!("../../../templates/companions/hw.tcl.hbs"), &holes)),
        File::new(format!("{name}.sdc"), fill(include_str!("../../../templates/companions/sdc.hbs"), &holes)),
    ]
}

fn role_port<'a>(port: &'a Port, role: &'a str) -> RolePort<'a> {
    let direction = if port.direction == "input" { "Input" } else { "Output" };
    RolePort { name: &port.name, role, direction, width: port.width }
}

fn for_bus<'a>(bus: &Bus<'a>) -> Interface<'a> {
    let kind = match bus.protocol {
        Protocol::Stream => "axi4stream",
        Protocol::Axi => "axi4",
        Protocol::Lite => "axi4lite",
    };
    let ports = bus.signals.iter().map(|(port, role)| role_port(port, role)).collect();
    let side = if bus.is_master { "start" } else { "end" };
    Interface { name: bus.name.into(), kind, side, is_synchronous: true, ports }
}

/// Returns the interface of a port that is on no bus.
fn for_port(port: &Port) -> Interface<'_> {
    let (kind, side, role, is_synchronous) = match port.name.as_str() {
        "irq" => ("interrupt", "end", "irq", true),
        name => ("conduit", "end", name, false),
    };
    let name = format!("{}_{}", port.name, if kind == "conduit" { "conduit" } else { "sender" });
    Interface { name, kind, side, is_synchronous, ports: vec![role_port(port, role)] }
}
