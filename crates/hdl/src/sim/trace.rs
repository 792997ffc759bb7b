//! What passes the ports of a design in simulation, cycle by cycle.

use super::program::{Program, Slot};
use super::value::load;

/// Port of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedPort {
    /// Name of the port.
    pub name: String,
    /// Width in bits.
    pub width: u32,
}

/// Ports in consecutive cycles that are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedCycles {
    /// Number of cycles.
    pub count: usize,
    /// Bits of each input and then of each output before the clock edge, as hexadecimal digits.
    pub ports: Vec<String>,
    /// Whether results pass a port that nothing else marks as valid.
    pub has_results: bool,
}

/// Ports of a design in each clock cycle of a simulation.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Trace {
    /// Input ports.
    pub inputs: Vec<TracedPort>,
    /// Output ports.
    pub outputs: Vec<TracedPort>,
    /// What they were.
    pub cycles: Vec<TracedCycles>,
    /// Whether results pass in the cycle that follows.
    pub(super) has_results: bool,
}

impl Trace {
    /// Creates the trace of a design that has not run.
    pub(super) fn new(program: &Program) -> Self {
        let ports = |ports: &[(String, Vec<Slot>)]| {
            let width = |slots: &[Slot]| slots.iter().map(|slot| slot.width).sum();
            ports.iter().map(|(name, slots)| TracedPort { name: name.clone(), width: width(slots) }).collect()
        };
        Trace { inputs: ports(&program.inputs), outputs: ports(&program.outputs), ..Trace::default() }
    }

    /// Appends a cycle.
    pub(super) fn push(&mut self, program: &Program, values: &[u64]) {
        let ports = program.inputs.iter().chain(&program.outputs).map(|(_, slots)| digits(slots, values)).collect();
        let has_results = std::mem::take(&mut self.has_results);
        match self.cycles.last_mut().filter(|last| last.ports == ports && last.has_results == has_results) {
            Some(last) => last.count += 1,
            None => self.cycles.push(TracedCycles { count: 1, ports, has_results }),
        }
    }
}

/// Returns the bits of a port as hexadecimal digits. The first field is the lowest.
fn digits(slots: &[Slot], values: &[u64]) -> String {
    let (mut digits, mut digit, mut bits) = (Vec::new(), 0, 0);
    for slot in slots {
        let value = load(values, *slot);
        for bit in 0..slot.width {
            digit |= (value >> bit & 1) << bits;
            bits += 1;
            if bits == 4 {
                digits.push(digit);
                (digit, bits) = (0, 0);
            }
        }
    }
    if bits > 0 {
        digits.push(digit);
    }
    digits.iter().rev().map(|digit| format!("{digit:x}")).collect()
}
