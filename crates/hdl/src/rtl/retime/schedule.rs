//! Assignment of nets to stages: minimum length of the longest stage, then few registers.
//!
//! For a given maximum length, the earliest possible stage of each net minimises the number of stages. A bisection over
//! the length therefore finds the minimum length that meets the depth. Single nets then move to a later or an earlier
//! stage within that length, while this saves registers. This is a local form of retiming (Leiserson and Saxe,
//! Algorithmica 6, 1991). Modules are so small that the exact solution would save little.

use super::delay::{arrival, Arrival};
use super::input_arrival::InputArrival;
use crate::rtl::technology::Technology;
use crate::rtl::{Module, Net, Op, SHIFT_REGISTER};

/// Rule for the stage of a net.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Constant, which is available in every stage.
    Constant,
    /// Input port, in stage 0.
    Input,
    /// Slice, in the stage of the net that it is part of.
    Part(Net),
    /// Operation, in any stage from those of its operands on.
    Logic,
}

/// Net with its properties for the schedule.
struct Node {
    kind: Kind,
    operands: Vec<Net>,
    /// Width in bits.
    width: u32,
    /// Whether an output depends on the net.
    is_live: bool,
    /// Whether a register must precede the net directly. The DSP blocks of a multiplier absorb it.
    registered_in: bool,
    /// Whether a register must follow the net directly. The DSP blocks of a multiplier absorb it.
    registered_out: bool,
}

/// Stage of every net.
pub(super) struct Schedule<'a> {
    module: &'a Module,
    technology: &'a Technology,
    input_arrival: InputArrival,
    /// Arrival of a product in the stage after the register of its DSP block, in ns.
    product_arrival: f64,
    nodes: Vec<Node>,
    outputs: Vec<Net>,
    depth: u32,
    stages: Vec<u32>,
}

impl<'a> Schedule<'a> {
    /// Schedules a combinational module in `depth` stages.
    pub fn new(
        module: &'a Module,
        depth: u32,
        input_arrival: InputArrival,
        technology: &'a Technology,
    ) -> Schedule<'a> {
        let outputs: Vec<Net> = module.outputs.iter().flat_map(|port| port.fields.clone()).collect();
        // Registers around multipliers, if the depth suffices for them.
        for (before, after) in [(true, true), (false, true), (false, false)] {
            let min_depth = 1 + u32::from(before) + u32::from(after);
            let nodes = nodes(module, &outputs, [before, after]);
            let mut schedule = Schedule {
                module,
                technology,
                input_arrival,
                product_arrival: 0.0,
                nodes,
                outputs: outputs.clone(),
                depth,
                stages: vec![],
            };
            if depth < min_depth {
                continue;
            }
            if let Some(length) = schedule.minimize_length() {
                schedule.register_products(length);
                schedule.save_registers(length);
                return schedule;
            }
        }
        unreachable!("without demands on registers every depth is possible")
    }

    /// Returns the stage of a net.
    pub fn stage(&self, net: Net) -> u32 {
        self.stages[net.index()]
    }

    /// Returns the stage of the copy of a net that `stage` reads. A constant has one copy, in stage 0.
    pub fn read_stage(&self, net: Net, stage: u32) -> u32 {
        match self.nodes[net.index()].kind {
            Kind::Constant => 0,
            _ => stage,
        }
    }

    /// Minimises the length of the longest stage, sets the earliest stages, and returns the length in ns. `None` if the
    /// registers that are required do not fit into the depth.
    fn minimize_length(&mut self) -> Option<f64> {
        let mut high = self.combinational_length();
        let mut low = 0.0;
        let mut best = self.earliest(high)?;
        for _ in 0..24 {
            let middle = (low + high) / 2.0;
            match self.earliest(middle) {
                Some(stages) => (high, best) = (middle, stages),
                None => low = middle,
            }
        }
        self.stages = best;
        Some(high)
    }

    /// Puts a second register after DSP blocks with long wires, if the stages keep a length in ns then.
    fn register_products(&mut self, length: f64) {
        self.product_arrival = self.technology.product_wire;
        match self.earliest(length) {
            Some(stages) => self.stages = stages,
            None => self.product_arrival = 0.0,
        }
    }

    /// Returns the length of the module as a single stage, in ns.
    fn combinational_length(&self) -> f64 {
        let stages = vec![0; self.nodes.len()];
        let mut arrivals = vec![Arrival::default(); self.nodes.len()];
        for i in (0..self.nodes.len()).filter(|&i| self.nodes[i].is_live) {
            arrivals[i] = self.arrival(i, 0, &stages, &arrivals);
        }
        arrivals.iter().map(|arrival| arrival.ready).fold(0.0, f64::max)
    }

    /// Assigns every net to its earliest stage within a length in ns. `None` if this does not meet the depth.
    fn earliest(&self, length: f64) -> Option<Vec<u32>> {
        let mut stages = vec![0; self.nodes.len()];
        let mut arrivals = vec![Arrival::default(); self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.is_live) {
            let mut stage = self.operands(node).map(|(o, lag)| stages[o] + lag).max().unwrap_or(0);
            let mut arrival = self.arrival(i, stage, &stages, &arrivals);
            if arrival.ready > length {
                stage += 1;
                arrival = self.arrival(i, stage, &stages, &arrivals);
            }
            if arrival.ready > length {
                return None;
            }
            (stages[i], arrivals[i]) = (stage, arrival);
        }
        self.meets_depth(&stages).then_some(stages)
    }

    /// Lists the operands of a net that are not constant, with the minimum distance in stages from operand to net.
    fn operands<'b>(&'b self, node: &'b Node) -> impl Iterator<Item = (usize, u32)> + 'b {
        let timed = node.operands.iter().filter(|o| self.nodes[o.index()].kind != Kind::Constant);
        timed.map(|o| {
            let registered = node.registered_in || self.nodes[o.index()].registered_out;
            (o.index(), u32::from(registered && !matches!(node.kind, Kind::Part(_))))
        })
    }

    /// Computes the arrival of a net within its stage.
    fn arrival(&self, index: usize, stage: u32, stages: &[u32], arrivals: &[Arrival]) -> Arrival {
        if self.nodes[index].kind == Kind::Input {
            return Arrival::at(self.input_arrival.first);
        }
        arrival(self.module, self.technology, Net(index as u32), |operand| {
            let o = operand.index();
            match self.nodes[o].kind {
                Kind::Constant => None,
                _ if stages[o] == stage => Some(arrivals[o]),
                _ if self.is_input(operand) => Some(Arrival::at(self.input_arrival.later)),
                _ if self.nodes[o].registered_out && stages[o] + 1 == stage => Some(Arrival::at(self.product_arrival)),
                _ => Some(Arrival::at(0.0)),
            }
        })
    }

    /// Whether a net is an input or part of one.
    fn is_input(&self, net: Net) -> bool {
        match self.nodes[net.index()].kind {
            Kind::Input => true,
            Kind::Part(of) => self.is_input(of),
            Kind::Constant | Kind::Logic => false,
        }
    }

    /// Whether all outputs are ready before the last register.
    fn meets_depth(&self, stages: &[u32]) -> bool {
        self.outputs.iter().all(|o| stages[o.index()] < self.depth)
    }

    /// Whether stages are valid: no net is read before its stage, and no stage exceeds the length in ns.
    fn is_valid(&self, stages: &[u32], length: f64) -> bool {
        let mut arrivals = vec![Arrival::default(); self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.is_live) {
            if self.operands(node).any(|(o, lag)| stages[o] + lag > stages[i]) {
                return false;
            }
            arrivals[i] = self.arrival(i, stages[i], stages, &arrivals);
            if arrivals[i].ready > length {
                return false;
            }
        }
        self.meets_depth(stages)
    }

    /// Moves single nets with their slices to other stages, while the number of register bits falls.
    fn save_registers(&mut self, length: f64) {
        // Maximum number of sweeps over the module, each in both directions.
        const SWEEPS: usize = 8;
        let mut cost = self.cost();
        for sweep in 0..SWEEPS {
            let before = cost;
            // The order lets a whole chain of nets move in one sweep, because its front moves first.
            for later in [true, false] {
                let order: Vec<usize> =
                    if later { (0..self.nodes.len()).rev().collect() } else { (0..self.nodes.len()).collect() };
                for i in order {
                    if self.nodes[i].kind != Kind::Logic || !self.nodes[i].is_live {
                        continue;
                    }
                    let old = self.stages.clone();
                    let moved = if later { old[i] + 1 } else { old[i].wrapping_sub(1) };
                    if moved >= self.depth {
                        continue;
                    }
                    self.stages[i] = moved;
                    self.align_slices();
                    let new = self.cost();
                    // A move without gain may enable a move of a neighbour. Such moves go towards the end in the first
                    // sweep and towards the beginning in the second, so that they do not undo each other.
                    let gains = new < cost || new == cost && sweep == usize::from(!later);
                    if gains && self.is_valid(&self.stages, length) {
                        cost = new;
                    } else {
                        self.stages = old;
                    }
                }
            }
            if cost == before && sweep > 1 {
                break;
            }
        }
    }

    /// Sets the stage of each slice to that of the net that it is part of.
    fn align_slices(&mut self) {
        for i in 0..self.nodes.len() {
            if let Kind::Part(of) = self.nodes[i].kind {
                self.stages[i] = self.stages[of.index()];
            }
        }
    }

    /// Returns, for each net, the last stage in which an operation other than a slice reads it, or its own stage.
    pub fn last_uses(&self) -> Vec<u32> {
        let mut last = self.stages.clone();
        for (i, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.is_live) {
            if !matches!(node.kind, Kind::Part(_)) {
                for o in &node.operands {
                    last[o.index()] = last[o.index()].max(self.stages[i]);
                }
            }
        }
        for o in &self.outputs {
            last[o.index()] = self.depth;
        }
        last
    }

    /// Counts the register bits, plus one for each bit that passes three registers in a row. Synthesis maps such a row
    /// to a shift register, which takes a LUT. LUTs are scarcer than registers.
    fn cost(&self) -> u64 {
        let last = self.last_uses();
        let live = self.nodes.iter().enumerate().filter(|(_, node)| node.is_live);
        live.map(|(i, node)| {
            let from = match node.kind {
                Kind::Constant => return 0,
                Kind::Part(of) => last[of.index()],
                _ => self.stages[i],
            };
            let span = last[i].saturating_sub(from);
            u64::from(node.width) * u64::from(span + u32::from(span >= SHIFT_REGISTER))
        })
        .sum()
    }
}

/// Builds the nodes of a module. `before` and `after` require registers before and after multipliers.
fn nodes(module: &Module, outputs: &[Net], [before, after]: [bool; 2]) -> Vec<Node> {
    let mut live = vec![false; module.nets.len()];
    for o in outputs {
        live[o.index()] = true;
    }
    for i in (0..live.len()).rev() {
        if live[i] {
            module.operands(Net(i as u32)).iter().for_each(|o| live[o.index()] = true);
        }
    }
    let mut nodes: Vec<Node> = Vec::with_capacity(live.len());
    for (i, info) in module.nets.iter().enumerate() {
        let net = Net(i as u32);
        let is_product = matches!(info.op, Op::Mul(..) | Op::MulSigned(..));
        let (kind, part_of_product) = match info.op {
            Op::Const(_) => (Kind::Constant, false),
            Op::Input { .. } => (Kind::Input, false),
            Op::Slice { of, .. } => (Kind::Part(of), nodes[of.index()].registered_out),
            _ => (Kind::Logic, false),
        };
        nodes.push(Node {
            kind,
            operands: module.operands(net),
            width: info.width,
            is_live: live[i],
            registered_in: is_product && before,
            registered_out: is_product && after || part_of_product,
        });
    }
    nodes
}
