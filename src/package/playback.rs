//! The testbench that plays back the ports of a core in each clock cycle of a simulation of its netlist. One serves all
//! cores in a language: what drives a core of a kind is written once, for the netlist.

use super::companions::{buses, channel, Bus};
use super::file::File;
use super::label::Label;
use super::ports::{is_memory_event, reset, Port};
use super::template::fill;
use crate::sim::{Trace, TracedCycles, TracedPort};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct Playback<'a> {
    banner: String,
    name: &'a str,
    /// What happened in the simulation.
    what: &'a str,
    /// Number of clock cycles.
    cycles: usize,
    is_clocked: bool,
    inputs: Vec<Signal<'a>>,
    outputs: Vec<Signal<'a>>,
    /// Names of all ports.
    ports: Vec<&'a str>,
    /// Numbers of the highest bits of inputs and outputs, of which each begins with a digit of its own.
    high_input: u32,
    high_output: u32,
    /// Whether an output has more than a bit.
    has_words: bool,
}

/// Port with its place among the inputs or the outputs.
#[derive(Serialize)]
struct Signal<'a> {
    name: &'a str,
    kind: String,
    range: String,
}

/// When an output says something.
enum Guard {
    Always,
    /// Where another port is high.
    Under(usize),
    /// Where results pass.
    Results,
}

/// Writes the testbench and the trace that it plays back. `what`: what happened in the simulation.
pub(super) fn files(label: &Label, ports: &[Port], template: &str, trace: &Trace, what: &str) -> Vec<File> {
    let (inputs, high_input) = signals(ports, &trace.inputs);
    let (outputs, high_output) = signals(ports, &trace.outputs);
    let holes = Playback {
        banner: label.banner("; self-checking testbench"),
        name: label.name,
        what,
        cycles: trace.cycles.iter().map(|cycles| cycles.count).sum(),
        is_clocked: ports.iter().any(|port| port.name == "clk"),
        has_words: trace.outputs.iter().any(|port| port.width > 1),
        inputs,
        outputs,
        ports: ports.iter().map(|port| port.name.as_str()).collect(),
        high_input,
        high_output,
    };
    vec![
        File::new(label.source("_tb"), fill(template, &holes)),
        File::new(format!("{}_tb.txt", label.name), rows(ports, trace)),
    ]
}

/// Returns the ports of one side with their places, and the number of the highest bit.
fn signals<'a>(ports: &'a [Port], traced: &[TracedPort]) -> (Vec<Signal<'a>>, u32) {
    let (mut found, mut low) = (Vec::new(), 0);
    for traced in traced {
        let port = ports.iter().find(|port| port.name == traced.name).expect("a core's ports are those of its netlist");
        let (kind, range) = match traced.width {
            1 => ("std_logic".into(), low.to_string()),
            width => {
                let high = width - 1;
                (format!("std_logic_vector({high} downto 0)"), format!("{} downto {low}", low + high))
            }
        };
        found.push(Signal { name: &port.name, kind, range });
        low += traced.width.next_multiple_of(4);
    }
    (found, low.max(1) - 1)
}

/// Returns the rows of the trace.
fn rows(ports: &[Port], trace: &Trace) -> String {
    let buses = buses(ports);
    let guards: Vec<Guard> = trace.outputs.iter().map(|port| guard(&port.name, ports, &buses, trace)).collect();
    let inputs = trace.inputs.len();
    // Nothing is known before the first reset.
    let reset = reset(ports).and_then(|(name, is_low)| {
        let port = trace.inputs.iter().position(|port| port.name == name)?;
        Some((port, if is_low { "0" } else { "1" }))
    });
    let is_reset = |cycles: &TracedCycles| reset.is_some_and(|(port, active)| cycles.ports[port] == active);
    let begin = trace.cycles.iter().position(|cycles| !is_reset(cycles)).unwrap_or(0);
    let mut text = String::new();
    for (number, cycles) in trace.cycles.iter().enumerate() {
        let says = |guard: &Guard| match guard {
            Guard::Always => true,
            Guard::Under(output) => cycles.ports[inputs + output] == "1",
            Guard::Results => cycles.has_results,
        };
        let output = |(guard, digits): (&Guard, &String)| match number >= begin && says(guard) {
            true => digits.clone(),
            false => "X".repeat(digits.len()),
        };
        let reversed = |digits: Vec<String>| digits.into_iter().rev().collect::<String>();
        let outputs = reversed(guards.iter().zip(&cycles.ports[inputs..]).map(output).collect());
        let _ = writeln!(text, "{} {} {outputs}", cycles.count, reversed(cycles.ports[..inputs].to_vec()));
    }
    text
}

/// Returns when an output says something: a bus is under its `valid`, a link of an array under `unloading`.
fn guard(name: &str, ports: &[Port], buses: &[Bus], trace: &Trace) -> Guard {
    let output = |name: &str| trace.outputs.iter().position(|port| port.name == name);
    let on_bus = buses.iter().find_map(|bus| {
        let (_, role) = bus.signals.iter().find(|(port, _)| port.name == name)?;
        Some((bus, *role, channel(role)?))
    });
    match on_bus {
        Some((_, role, _)) if role.ends_with("valid") || role.ends_with("ready") => Guard::Always,
        Some((bus, _, channel)) => output(&format!("{}_{channel}valid", bus.name)).map_or(Guard::Always, Guard::Under),
        None if name == "east" => output("unloading").map_or(Guard::Always, Guard::Under),
        None if ports.iter().any(|port| port.name == name && port.packing.is_some()) => Guard::Results,
        None if ["out_config", "out_exponent", "out_overflow"].contains(&name) => Guard::Results,
        // Words that hold what was unknown before the first frames are unknown too.
        None if is_memory_event(name) => Guard::Results,
        None => Guard::Always,
    }
}
