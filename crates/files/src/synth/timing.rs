//! Slowest path from register to register, by the delays of a family.
//!
//! A netlist after synthesis is not placed. Each hop of wire therefore has a delay that only the number of its readers
//! changes, and a wire along a carry chain has none. The model ranks designs and finds the slow operator. It does not
//! replace timing analysis after place and route. Times are whole picoseconds, so that sums are exact.

use super::netlist::Cell;
use super::{Netlist, PathCounts, Resource, Target, Timing};
use std::fmt;

/// Slowest path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// Delay with the setup time of the register at the end.
    pub picoseconds: u32,
    /// Kinds of the cells along the path, from its start.
    pub cells: Vec<String>,
    /// Resources at both ends.
    pub ends: [Resource; 2],
    /// Numbers of the delays between the ends.
    pub counts: PathCounts,
}

/// Arrival time of a net, and what it consists of.
#[derive(Clone, Copy, Default)]
struct Arrival {
    /// Time after the clock edge in picoseconds.
    time: u32,
    /// Delays on the way.
    counts: PathCounts,
    /// Index of the cell at which the path begins.
    start: Option<usize>,
    /// Index of the cell that drives the net.
    driver: Option<usize>,
    /// Input net of the driver that arrives last.
    from: Option<usize>,
    /// Whether the net is a carry.
    is_carry: bool,
}

/// Cell that paths go through.
struct Gate<'a> {
    cell: &'a Cell,
    /// Index of the cell in the netlist.
    index: usize,
    resource: Resource,
    /// Number of inputs whose arrival time is not computed yet.
    pending_inputs: usize,
}

/// Netlist with the delays of its family.
struct Model<'a> {
    timing: &'a Timing,
    /// Doublings of the readers of each net.
    doublings: Vec<u32>,
    arrivals: Vec<Arrival>,
}

/// Finds the slowest path of a netlist. `None` if no path ends at a register, or if the family has no delays.
pub fn slowest(netlist: &Netlist, target: &Target) -> Option<Path> {
    let timing = target.timing?;
    let mut model = Model { timing, doublings: doublings(netlist), arrivals: vec![Arrival::default(); netlist.nets()] };
    let (mut gates, mut ends) = (Vec::new(), Vec::new());
    for (index, cell) in netlist.cells.values().enumerate() {
        let resource = target.resource(&cell.kind).map_or(Resource::Nothing, |(resource, _)| resource);
        match timing.edges(resource) {
            Some(edges) => {
                for (_, net) in cell.outputs() {
                    model.arrivals[net] =
                        Arrival { time: edges.start, start: Some(index), driver: Some(index), ..Arrival::default() };
                }
                let inputs = cell.inputs().filter(|(port, _)| is_end(resource, port));
                ends.extend(inputs.map(|(_, net)| (index, resource, net, edges.setup)));
            }
            None if resource == Resource::ClockBuffer => {}
            None => {
                gates.push(Gate { cell, index, resource, pending_inputs: 0 });
                // A memory in LUTs writes at the clock edge as well.
                let writes = cell.inputs().filter(|(port, _)| resource == Resource::LutRam && is_end(resource, port));
                ends.extend(writes.map(|(_, net)| (index, resource, net, timing.register.setup)));
            }
        }
    }
    model.propagate(&mut gates);
    // Of several slowest paths, the one whose last cell is first in the order of names.
    let last = |net: usize, setup: u32| model.arrivals[net].time + timing.delay(&model.hop(net)) + setup;
    let (end, resource, net, setup) = ends.into_iter().rev().max_by_key(|&(_, _, net, setup)| last(net, setup))?;
    let start = model.arrivals[net].start.and_then(|start| netlist.cells.values().nth(start));
    let start = start.and_then(|cell| target.resource(&cell.kind)).map_or(Resource::Nothing, |(resource, _)| resource);
    Some(Path {
        picoseconds: last(net, setup),
        cells: trace(netlist, &model.arrivals, end, net),
        ends: [start, resource],
        counts: model.arrivals[net].counts.and(model.hop(net)),
    })
}

/// Counts how often the readers of each net double.
fn doublings(netlist: &Netlist) -> Vec<u32> {
    let mut readers = vec![0u32; netlist.nets()];
    netlist.cells.values().flat_map(Cell::inputs).for_each(|(_, net)| readers[net] += 1);
    readers.into_iter().map(|readers| readers.max(1).ilog2()).collect()
}

/// Whether paths end at a port of a cell with registers.
fn is_end(resource: Resource, port: &str) -> bool {
    let is_clock = port == "C" || port == "CK" || port.contains("CLK");
    match resource {
        // Cascades of DSP blocks have no delay.
        Resource::Dsp => port != "CLK" && !port.ends_with("CIN"),
        Resource::ShiftRegister => port == "D" || port == "CE",
        Resource::LutRam => port.starts_with('D') || port == "WE" || port == "WRE",
        _ => !is_clock,
    }
}

impl Model<'_> {
    /// Returns the delays of a hop of wire.
    fn hop(&self, net: usize) -> PathCounts {
        PathCounts { wires: 1, doublings: self.doublings[net], ..PathCounts::default() }
    }

    /// Computes the arrival times of all nets that gates drive, in topological order. Gates in a loop are left out.
    fn propagate(&mut self, gates: &mut [Gate]) {
        let mut readers: Vec<Vec<usize>> = vec![Vec::new(); self.arrivals.len()];
        for (i, gate) in gates.iter().enumerate() {
            gate.cell.inputs().for_each(|(_, net)| readers[net].push(i));
        }
        for i in 0..gates.len() {
            let cell = gates[i].cell;
            cell.outputs().flat_map(|(_, net)| &readers[net]).for_each(|&reader| gates[reader].pending_inputs += 1);
        }
        let mut ready: Vec<usize> = (0..gates.len()).filter(|&i| gates[i].pending_inputs == 0).collect();
        while let Some(i) = ready.pop() {
            let arrival = self.output(&gates[i]);
            for (port, net) in gates[i].cell.outputs() {
                self.arrivals[net] = self.at_port(&gates[i], port, arrival);
                for &reader in &readers[net] {
                    gates[reader].pending_inputs -= 1;
                    if gates[reader].pending_inputs == 0 {
                        ready.push(reader);
                    }
                }
            }
        }
    }

    /// Computes the arrival within a gate, before its outputs.
    fn output(&self, gate: &Gate) -> Arrival {
        let own = Self::within(gate.resource);
        let constant = Arrival { time: self.timing.delay(&own), counts: own, ..Arrival::default() };
        let constant = Arrival { driver: Some(gate.index), ..constant };
        gate.cell.inputs().fold(constant, |latest, (port, net)| {
            let before = &self.arrivals[net];
            let counts = before.counts.and(self.step(gate, port, net));
            let time = before.time + self.timing.delay(&self.step(gate, port, net));
            match time > latest.time {
                true => Arrival { time, counts, start: before.start, from: Some(net), ..latest },
                false => latest,
            }
        })
    }

    /// Returns the delays from a net through a gate that reads it at a port.
    fn step(&self, gate: &Gate, port: &str, net: usize) -> PathCounts {
        let (is_carry, timing) = (self.arrivals[net].is_carry, self.timing);
        let own = Self::within(gate.resource);
        match gate.resource {
            Resource::Carry if is_carry && matches!(port, "CI" | "CIN") => {
                PathCounts { carries: 1, ..PathCounts::default() }
            }
            Resource::Lut if is_carry && timing.sums_in_luts => PathCounts { exits: 1, ..PathCounts::default() },
            Resource::Multiplexer if !timing.wires_muxes && !is_select(port) => own,
            _ => own.and(self.hop(net)),
        }
    }

    /// Returns the arrival at an output of a gate.
    fn at_port(&self, gate: &Gate, port: &str, arrival: Arrival) -> Arrival {
        let is_carry = gate.resource == Resource::Carry && matches!(port, "CO" | "COUT");
        if gate.resource != Resource::Carry || is_carry {
            return Arrival { is_carry, ..arrival };
        }
        let exit = PathCounts { exits: 1, ..PathCounts::default() };
        Arrival { time: arrival.time + self.timing.delay(&exit), counts: arrival.counts.and(exit), ..arrival }
    }

    /// Returns the delay within a resource.
    fn within(resource: Resource) -> PathCounts {
        let none = PathCounts::default();
        match resource {
            Resource::Lut => PathCounts { luts: 1, ..none },
            Resource::Multiplexer => PathCounts { muxes: 1, ..none },
            Resource::LutRam => PathCounts { lut_rams: 1, ..none },
            Resource::Carry => PathCounts { entries: 1, ..none },
            _ => none,
        }
    }
}

/// Whether a port of a multiplexer selects among the others.
fn is_select(port: &str) -> bool {
    matches!(port, "SD" | "C0" | "S0" | "S")
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
