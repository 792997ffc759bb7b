//! Slowest path from register to register, by a fixed delay model.
//!
//! A netlist after synthesis is not placed. Each hop of wire therefore has one fixed delay, and a wire along a carry
//! chain almost none. The model ranks designs and finds the slow operator. It does not replace timing analysis after
//! place and route. Times are whole picoseconds, so that sums are exact.

use super::netlist::Cell;
use super::{Netlist, Resource, Target};
use std::fmt;

/// Delay of a hop of wire, in picoseconds.
const WIRE: u32 = 280;

/// Delay from the carry input of a piece of a carry chain to the carry input of the next piece, in picoseconds.
const CARRY_TO_CARRY: u32 = 20;

/// Slowest path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// Delay with the setup time of the register at the end.
    pub picoseconds: u32,
    /// Kinds of the cells along the path, from its start.
    pub cells: Vec<String>,
}

/// Role of a cell in paths.
struct Behaviour {
    /// Delay from the clock edge to an output in picoseconds, if paths start at the cell.
    starts: Option<u32>,
    /// Delay from an input to an output in picoseconds, if paths go through the cell.
    through: Option<u32>,
    /// Setup time of the ports in `ends`, in picoseconds.
    setup: u32,
    /// Whether paths end at a port.
    ends: fn(&str) -> bool,
}

impl Behaviour {
    /// Models a cell with registers at its inputs and outputs.
    const fn register(starts: u32, setup: u32, ends: fn(&str) -> bool) -> Self {
        Behaviour { starts: Some(starts), through: None, setup, ends }
    }

    /// Models a combinational cell.
    const fn logic(delay: u32) -> Self {
        Behaviour { starts: None, through: Some(delay), setup: 0, ends: |_| false }
    }

    /// Models a resource. The model assumes that a DSP block uses its registers, and that its cascades have no delay.
    fn for_resource(resource: Option<Resource>) -> Option<Self> {
        Some(match resource {
            Some(Resource::FlipFlop) => Self::register(100, 60, |port| port != "C"),
            Some(Resource::Dsp) => Self::register(1300, 60, |port| port != "CLK" && !port.ends_with("CIN")),
            Some(Resource::BlockRam | Resource::HalfBlockRam | Resource::UltraRam) => {
                Self::register(900, 200, |port| !port.contains("CLK"))
            }
            Some(Resource::ShiftRegister) => Self::register(600, 60, |port| port == "D" || port == "CE"),
            // A memory in LUTs reads combinationally and writes at the clock edge. Paths go from all inputs to the
            // outputs, because a write may change the value that is read.
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

/// Arrival time of a net, and the cell that drives it.
#[derive(Clone, Copy, Default)]
struct Arrival {
    /// Time after the clock edge in picoseconds.
    time: u32,
    /// Index of the cell that drives the net.
    driver: Option<usize>,
    /// Input net of the driver that arrives last.
    from: Option<usize>,
    /// Whether the net is a carry output. It reaches the next piece of the carry chain without a hop of wire.
    is_carry: bool,
}

/// Cell that paths go through.
struct Gate<'a> {
    cell: &'a Cell,
    /// Index of the cell in the netlist.
    index: usize,
    /// Delay from an input to an output in picoseconds.
    delay: u32,
    is_carry: bool,
    /// Number of inputs whose arrival time is not computed yet.
    pending_inputs: usize,
}

/// Finds the slowest path of a netlist. `None` if no path ends at a register.
pub fn slowest(netlist: &Netlist, target: &Target) -> Option<Path> {
    let mut arrivals = vec![Arrival::default(); netlist.nets()];
    let (mut gates, mut ends) = (Vec::new(), Vec::new());
    for (index, cell) in netlist.cells.values().enumerate() {
        let resource = target.resource(&cell.kind).map(|(resource, _)| resource);
        let Some(behaviour) = Behaviour::for_resource(resource) else { continue };
        if let Some(time) = behaviour.starts {
            for (_, net) in cell.outputs() {
                arrivals[net] = Arrival { time, driver: Some(index), ..Arrival::default() };
            }
        }
        if let Some(delay) = behaviour.through {
            let is_carry = resource == Some(Resource::Carry);
            gates.push(Gate { cell, index, delay, is_carry, pending_inputs: 0 });
        }
        let inputs = cell.inputs().filter(|(port, _)| (behaviour.ends)(port));
        ends.extend(inputs.map(|(_, net)| (index, net, behaviour.setup)));
    }
    propagate(&mut gates, &mut arrivals);
    // Of several slowest paths, the one whose last cell is first in the order of names.
    let (end, net, setup) = ends.into_iter().rev().max_by_key(|&(_, net, setup)| arrivals[net].time + setup)?;
    Some(Path { picoseconds: arrivals[net].time + WIRE + setup, cells: trace(netlist, &arrivals, end, net) })
}

/// Computes the arrival times of all nets that gates drive, in topological order. Gates in a loop are left out.
fn propagate(gates: &mut [Gate], arrivals: &mut [Arrival]) {
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); arrivals.len()];
    for (i, gate) in gates.iter().enumerate() {
        gate.cell.inputs().for_each(|(_, net)| readers[net].push(i));
    }
    for i in 0..gates.len() {
        let cell = gates[i].cell;
        cell.outputs().flat_map(|(_, net)| &readers[net]).for_each(|&reader| gates[reader].pending_inputs += 1);
    }
    let mut ready: Vec<usize> = (0..gates.len()).filter(|&i| gates[i].pending_inputs == 0).collect();
    while let Some(i) = ready.pop() {
        let (cell, arrival) = (gates[i].cell, gates[i].output(arrivals));
        for (port, net) in cell.outputs() {
            arrivals[net] = Arrival { is_carry: gates[i].is_carry && port == "CO", ..arrival };
            for &reader in &readers[net] {
                gates[reader].pending_inputs -= 1;
                if gates[reader].pending_inputs == 0 {
                    ready.push(reader);
                }
            }
        }
    }
}

impl Gate<'_> {
    /// Computes the arrival of the outputs.
    fn output(&self, arrivals: &[Arrival]) -> Arrival {
        let constant = Arrival { time: self.delay, driver: Some(self.index), ..Arrival::default() };
        self.cell.inputs().fold(constant, |latest, (port, net)| {
            let in_chain = arrivals[net].is_carry && (port == "CI" || port == "CIN");
            let time = arrivals[net].time + if in_chain { CARRY_TO_CARRY } else { WIRE + self.delay };
            if time > latest.time {
                Arrival { time, from: Some(net), ..latest }
            } else {
                latest
            }
        })
    }
}

/// Lists the kinds of the cells from a register to the cell `end`, which reads `net`.
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
    /// Returns the delay in nanoseconds.
    pub fn nanoseconds(&self) -> f64 {
        f64::from(self.picoseconds) / 1000.0
    }

    /// Returns the clock frequency that the delay allows, in MHz.
    pub fn megahertz(&self) -> f64 {
        1e6 / f64::from(self.picoseconds)
    }
}

/// Writes the kinds of the cells in a row, with equal pieces of a carry chain once and their number.
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
