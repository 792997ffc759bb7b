//! Which net belongs to which stage: the shortest possible longest stage, then few registers.
//!
//! For a given longest stage, placing each net as early as it goes is optimal for the number of stages, so a
//! bisection over the length finds the shortest that meets the depth. Within that length single nets then
//! move a stage later or earlier as long as the registers cut by stage boundaries get fewer: a local form of
//! retiming (Leiserson and Saxe, Algorithmica 6, 1991), whose exact solution this size does not need.

use super::delay::{arrival, Arrival};
use super::leads::InputArrival;
use crate::rtl::{Module, Net, Op, SHIFT_REGISTER};

/// Where a net goes relative to what it reads.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// No place in time, at hand in every stage.
    Constant,
    /// A port: stage 0.
    Input,
    /// Part of another net, in the stage of that net.
    Part(Net),
    Logic,
}

struct Node {
    kind: Kind,
    operands: Vec<Net>,
    width: u32,
    live: bool,
    /// A register must stand directly before and after: a multiplier's, which its DSP blocks absorb.
    registered_in: bool,
    registered_out: bool,
}

/// The stage of every net.
pub(super) struct Schedule<'a> {
    module: &'a Module,
    leads: InputArrival,
    nodes: Vec<Node>,
    outputs: Vec<Net>,
    depth: u32,
    stages: Vec<u32>,
}

impl<'a> Schedule<'a> {
    pub fn new(module: &'a Module, depth: u32, leads: InputArrival) -> Schedule<'a> {
        let outputs: Vec<Net> = module.outputs.iter().flat_map(|port| port.fields.clone()).collect();
        // Registers around multipliers as far as the depth has room for them.
        for (before, after) in [(true, true), (false, true), (false, false)] {
            let room = 1 + u32::from(before) + u32::from(after);
            let nodes = nodes(module, &outputs, [before, after]);
            let mut schedule = Schedule { module, leads, nodes, outputs: outputs.clone(), depth, stages: vec![] };
            if depth < room {
                continue;
            }
            if let Some(length) = schedule.shortest() {
                schedule.save_registers(length);
                return schedule;
            }
        }
        unreachable!("without demands on registers every depth is possible")
    }

    /// The stage a net belongs to.
    pub fn stage(&self, net: Net) -> u32 {
        self.stages[net.index()]
    }

    /// The stage in which a net is read from `stage`: a constant has only one.
    pub fn seen(&self, net: Net, stage: u32) -> u32 {
        match self.nodes[net.index()].kind {
            Kind::Constant => 0,
            _ => stage,
        }
    }

    /// The last stage in which something other than a part of the net is read from it, or its own.
    pub fn last_use(&self, net: Net) -> u32 {
        self.last_uses()[net.index()]
    }

    /// The shortest length of the longest stage, with the stages set as early as it allows.
    fn shortest(&mut self) -> Option<f64> {
        let mut high = self.whole();
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

    /// The length of a single stage of everything.
    fn whole(&self) -> f64 {
        let stages = vec![0; self.nodes.len()];
        let mut arrivals = vec![Arrival::default(); self.nodes.len()];
        for i in (0..self.nodes.len()).filter(|&i| self.nodes[i].live) {
            arrivals[i] = self.arrival(i, 0, &stages, &arrivals);
        }
        arrivals.iter().map(|arrival| arrival.ready).fold(0.0, f64::max)
    }

    /// Every net as early as it goes, if that meets the depth.
    fn earliest(&self, length: f64) -> Option<Vec<u32>> {
        let mut stages = vec![0; self.nodes.len()];
        let mut arrivals = vec![Arrival::default(); self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.live) {
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

    /// Operands that have a place in time, and how many stages later at least they may be read.
    fn operands<'b>(&'b self, node: &'b Node) -> impl Iterator<Item = (usize, u32)> + 'b {
        let timed = node.operands.iter().filter(|o| self.nodes[o.index()].kind != Kind::Constant);
        timed.map(|o| {
            let registered = node.registered_in || self.nodes[o.index()].registered_out;
            (o.index(), u32::from(registered && !matches!(node.kind, Kind::Part(_))))
        })
    }

    /// When a net is ready within its stage.
    fn arrival(&self, index: usize, stage: u32, stages: &[u32], arrivals: &[Arrival]) -> Arrival {
        if self.nodes[index].kind == Kind::Input {
            return Arrival::at(self.leads.first);
        }
        arrival(self.module, Net(index as u32), |operand| {
            let o = operand.index();
            match self.nodes[o].kind {
                Kind::Constant => None,
                _ if stages[o] == stage => Some(arrivals[o]),
                _ if self.is_input(operand) => Some(Arrival::at(self.leads.later)),
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

    fn meets_depth(&self, stages: &[u32]) -> bool {
        self.outputs.iter().all(|o| stages[o.index()] < self.depth)
    }

    /// Whether stages are possible: nothing is read before its time, and no stage is too long.
    fn possible(&self, stages: &[u32], length: f64) -> bool {
        let mut arrivals = vec![Arrival::default(); self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.live) {
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

    /// Moves single nets, parts following, while the number of register bits falls.
    fn save_registers(&mut self, length: f64) {
        const SWEEPS: usize = 8;
        let mut cost = self.cost();
        for sweep in 0..SWEEPS {
            let before = cost;
            // Chains move from the end they move towards.
            for later in [true, false] {
                let order: Vec<usize> =
                    if later { (0..self.nodes.len()).rev().collect() } else { (0..self.nodes.len()).collect() };
                for i in order {
                    if self.nodes[i].kind != Kind::Logic || !self.nodes[i].live {
                        continue;
                    }
                    let old = self.stages.clone();
                    let moved = if later { old[i] + 1 } else { old[i].wrapping_sub(1) };
                    if moved >= self.depth {
                        continue;
                    }
                    self.stages[i] = moved;
                    self.follow();
                    let new = if self.possible(&self.stages, length) { self.cost() } else { u64::MAX };
                    // An even exchange opens the way for what stands next to it: towards the end in the first sweep, and
                    // then towards the beginning.
                    if new < cost || new == cost && sweep == usize::from(!later) {
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

    /// Puts parts into the stages of their wholes.
    fn follow(&mut self) {
        for i in 0..self.nodes.len() {
            if let Kind::Part(of) = self.nodes[i].kind {
                self.stages[i] = self.stages[of.index()];
            }
        }
    }

    fn last_uses(&self) -> Vec<u32> {
        let mut last = self.stages.clone();
        for (i, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.live) {
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

    /// Register bits, and a table for each bit that passes three in a row: synthesis makes a shift register of
    /// those, which costs logic where registers are plenty.
    fn cost(&self) -> u64 {
        let last = self.last_uses();
        let live = self.nodes.iter().enumerate().filter(|(_, node)| node.live);
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
        let product = matches!(info.op, Op::Mul(..) | Op::MulSigned(..));
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
            live: live[i],
            registered_in: product && before,
            registered_out: product && after || part_of_product,
        });
    }
    nodes
}
