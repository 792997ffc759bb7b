//! Netlist in the format of Yosys' `write_json`: cells with ports, and nets that connect them.

use serde::Deserialize;
use std::collections::BTreeMap;

/// Flat module after synthesis.
#[derive(Debug)]
pub struct Netlist {
    /// Program that wrote the netlist, with its version, for example `Yosys 0.70`.
    pub creator: String,
    /// Cells by name. The map is sorted, so that the order of all results is defined.
    pub(super) cells: BTreeMap<String, Cell>,
}

/// Instance of a primitive of the family.
#[derive(Deserialize, Debug)]
pub(super) struct Cell {
    /// Name of the primitive.
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    port_directions: BTreeMap<String, Direction>,
    connections: BTreeMap<String, Vec<Bit>>,
}

/// Direction of a port.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Input,
    Output,
    Inout,
}

/// Bit of a port: a net, or a constant.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
enum Bit {
    Net(usize),
    Constant(serde::de::IgnoredAny),
}

/// JSON file, as far as it is read.
#[derive(Deserialize)]
struct Document {
    creator: String,
    modules: BTreeMap<String, Module>,
}

/// Module of the JSON file.
#[derive(Deserialize)]
struct Module {
    cells: BTreeMap<String, Cell>,
}

impl Netlist {
    /// Reads the module `top` of a JSON netlist, or returns an error message.
    pub fn parse(json: &[u8], top: &str) -> Result<Self, String> {
        let document: Document = serde_json::from_slice(json).map_err(|error| format!("no netlist: {error}"))?;
        let creator = document.creator.split(" (").next().unwrap_or_default().to_string();
        let mut modules = document.modules;
        let module = modules.remove(top).ok_or_else(|| format!("the netlist has no module {top}"))?;
        // Yosys numbers nets consecutively, and each number takes at least a byte of the file. Timing allocates an
        // entry for each number, so a larger number must not pass.
        let nets = module.cells.values().flat_map(Cell::nets);
        match nets.max() {
            Some(net) if net > json.len() => Err(format!("no netlist: {net} is no number of a net")),
            _ => Ok(Netlist { creator, cells: module.cells }),
        }
    }

    /// Returns the largest net number plus one.
    pub(super) fn nets(&self) -> usize {
        self.cells.values().flat_map(Cell::nets).max().map_or(0, |largest| largest + 1)
    }
}

impl Cell {
    /// Lists the bits of input ports as (port, net), without constants.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, usize)> {
        self.ports(Direction::Input)
    }

    /// Lists the bits of output ports as (port, net).
    pub fn outputs(&self) -> impl Iterator<Item = (&str, usize)> {
        self.ports(Direction::Output)
    }

    /// Lists the nets on all ports.
    fn nets(&self) -> impl Iterator<Item = usize> + '_ {
        self.connections.values().flatten().filter_map(Bit::net)
    }

    /// Lists the bits of the ports of a direction as (port, net).
    fn ports(&self, direction: Direction) -> impl Iterator<Item = (&str, usize)> {
        let ports =
            self.connections.iter().filter(move |(port, _)| self.port_directions.get(*port) == Some(&direction));
        ports.flat_map(|(port, bits)| bits.iter().filter_map(|bit| Some((port.as_str(), bit.net()?))))
    }
}

impl Bit {
    /// Returns the number of the net. `None` for a constant.
    fn net(&self) -> Option<usize> {
        match self {
            Bit::Net(net) => Some(*net),
            Bit::Constant(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_netlists_are_rejected() {
        let parse = |text: &str| Netlist::parse(text.as_bytes(), "top").unwrap_err();
        assert!(parse("").starts_with("no netlist: "));
        assert!(parse(r#"{"creator": "Yosys", "modules": {"top": {"cells": {"x": {"type": "LUT1"}}}}}"#)
            .contains("connections"));
        let huge = r#"{"creator": "Yosys", "modules": {"top": {"cells": {
            "x": {"type": "LUT1", "port_directions": {"O": "output"}, "connections": {"O": [18446744073709551615]}}}}}}"#;
        assert_eq!(parse(huge), "no netlist: 18446744073709551615 is no number of a net");
        assert_eq!(parse(r#"{"creator": "Yosys", "modules": {}}"#), "the netlist has no module top");
    }

    #[test]
    fn the_creator_has_no_commit_hash() {
        let text = r#"{"creator": "Yosys 0.23 (git sha1 7ce5011c24b)", "modules": {"top": {"cells": {}}}}"#;
        assert_eq!(Netlist::parse(text.as_bytes(), "top").unwrap().creator, "Yosys 0.23");
    }
}
