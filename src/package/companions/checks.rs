//! Assertions in SystemVerilog about the ports of a core, in a module that is bound to it.

use super::bus::{buses, channel, Bus};
use super::outline::Outline;
use crate::package::file::File;
use crate::package::ports::Port;
use crate::package::template::fill;
use serde::Serialize;

#[derive(Serialize)]
struct Checks<'a> {
    banner: String,
    name: &'a str,
    is_clocked: bool,
    /// Condition of the reset, if there is one.
    reset: Option<String>,
    ports: Vec<Checked<'a>>,
    rules: Vec<Rule>,
}

/// Port that assertions read.
#[derive(Serialize)]
struct Checked<'a> {
    name: &'a str,
    kind: String,
    /// Whether the type has points, whose parts simulators show.
    is_points: bool,
}

/// Property of some ports.
#[derive(Serialize)]
struct Rule {
    name: String,
    /// `assert` for what the core drives, `assume` for what is around it.
    verb: &'static str,
    /// Whether it is about values, which nobody knows before the first reset.
    is_state: bool,
    holds: String,
    /// What is so if it does not hold.
    otherwise: String,
}

/// Channel of a bus: a transfer takes place in each cycle in which both are high.
struct Channel<'a> {
    name: String,
    valid: &'a Port,
    ready: &'a Port,
    payload: Vec<&'a str>,
}

/// Writes the assertions, if the language has them.
pub(super) fn files(outline: &Outline) -> Vec<File> {
    let Some(template) = outline.emitter().templates().checks else { return vec![] };
    let rules = rules(outline.ports);
    let reset = outline.reset().map(|(name, is_low)| if is_low { format!("!{name}") } else { name.into() });
    let is_read = |name: &str| {
        let words =
            |text: &str| text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|w| w == name);
        name == "clk" || reset.as_deref().is_some_and(words) || rules.iter().any(|rule| words(&rule.holds))
    };
    let ports = outline.ports.iter().filter(|port| is_read(&port.name));
    let holes = Checks {
        banner: outline.label.banner("; assertions about its ports").trim_end().into(),
        name: outline.name(),
        is_clocked: outline.port("clk").is_some(),
        ports: ports.map(|port| Checked::new(port, outline.name())).collect(),
        reset,
        rules,
    };
    vec![File::new(outline.label.source("_checks"), fill(template, &holes))]
}

impl<'a> Checked<'a> {
    fn new(port: &'a Port, core: &str) -> Self {
        Checked { name: &port.name, kind: kind(port, core), is_points: port.packing.is_some() }
    }
}

/// Returns the type of a port in SystemVerilog.
pub(super) fn kind(port: &Port, core: &str) -> String {
    match port.width {
        _ if port.packing.is_some() => format!("{core}_pkg::{}_t", port.name),
        1 => "logic".into(),
        width => format!("logic [{}:0]", width - 1),
    }
}

impl<'a> Channel<'a> {
    /// Returns the channels of a bus on which both sides wait for each other.
    fn of(bus: &Bus<'a>) -> Vec<Self> {
        let valid = bus.signals.iter().filter_map(|(port, role)| Some((*port, role.strip_suffix("valid")?)));
        let of_valid = |(valid, prefix): (&'a Port, &str)| {
            let (ready, _) = bus.signals.iter().find(|(_, role)| role.strip_suffix("ready") == Some(prefix))?;
            let is_payload =
                |role: &str| channel(role) == Some(prefix) && !["valid", "ready"].contains(&&role[prefix.len()..]);
            let payload = bus.signals.iter().filter(|(_, role)| is_payload(role));
            let name = if prefix == "t" { bus.name.into() } else { format!("{}_{prefix}", bus.name) };
            Some(Channel { name, valid, ready, payload: payload.map(|(port, _)| port.name.as_str()).collect() })
        };
        valid.filter_map(of_valid).collect()
    }

    /// Returns its rules. `waits`: whether the sender waits for `ready`.
    fn rules(&self, waits: bool) -> Vec<Rule> {
        let Channel { name, valid: Port { name: valid, direction, .. }, ready, payload } = self;
        let verb = if *direction == "output" { "assert" } else { "assume" };
        let payload = payload.join(", ");
        let (stable, known) = match payload.as_str() {
            "" => (String::new(), String::new()),
            _ => (format!(" && $stable({{{payload}}})"), format!(" && (!{valid} || !$isunknown({{{payload}}}))")),
        };
        let stays = waits.then(|| Rule {
            name: format!("{name}_stays"),
            verb,
            is_state: false,
            holds: format!("{valid} && !{} |=> {valid}{stable}", ready.name),
            otherwise: format!("{name} changes before it is taken"),
        });
        let known = Rule {
            name: format!("{name}_known"),
            verb,
            is_state: true,
            holds: format!("!$isunknown({valid}){known}"),
            otherwise: format!("{name} is unknown"),
        };
        stays.into_iter().chain([known, known_port(ready)]).collect()
    }
}

/// Returns the rule that a port of one bit is never unknown.
fn known_port(port: &Port) -> Rule {
    Rule {
        name: format!("{}_known", port.name),
        verb: if port.direction == "output" { "assert" } else { "assume" },
        is_state: true,
        holds: format!("!$isunknown({})", port.name),
        otherwise: format!("{} is unknown", port.name),
    }
}

/// Returns the rule that points are known in the beat that begins a frame.
fn known_points(port: &Port) -> Rule {
    let start = port.name.replace("data", "start");
    Rule { holds: format!("!{start} || !$isunknown({})", port.name), ..known_port(port) }
}

/// Returns the rules of all ports: of channels, and of outputs of one bit beside them.
fn rules(ports: &[Port]) -> Vec<Rule> {
    let buses = buses(ports);
    // A core that does not wait has an event for each beat that is lost.
    let waits = ports.iter().all(|port| port.name != "event_overrun");
    let channels = buses.iter().flat_map(Channel::of);
    let of_buses = channels.flat_map(|channel| channel.rules(waits || channel.valid.direction == "input"));
    let is_on_bus = |port: &Port| buses.iter().any(|bus| bus.signals.iter().any(|(found, _)| found.name == port.name));
    let is_flag = |port: &&Port| port.direction == "output" && port.width == 1 && port.packing.is_none();
    let others = || ports.iter().filter(|port| !is_on_bus(port));
    let of_points = others().filter(|port| port.packing.is_some()).map(known_points);
    of_buses.chain(of_points).chain(others().filter(is_flag).map(known_port)).collect()
}
