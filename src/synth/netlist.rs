//! The netlist as Yosys' `write_json` writes it: cells with ports, and bits that join them.

use serde::Deserialize;
use std::collections::BTreeMap;

/// Flat module after synthesis.
#[derive(Debug)]
pub struct Netlist {
    /// Program that made the netlist, as in `Yosys 0.70`.
    pub creator: String,
    /// Cells by their names, so that all results have one order.
    pub(super) cells: BTreeMap<String, Cell>,
}

#[derive(Deserialize, Debug)]
pub(super) struct Cell {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    port_directions: BTreeMap<String, Direction>,
    connections: BTreeMap<String, Vec<Bit>>,
}

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

#[derive(Deserialize)]
struct Document {
    creator: String,
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    cells: BTreeMap<String, Cell>,
}

impl Netlist {
    /// Reads the module `top` of a JSON netlist, or returns what is wrong with it.
    pub fn parse(json: &[u8], top: &str) -> Result<Self, String> {
        let document: Document = serde_json::from_slice(json).map_err(|error| format!("no netlist: {error}"))?;
        let creator = document.creator.split(" (").next().unwrap_or_default().to_string();
        let mut modules = document.modules;
        let module = modules.remove(top).ok_or_else(|| format!("the netlist has no module {top}"))?;
        // Nets are numbered one by one, and each takes a byte or more. What follows has a place for each number.
        let nets = module.cells.values().flat_map(Cell::nets);
        match nets.max() {
            Some(net) if net > json.len() => Err(format!("no netlist: {net} is no number of a net")),
            _ => Ok(Netlist { creator, cells: module.cells }),
        }
    }

    /// Returns one more than the largest number of a net.
    pub(super) fn nets(&self) -> usize {
        self.cells.values().flat_map(Cell::nets).max().map_or(0, |largest| largest + 1)
    }
}

impl Cell {
    /// Lists the input ports, each with one net. Constants are left out.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, usize)> {
        self.ports(Direction::Input)
    }

    /// Lists the output ports, each with one net.
    pub fn outputs(&self) -> impl Iterator<Item = (&str, usize)> {
        self.ports(Direction::Output)
    }

    fn nets(&self) -> impl Iterator<Item = usize> + '_ {
        self.connections.values().flatten().filter_map(Bit::net)
    }

    fn ports(&self, direction: Direction) -> impl Iterator<Item = (&str, usize)> {
        let ports =
            self.connections.iter().filter(move |(port, _)| self.port_directions.get(*port) == Some(&direction));
        ports.flat_map(|(port, bits)| bits.iter().filter_map(|bit| Some((port.as_str(), bit.net()?))))
    }
}

impl Bit {
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
    fn what_is_no_netlist_is_refused() {
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
    fn the_version_stands_without_its_hash() {
        let text = r#"{"creator": "Yosys 0.23 (git sha1 7ce5011c24b)", "modules": {"top": {"cells": {}}}}"#;
        assert_eq!(Netlist::parse(text.as_bytes(), "top").unwrap().creator, "Yosys 0.23");
    }
}
