//! Files for AMD Vivado: a wrapper whose attributes name the interfaces, and scripts.

use super::bus::{Bus, Protocol};
use super::outline::{Outline, PortStyle};
use super::target::elsewhere;
use crate::design::Config;
use crate::emit::Verilog;
use crate::package::build::Build;
use crate::package::file::File;
use crate::package::ports::Port;
use crate::package::template::fill;
use serde::Serialize;

#[derive(Serialize)]
struct Vivado<'a> {
    build: &'a Build<'a>,
    banner: String,
    /// Digest of the title as a version of IP has it: two numbers.
    ip_version: String,
    ports: Vec<IpPort<'a>>,
    is_clocked: bool,
}

/// Port with its attributes.
#[derive(Serialize)]
struct IpPort<'a> {
    name: &'a str,
    direction: &'static str,
    /// Number of the highest bit, which is 0 for a wire of one bit.
    highest_bit: u32,
    /// Interface and logical name of the port.
    info: Option<String>,
    /// Parameters of the interface, at its first port.
    parameter: Option<String>,
}

/// Refuses targets that Vivado has not.
pub(super) fn refuse(_: PortStyle, config: &Config) -> Option<String> {
    elsewhere(config, "Vivado has no", |target| target.vivado_part.map(|_| String::new()))
}

pub(super) fn files(outline: &Outline) -> Vec<File> {
    let buses = outline.buses();
    let version: Vec<&str> = env!("CARGO_PKG_VERSION").split('.').take(2).collect();
    let holes = Vivado {
        build: &outline.build,
        banner: outline.label.banner_in(&Verilog, "; ports with the attributes of Vivado's IP packager"),
        ip_version: version.join("."),
        ports: outline.ports.iter().map(|port| ip_port(outline, &buses, port)).collect(),
        is_clocked: outline.port("clk").is_some(),
    };
    let name = outline.name();
    vec![
        File::new(
            format!("{}_ip.v", outline.name()),
            fill(include_str!("../../../templates/companions/ip.v.hbs"), &holes),
        ),
        File::new(
            format!("{name}_package_ip.tcl"),
            fill(include_str!("../../../templates/companions/package_ip.tcl.hbs"), &holes),
        ),
        File::new(
            format!("{name}_synth.tcl"),
            fill(include_str!("../../../templates/companions/synth.tcl.hbs"), &holes),
        ),
        File::new(format!("{name}.xdc"), fill(include_str!("../../../templates/companions/xdc.hbs"), &holes)),
    ]
}

fn ip_port<'a>(outline: &Outline, buses: &[Bus], port: &'a Port) -> IpPort<'a> {
    let (info, parameter) = match attributes(outline, buses, port) {
        Some((info, parameter)) => (Some(info), parameter),
        None => (None, None),
    };
    IpPort { name: &port.name, direction: port.direction, highest_bit: port.width - 1, info, parameter }
}

/// Returns the interface of a port with its logical name, and the parameters of the interface at its first port.
fn attributes(outline: &Outline, buses: &[Bus], port: &Port) -> Option<(String, Option<String>)> {
    let signal = |kind: &str, role: &str, rest: &str| {
        let name = &port.name;
        (format!("xilinx.com:signal:{kind}:1.0 {name} {role}"), Some(format!("XIL_INTERFACENAME {name}, {rest}")))
    };
    match (port.name.as_str(), outline.reset()) {
        ("clk", reset) => {
            let buses: Vec<&str> = buses.iter().map(|bus| bus.name).collect();
            let associated = [
                ("ASSOCIATED_BUSIF", buses.join(":")),
                ("ASSOCIATED_RESET", reset.map_or("", |(name, _)| name).into()),
            ];
            let associated = associated.iter().filter(|(_, names)| !names.is_empty());
            let rest: Vec<String> = associated.map(|(key, names)| format!("{key} {names}")).collect();
            return Some(signal("clock", "CLK", &rest.join(", ")));
        }
        (name, Some((reset, is_low))) if name == reset => {
            return Some(signal("reset", "RST", if is_low { "POLARITY ACTIVE_LOW" } else { "POLARITY ACTIVE_HIGH" }));
        }
        ("ce", _) => return Some((signal("clockenable", "CE", "").0, None)),
        ("irq", _) => return Some(signal("interrupt", "INTERRUPT", "SENSITIVITY LEVEL_HIGH")),
        _ => {}
    }
    let bus = buses.iter().find(|bus| bus.signals.iter().any(|(found, _)| found.name == port.name))?;
    let (_, role) = bus.signals.iter().find(|(found, _)| found.name == port.name)?;
    let protocol = if bus.protocol == Protocol::Stream { "axis" } else { "aximm" };
    let info = format!("xilinx.com:interface:{protocol}:1.0 {} {}", bus.name, role.to_uppercase());
    let is_first = bus.signals[0].0.name == port.name;
    let lite = if bus.protocol == Protocol::Lite { ", PROTOCOL AXI4LITE" } else { "" };
    Some((info, is_first.then(|| format!("XIL_INTERFACENAME {}{lite}", bus.name))))
}
