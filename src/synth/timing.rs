//! The slowest path from register to register, by a fixed model of delays.
//!
//! Nothing is placed yet, so that each hop of wire takes the same time, but along a carry chain none to
//! speak of. The model ranks designs and finds the slow operator; it is no sign-off. Times in picoseconds:
//! all are whole, and sums of them are exact.

use super::netlist::Cell;
use super::{Netlist, Resource, Target};
use std::fmt;

/// A hop of wire.
const WIRE: u32 = 280;

/// From the carry input of a piece of a chain to its carry output, wire included.
const CARRY_TO_CARRY: u32 = 20;

/// The slowest path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    pub picoseconds: u32,
    /// Kinds of the cells along it, from where it starts.
    pub cells: Vec<String>,
}

/// How a cell takes part in paths.
struct Behaviour {
    /// Paths start here, so long after the clock's edge.
    starts: Option<u32>,
    /// Paths go through here, and take so long.
    through: Option<u32>,
    /// Paths end at these ports, so long ahead of the clock's edge.
    setup: u32,
    ends: fn(&str) -> bool,
}

impl Behaviour {
    const fn register(starts: u32, setup: u32, ends: fn(&str) -> bool) -> Self {
        Behaviour { starts: Some(starts), through: None, setup, ends }
    }

    const fn logic(delay: u32) -> Self {
        Behaviour { starts: None, through: Some(delay), setup: 0, ends: |_| false }
    }

    /// The model. The registers of a DSP block count as used, and its cascades as free.
    fn of(resource: Option<Resource>) -> Option<Self> {
        Some(match resource {
            Some(Resource::FlipFlop) => Self::register(100, 60, |port| port != "C"),
            Some(Resource::Dsp) => Self::register(1300, 60, |port| port != "CLK" && !port.ends_with("CIN")),
            Some(Resource::BlockRam | Resource::HalfBlockRam | Resource::UltraRam) => {
                Self::register(900, 200, |port| !port.contains("CLK"))
            }
            Some(Resource::ShiftRegister) => Self::register(600, 60, |port| port == "D" || port == "CE"),
            // Reads at once and writes at the edge. A write may show in what is read, so that all ports count.
            Some(Resource::LutRam) => {
                Behaviour { setup: 60, ends: |port| port.starts_with('D') || port == "WE", ..Self::logic(300) }
            }
            Some(Resource::Carry) => Self::logic(150),
            Some(Resource::Lut | Resource::Multiplexer) => Self::logic(100),
            Some(Resource::Nothing) | None => Self::logic(0),
            Some(Resource::ClockBuffer) => return None,
        })
    }
}

/// When a net has its value, and by which cell.
#[derive(Clone, Copy, Default)]
struct Arrival {
    time: u32,
    driver: Option<usize>,
    /// The net that the driver waited for.
    from: Option<usize>,
    /// A carry, which the next piece of the chain takes without a hop of wire.
    carry: bool,
}

/// A cell that paths go through.
struct Gate<'a> {
    cell: &'a Cell,
    number: usize,
    delay: u32,
    is_carry: bool,
    /// Inputs whose time is not known yet.
    waiting: usize,
}

/// The slowest path of a netlist; `None` where no path ends at a register.
pub fn slowest(netlist: &Netlist, target: &Target) -> Option<Path> {
    let mut arrivals = vec![Arrival::default(); netlist.nets()];
    let (mut gates, mut ends) = (Vec::new(), Vec::new());
    for (number, cell) in netlist.cells.values().enumerate() {
        let resource = target.resource(&cell.kind).map(|(resource, _)| resource);
        let Some(behaviour) = Behaviour::of(resource) else { continue };
        if let Some(time) = behaviour.starts {
            for (_, net) in cell.outputs() {
                arrivals[net] = Arrival { time, driver: Some(number), ..Arrival::default() };
            }
        }
        if let Some(delay) = behaviour.through {
            gates.push(Gate { cell, number, delay, is_carry: resource == Some(Resource::Carry), waiting: 0 });
        }
        let inputs = cell.inputs().filter(|(port, _)| (behaviour.ends)(port));
        ends.extend(inputs.map(|(_, net)| (number, net, behaviour.setup)));
    }
    propagate(&mut gates, &mut arrivals);
    // The first of the slowest, in the order of names.
    let (end, net, setup) = ends.into_iter().rev().max_by_key(|&(_, net, setup)| arrivals[net].time + setup)?;
    Some(Path { picoseconds: arrivals[net].time + WIRE + setup, cells: trace(netlist, &arrivals, end, net) })
}

/// Times of all that gates drive, each gate after those it waits for; gates in a loop are left out.
fn propagate(gates: &mut [Gate], arrivals: &mut [Arrival]) {
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); arrivals.len()];
    for (i, gate) in gates.iter().enumerate() {
        gate.cell.inputs().for_each(|(_, net)| readers[net].push(i));
    }
    for i in 0..gates.len() {
        let cell = gates[i].cell;
        cell.outputs().flat_map(|(_, net)| &readers[net]).for_each(|&reader| gates[reader].waiting += 1);
    }
    let mut ready: Vec<usize> = (0..gates.len()).filter(|&i| gates[i].waiting == 0).collect();
    while let Some(i) = ready.pop() {
        let (cell, arrival) = (gates[i].cell, gates[i].output(arrivals));
        for (port, net) in cell.outputs() {
            arrivals[net] = Arrival { carry: gates[i].is_carry && port == "CO", ..arrival };
            for &reader in &readers[net] {
                gates[reader].waiting -= 1;
                if gates[reader].waiting == 0 {
                    ready.push(reader);
                }
            }
        }
    }
}

impl Gate<'_> {
    /// When the outputs have their values.
    fn output(&self, arrivals: &[Arrival]) -> Arrival {
        let constant = Arrival { time: self.delay, driver: Some(self.number), ..Arrival::default() };
        self.cell.inputs().fold(constant, |latest, (port, net)| {
            let chained = arrivals[net].carry && (port == "CI" || port == "CIN");
            let time = arrivals[net].time + if chained { CARRY_TO_CARRY } else { WIRE + self.delay };
            if time > latest.time {
                Arrival { time, from: Some(net), ..latest }
            } else {
                latest
            }
        })
    }
}

/// The kinds of the cells from a register to the cell `end`, which reads `net`.
fn trace(netlist: &Netlist, arrivals: &[Arrival], end: usize, net: usize) -> Vec<String> {
    let cells: Vec<&Cell> = netlist.cells.values().collect();
    let mut path = vec![cells[end].kind.clone()];
    let mut next = Some(net);
    while let Some(net) = next {
        path.extend(arrivals[net].driver.map(|driver| cells[driver].kind.clone()));
        next = arrivals[net].from;
    }
    path.reverse();
    path
}

impl Path {
    pub fn nanoseconds(&self) -> f64 {
        f64::from(self.picoseconds) / 1000.0
    }

    pub fn megahertz(&self) -> f64 {
        1e6 / f64::from(self.picoseconds)
    }
}

/// The cells in a row, a carry chain as one.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, run) in self.cells.chunk_by(|a, b| a == b && a.starts_with("CARRY")).enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { " " }, run[0])?;
            if run.len() > 1 {
                write!(f, "×{}", run.len())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
