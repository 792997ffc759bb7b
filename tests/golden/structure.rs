//! A netlist's structure as a hash: what the hardware is, without names, comments and the order of construction.
//!
//! The hash of a net is made of its operation and of the hashes of its operands. Within a loop of registers it is refined
//! along the loop until it tells no more nets apart (Weisfeiler and Leman 1968). What no output depends on does not count.
//! Equal gates count once; registers, memories, tables, products and instances each count. [`gates`] counts all but constants.

use super::hash::Hash;
use fftgen::rtl::{Module, Net, Op};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Hashes ports, nets, memories, enable and reset of a module and of the modules in it.
pub fn structure(top: &Module) -> Hash {
    Modules::default().of(top).hash
}

/// Number of nets of each operation that outputs depend on, in a module and in the modules in it. A constant is no gate.
pub fn gates(top: &Module) -> Hash {
    Modules::default().of(top).gates
}

#[derive(Clone, Copy)]
struct Known {
    hash: Hash,
    gates: Hash,
}

#[derive(Default)]
struct Modules(HashMap<*const Module, Known>);

/// A net, an instance or a memory.
struct Node {
    /// What it is, without its operands.
    label: Hash,
    operands: Vec<usize>,
    /// Whether the order of the operands says nothing.
    is_commutative: bool,
    /// Whether two of them with the same operands are two.
    is_state: bool,
}

impl Modules {
    fn of(&mut self, module: &Module) -> Known {
        if let Some(known) = self.0.get(&std::ptr::from_ref(module)) {
            return *known;
        }
        let nodes = self.nodes(module);
        let fields = module.outputs.iter().flat_map(|port| &port.fields);
        let roots: Vec<usize> = fields.chain(&module.enable).chain(&module.reset).map(|net| net.index()).collect();
        let loops = loops(&nodes, &roots);
        let hashes = hashes(&nodes, &loops);
        let live = || loops.iter().flatten();
        // A change in a loop, far from all outputs, is seen in the list of the gates there are.
        let gates: BTreeSet<Hash> = live().map(|node| hashes[*node]).collect();
        let mut states: Vec<Hash> = live().filter(|node| nodes[**node].is_state).map(|node| hashes[*node]).collect();
        states.sort_unstable();
        let inputs: Vec<Vec<u32>> =
            module.inputs.iter().map(|port| port.fields.iter().map(|net| module.width(*net)).collect()).collect();
        let outputs: Vec<usize> = module.outputs.iter().map(|port| port.fields.len()).collect();
        let mut hash = Hash::default();
        hash.add(&format!("{inputs:?} {outputs:?} {:?} {:?}", module.enable.is_some(), module.reset.is_some()));
        roots.iter().for_each(|root| hash.join(hashes[*root]));
        gates.iter().chain(&states).for_each(|part| hash.join(*part));
        let is_gate = |node: &&usize| !matches!(module.nets.get(**node).map(|net| &net.op), Some(Op::Const(_)));
        let mut labels: Vec<Hash> = live().filter(is_gate).map(|node| nodes[*node].label).collect();
        labels.sort_unstable();
        let mut gates = Hash::default();
        labels.iter().for_each(|label| gates.join(*label));
        module.instances.iter().for_each(|instance| gates.join(self.of(&instance.module).gates));
        let known = Known { hash, gates };
        self.0.insert(module, known);
        known
    }

    fn nodes(&mut self, module: &Module) -> Vec<Node> {
        let nets = (0..module.nets.len()).map(|number| net(module, Net(number as u32)));
        let instances = module.instances.iter().map(|instance| {
            let fields: Vec<usize> = instance.inputs.iter().map(Vec::len).collect();
            let mut label = Hash::of(&format!("{fields:?}"));
            label.join(self.of(&instance.module).hash);
            let operands = instance.inputs.iter().flatten().map(|net| net.index()).collect();
            Node { label, operands, is_commutative: false, is_state: true }
        });
        let memories = module.memories.iter().map(|memory| {
            let label = Hash::of(&format!("Memory {} {}", memory.words, memory.width));
            let ports = memory.write.iter().flat_map(|(enable, address, data)| [enable, address, data]);
            Node { label, operands: ports.map(|net| net.index()).collect(), is_commutative: false, is_state: true }
        });
        nets.chain(instances).chain(memories).collect()
    }
}

fn net(module: &Module, net: Net) -> Node {
    let info = &module.nets[net.index()];
    let mut operands: Vec<usize> = module.operands(net).iter().map(|net| net.index()).collect();
    let instance = |number: usize| module.nets.len() + number;
    let label = match &info.op {
        Op::Reg { reset, enable, .. } => format!("Reg {reset:?} {}", enable.is_some()),
        Op::Delay { depth, .. } => format!("Delay {depth}"),
        Op::Read { memory, .. } | Op::Peek { memory, .. } => {
            operands.push(instance(module.instances.len() + memory.0 as usize));
            format!("Read {}", matches!(info.op, Op::Read { .. }))
        }
        Op::Output { instance: number, port, field } => {
            operands = vec![instance(*number)];
            format!("Output {port} {field}")
        }
        // Constants side by side are a constant.
        Op::Concat(parts) if parts.iter().all(|part| module.constant_value(*part).is_some()) => {
            operands = vec![];
            let join = |word: u128, part: &Net| word << module.width(*part) | module.constant_value(*part).unwrap();
            format!("{:?}", Op::Const(parts.iter().rev().fold(0, join)))
        }
        op => format!("{:?}", op.map_operands(|_| Net(0))),
    };
    let is_commutative = matches!(
        info.op,
        Op::And(..) | Op::Or(..) | Op::Xor(..) | Op::Add(..) | Op::Mul(..) | Op::MulSigned(..) | Op::Eq(..)
    );
    let is_state = matches!(
        info.op,
        Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } | Op::Rom { .. } | Op::Mul(..) | Op::MulSigned(..)
    );
    Node { label: Hash::of(&format!("{} {label}", info.width)), operands, is_commutative, is_state }
}

/// The nodes that roots depend on, in groups that depend on each other, operands first.
fn loops(nodes: &[Node], roots: &[usize]) -> Vec<Vec<usize>> {
    let mut graph = DiGraph::<(), (), usize>::default();
    let indices: Vec<NodeIndex<usize>> = nodes.iter().map(|_| graph.add_node(())).collect();
    let (mut live, mut open): (HashSet<usize>, Vec<usize>) = (roots.iter().copied().collect(), roots.to_vec());
    while let Some(node) = open.pop() {
        for &operand in &nodes[node].operands {
            graph.add_edge(indices[node], indices[operand], ());
            if live.insert(operand) {
                open.push(operand);
            }
        }
    }
    let groups = kosaraju_scc(&graph).into_iter().map(|group| group.into_iter().map(NodeIndex::index).collect());
    groups.filter(|group: &Vec<usize>| live.contains(&group[0])).collect()
}

fn hashes(nodes: &[Node], loops: &[Vec<usize>]) -> Vec<Hash> {
    let mut hashes = vec![Hash::default(); nodes.len()];
    for group in loops {
        let is_loop = group.len() > 1 || nodes[group[0]].operands.contains(&group[0]);
        let mut classes = 0;
        loop {
            let found: Vec<Hash> = group.iter().map(|node| hash(&nodes[*node], &hashes)).collect();
            group.iter().zip(&found).for_each(|(node, found)| hashes[*node] = *found);
            let known = std::mem::replace(&mut classes, found.iter().collect::<HashSet<_>>().len());
            if !is_loop || classes <= known {
                break;
            }
        }
    }
    hashes
}

fn hash(node: &Node, hashes: &[Hash]) -> Hash {
    let mut operands: Vec<Hash> = node.operands.iter().map(|operand| hashes[*operand]).collect();
    if node.is_commutative {
        operands.sort_unstable();
    }
    let mut hash = node.label;
    operands.into_iter().for_each(|operand| hash.join(operand));
    hash
}
