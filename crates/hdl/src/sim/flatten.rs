//! Removal of the hierarchy: one list of nets, in which aliases are resolved.
//!
//! Ports take no operations, because the input of an instance is a net of its parent, and an `Output` is a net of the
//! child. Each instance is a *domain* with its clock enable and reset, which its nets refer to.

use super::combinational_loop::CombinationalLoop;
use crate::rtl::{Memory, MemoryId, Module, Net, Op};

/// Net of the flat design.
pub(super) struct FlatNet {
    /// Width in bits.
    pub width: u32,
    /// Operation. Its operands are flat nets, never aliases.
    pub op: Op,
    /// Index of the instance in `Flat::domains`.
    pub domain: u32,
}

/// Clock enable and reset of one instance.
#[derive(Clone, Copy)]
pub(super) struct Domain {
    pub enable: Option<Net>,
    pub reset: Option<Net>,
}

/// Design without hierarchy.
#[derive(Default)]
pub(super) struct Flat {
    pub nets: Vec<FlatNet>,
    pub memories: Vec<Memory>,
    pub domains: Vec<Domain>,
    pub inputs: Vec<(String, Vec<Net>)>,
    pub outputs: Vec<(String, Vec<Net>)>,
    /// `alias[net]` is the net that drives a net: the net itself, except for ports and renamings.
    alias: Vec<Net>,
    /// First net and path of each instance, for messages.
    scopes: Vec<(u32, String)>,
}

/// Flattens a design. Fails if a net is an alias of itself.
pub(super) fn flatten(top: &Module) -> Result<Flat, CombinationalLoop> {
    let mut flat = Flat::default();
    flat.add(top, &top.name, None);
    let ports = |ports: &[crate::rtl::Port]| ports.iter().map(|p| (p.name.clone(), p.fields.clone())).collect();
    (flat.inputs, flat.outputs) = (ports(&top.inputs), ports(&top.outputs));
    flat.resolve()
}

impl Flat {
    /// Adds a module with its instances and returns the offset of its nets. `inputs` are the flat nets on its ports, or
    /// `None` for the top module.
    fn add(&mut self, module: &Module, path: &str, inputs: Option<&[Vec<Net>]>) -> u32 {
        let base = self.nets.len() as u32;
        let shift = |net: Net| Net(net.0 + base);
        let memory_base = self.memories.len() as u32;
        let domain = self.domains.len() as u32;
        self.scopes.push((base, path.to_string()));
        self.domains.push(Domain { enable: module.enable.map(shift), reset: module.reset.map(shift) });
        for memory in &module.memories {
            let write = memory.write.map(|(en, addr, data)| (shift(en), shift(addr), shift(data)));
            self.memories.push(Memory { write, ..memory.clone() });
        }
        for (index, net) in module.nets.iter().enumerate() {
            let op = map_operands(&net.op, shift, memory_base);
            let own = Net(base + index as u32);
            self.alias.push(match (&op, inputs) {
                (Op::Input { port, field }, Some(inputs)) => inputs[*port][*field],
                (Op::Slice { of, .. }, _) if module.width(Net(of.0 - base)) == net.width => *of,
                (Op::Concat(parts), _) if parts.len() == 1 => parts[0],
                _ => own,
            });
            self.nets.push(FlatNet { width: net.width, op, domain });
        }
        let mut children = Vec::new();
        for instance in &module.instances {
            let inputs: Vec<Vec<Net>> =
                instance.inputs.iter().map(|port| port.iter().map(|&net| shift(net)).collect()).collect();
            children.push(self.add(&instance.module, &format!("{path}.{}", instance.name), Some(&inputs)));
        }
        for (index, net) in module.nets.iter().enumerate() {
            if let Op::Output { instance, port, field } = net.op {
                let inside = module.instances[instance].module.outputs[port].fields[field];
                self.alias[base as usize + index] = Net(children[instance] + inside.0);
            }
        }
        base
    }

    /// Replaces every alias by the net that drives it, in the table of aliases and then in all operands.
    fn resolve(mut self) -> Result<Flat, CombinationalLoop> {
        let mut path = Vec::new();
        for start in 0..self.alias.len() {
            let mut at = Net(start as u32);
            while self.alias[at.index()] != at {
                path.push(at);
                at = self.alias[at.index()];
                if path.len() > self.alias.len() {
                    return Err(CombinationalLoop::new(path.iter().map(|&net| self.describe(net))));
                }
            }
            path.drain(..).for_each(|net| self.alias[net.index()] = at);
        }
        let alias = std::mem::take(&mut self.alias);
        let real = |net: Net| alias[net.index()];
        for net in &mut self.nets {
            net.op = map_operands(&net.op, real, 0);
        }
        for domain in &mut self.domains {
            *domain = Domain { enable: domain.enable.map(real), reset: domain.reset.map(real) };
        }
        for memory in &mut self.memories {
            memory.write = memory.write.map(|(en, addr, data)| (real(en), real(addr), real(data)));
        }
        let ports = self.inputs.iter_mut().chain(&mut self.outputs);
        ports.flat_map(|(_, fields)| fields).for_each(|net| *net = real(*net));
        Ok(self)
    }

    /// Returns the path, number and operation of a net for messages, as in `top.instance.#3 (Add(..))`.
    pub fn describe(&self, net: Net) -> String {
        let scope = self.scopes.partition_point(|&(base, _)| base <= net.0) - 1;
        let (base, path) = &self.scopes[scope];
        format!("{path}.#{} ({:?})", net.0 - base, self.nets[net.index()].op)
    }
}

/// Returns an operation with its operands mapped by `f` and its memory index increased by `memory_base`.
fn map_operands(op: &Op, f: impl Fn(Net) -> Net, memory_base: u32) -> Op {
    match op {
        Op::Input { .. } | Op::Const(_) | Op::Output { .. } => op.clone(),
        Op::Not(a) => Op::Not(f(*a)),
        Op::And(a, b) => Op::And(f(*a), f(*b)),
        Op::Or(a, b) => Op::Or(f(*a), f(*b)),
        Op::Xor(a, b) => Op::Xor(f(*a), f(*b)),
        Op::Add(a, b) => Op::Add(f(*a), f(*b)),
        Op::Sub(a, b) => Op::Sub(f(*a), f(*b)),
        Op::Mul(a, b) => Op::Mul(f(*a), f(*b)),
        Op::MulSigned(a, b) => Op::MulSigned(f(*a), f(*b)),
        Op::Eq(a, b) => Op::Eq(f(*a), f(*b)),
        Op::Lt(a, b) => Op::Lt(f(*a), f(*b)),
        Op::Any(a) => Op::Any(f(*a)),
        Op::All(a) => Op::All(f(*a)),
        Op::Odd(a) => Op::Odd(f(*a)),
        Op::Mux { sel, then, other } => Op::Mux { sel: f(*sel), then: f(*then), other: f(*other) },
        Op::Select { sel, cases } => Op::Select { sel: f(*sel), cases: cases.iter().map(|&c| f(c)).collect() },
        Op::Slice { of, low } => Op::Slice { of: f(*of), low: *low },
        Op::Concat(parts) => Op::Concat(parts.iter().map(|&p| f(p)).collect()),
        Op::Shl { of, by } => Op::Shl { of: f(*of), by: f(*by) },
        Op::Shr { of, by } => Op::Shr { of: f(*of), by: f(*by) },
        Op::Rom { addr, table } => Op::Rom { addr: f(*addr), table: table.clone() },
        Op::Reg { d, reset, enable } => Op::Reg { d: d.map(&f), reset: *reset, enable: enable.map(&f) },
        Op::Delay { of, depth } => Op::Delay { of: f(*of), depth: *depth },
        Op::Read { memory, addr } => Op::Read { memory: MemoryId(memory.0 + memory_base), addr: f(*addr) },
        Op::Peek { memory, addr } => Op::Peek { memory: MemoryId(memory.0 + memory_base), addr: f(*addr) },
    }
}
