//! The bits of a netlist as functions of each other, of which constants and wires are none.

use crate::rtl::{Module, Net, Op};

/// A bit of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bit {
    Constant(bool),
    /// Number of a node. Whether the bit is inverted does not count, because a LUT inverts for nothing.
    Node(u32),
}

/// What a node is made of.
#[derive(Clone, Debug)]
pub enum Node {
    /// Output of a register, of a memory, of an instance or of a carry chain, or an input.
    Leaf,
    /// Function of some nodes, at most as many as a LUT has inputs.
    Gate(Vec<u32>),
}

/// Bits of a module without its instances.
#[derive(Default)]
pub struct Bits {
    pub nodes: Vec<Node>,
    /// Nodes that something reads that is no LUT.
    pub roots: Vec<u32>,
    /// Bits of each carry chain beside its LUTs among the nodes.
    pub chains: Vec<usize>,
    /// LUTs of tables with more address bits than a LUT has inputs.
    pub table_luts: usize,
    nets: Vec<Vec<Bit>>,
    /// Whether the LUTs of a carry chain take in logic before it.
    joins: bool,
}

impl Bits {
    /// Takes the nets of a module apart. `inputs`: of a LUT. `joins`: whether carry chains join with logic before them.
    /// `is_block`: whether a table is no LUTs.
    pub fn new(module: &Module, inputs: usize, joins: bool, is_block: impl Fn(Net) -> bool) -> Self {
        let mut bits = Bits { joins, ..Bits::default() };
        for (number, net) in module.nets.iter().enumerate() {
            let made = bits.net(&net.op, net.width as usize, inputs, is_block(Net(number as u32)));
            bits.nets.push(made);
        }
        for (number, net) in module.nets.iter().enumerate() {
            match &net.op {
                Op::Reg { d, enable, .. } => {
                    enable.iter().for_each(|net| bits.read(*net));
                    d.iter().for_each(|d| bits.register(module, Net(number as u32), *d));
                }
                Op::Delay { of, .. } => bits.read(*of),
                Op::Mul(a, b) | Op::MulSigned(a, b) => [a, b].into_iter().for_each(|net| bits.read(*net)),
                Op::Read { addr, .. } | Op::Peek { addr, .. } => bits.read(*addr),
                _ => {}
            }
        }
        let written = module.memories.iter().filter_map(|memory| memory.write);
        written.for_each(|(enable, address, data)| [enable, address, data].into_iter().for_each(|net| bits.read(net)));
        let ports = module.outputs.iter().map(|port| &port.fields);
        let given = module.instances.iter().flat_map(|instance| &instance.inputs);
        ports.chain(given).flatten().for_each(|net| bits.read(*net));
        module.enable.iter().chain(&module.reset).for_each(|net| bits.read(*net));
        bits
    }

    fn of(&self, net: Net) -> &[Bit] {
        &self.nets[net.index()]
    }

    fn bit(&self, net: Net, place: usize) -> Bit {
        self.of(net)[place]
    }

    /// Marks the nodes of a net as read by something that is no LUT.
    fn read(&mut self, net: Net) {
        let nodes = self.nets[net.index()].iter().filter_map(|bit| node(*bit));
        self.roots.extend(nodes);
    }

    /// Reads the input of a register. Where it holds its value, or takes a constant, that is the enable or the reset of
    /// the flip-flops. Parts of a word may have enables of their own.
    fn register(&mut self, module: &Module, register: Net, mut d: Net) {
        let is_held = |net: Net| match module.nets[net.index()].op {
            Op::Const(_) => true,
            Op::Slice { of, .. } => of == register,
            _ => net == register,
        };
        while let Op::Mux { sel, then, other } = module.nets[d.index()].op {
            d = match (is_held(then), is_held(other)) {
                (true, false) => other,
                (false, true) => then,
                _ => break,
            };
            self.read(sel);
        }
        match &module.nets[d.index()].op {
            Op::Concat(parts) => parts.iter().for_each(|part| self.register(module, register, *part)),
            _ => self.read(d),
        }
    }

    fn leaf(&mut self) -> Bit {
        self.nodes.push(Node::Leaf);
        Bit::Node(self.nodes.len() as u32 - 1)
    }

    fn leaves(&mut self, width: usize) -> Vec<Bit> {
        (0..width).map(|_| self.leaf()).collect()
    }

    fn gate(&mut self, mut operands: Vec<u32>) -> Bit {
        operands.sort_unstable();
        operands.dedup();
        match operands[..] {
            [one] => Bit::Node(one),
            _ => {
                self.nodes.push(Node::Gate(operands));
                Bit::Node(self.nodes.len() as u32 - 1)
            }
        }
    }

    /// Returns a conjunction, or with inverted bits a disjunction. `ends`: the constant that decides it.
    fn both(&mut self, a: Bit, b: Bit, ends: bool) -> Bit {
        match (a, b) {
            (Bit::Constant(a), _) | (_, Bit::Constant(a)) if a == ends => Bit::Constant(ends),
            (Bit::Constant(_), other) | (other, Bit::Constant(_)) => other,
            (Bit::Node(a), Bit::Node(b)) => self.gate(vec![a, b]),
        }
    }

    fn either(&mut self, a: Bit, b: Bit) -> Bit {
        match (a, b) {
            (Bit::Constant(a), Bit::Constant(b)) => Bit::Constant(a != b),
            (Bit::Constant(_), other) | (other, Bit::Constant(_)) => other,
            (Bit::Node(a), Bit::Node(b)) if a == b => Bit::Constant(false),
            (Bit::Node(a), Bit::Node(b)) => self.gate(vec![a, b]),
        }
    }

    fn mux(&mut self, sel: Bit, then: Bit, other: Bit) -> Bit {
        if then == other {
            return then;
        }
        match sel {
            Bit::Constant(chosen) => [other, then][usize::from(chosen)],
            Bit::Node(sel) => self.gate([Some(sel), node(then), node(other)].into_iter().flatten().collect()),
        }
    }

    /// Joins bits by twos, so that the tree is as low as it can be.
    fn tree(&mut self, mut bits: Vec<Bit>, join: impl Fn(&mut Self, Bit, Bit) -> Bit) -> Bit {
        while bits.len() > 1 {
            bits = bits.chunks(2).map(|pair| if let [a, b] = *pair { join(self, a, b) } else { pair[0] }).collect();
        }
        bits[0]
    }

    /// Selects among cases by the bits of a number, the lowest first.
    fn select(&mut self, sel: &[Bit], mut cases: Vec<Bit>) -> Bit {
        for sel in sel {
            cases = cases.chunks(2).map(|two| if let [a, b] = *two { self.mux(*sel, b, a) } else { two[0] }).collect();
        }
        cases[0]
    }

    /// Adds on a carry chain. Bits below the lowest ones that both words have are wires.
    fn chain(&mut self, a: Net, b: Net, width: usize, is_difference: bool) -> Vec<Bit> {
        let zero = Bit::Constant(false);
        let is_wire = |place: &usize| {
            let [a, b] = [self.bit(a, *place), self.bit(b, *place)];
            b == zero || a == zero && !is_difference
        };
        let wires = (0..width).take_while(is_wire).count();
        let mut sums: Vec<Bit> = (0..wires)
            .map(|place| if self.bit(b, place) == zero { self.bit(a, place) } else { self.bit(b, place) })
            .collect();
        if wires < width {
            self.read(a);
            if self.joins {
                // The LUT of a place tells whether a carry passes, and the other operand goes beside it.
                (wires..width).for_each(|place| {
                    let passes = self.either(self.bit(a, place), self.bit(b, place));
                    self.roots.extend(node(passes));
                });
            } else {
                self.read(b);
                self.chains.push(width - wires);
            }
            sums.extend(self.leaves(width - wires));
        }
        sums
    }

    /// Returns a bit of a table as a function of the address bits that it depends on.
    fn table(&mut self, addr: Net, table: &[u128], place: usize, inputs: usize) -> Bit {
        let word = |at: usize| table[at.min(table.len() - 1)] >> place & 1;
        let address = self.of(addr).to_vec();
        let size = 1usize << address.len().min(24);
        let depends = |bit: usize| (0..size.min(table.len())).any(|at| word(at) != word(at ^ 1 << bit));
        let nodes: Vec<u32> =
            (0..address.len()).filter(|bit| depends(*bit)).filter_map(|bit| node(address[bit])).collect();
        match nodes.len() {
            0 => Bit::Constant(word(0) == 1),
            count if count <= inputs => self.gate(nodes),
            count => {
                self.table_luts += luts_of_table(count, inputs);
                self.roots.extend(nodes);
                self.leaf()
            }
        }
    }

    /// Makes the bits of a net.
    fn net(&mut self, op: &Op, width: usize, inputs: usize, is_block: bool) -> Vec<Bit> {
        let each = |bits: &mut Self, made: &mut dyn FnMut(&mut Self, usize) -> Bit| -> Vec<Bit> {
            (0..width).map(|place| made(bits, place)).collect()
        };
        match op {
            Op::Const(value) => (0..width).map(|place| Bit::Constant(value >> place & 1 == 1)).collect(),
            Op::Not(a) => self.of(*a).iter().map(|bit| inverted(*bit)).collect(),
            Op::And(a, b) => each(self, &mut |bits, i| bits.both(bits.bit(*a, i), bits.bit(*b, i), false)),
            Op::Or(a, b) => each(self, &mut |bits, i| bits.both(bits.bit(*a, i), bits.bit(*b, i), true)),
            Op::Xor(a, b) => each(self, &mut |bits, i| bits.either(bits.bit(*a, i), bits.bit(*b, i))),
            Op::Add(a, b) => self.chain(*a, *b, width, false),
            Op::Sub(a, b) => self.chain(*a, *b, width, true),
            Op::Eq(a, b) => {
                let pairs = (0..self.of(*a).len()).map(|i| [self.bit(*a, i), self.bit(*b, i)]).collect::<Vec<_>>();
                let equal = pairs.into_iter().map(|[a, b]| inverted(self.either(a, b))).collect();
                vec![self.tree(equal, |bits, a, b| bits.both(a, b, false))]
            }
            Op::Lt(a, b) => {
                let compared = self.of(*a).len();
                self.chain(*a, *b, compared, true);
                self.leaves(1)
            }
            Op::Any(a) => vec![self.tree(self.of(*a).to_vec(), |bits, a, b| bits.both(a, b, true))],
            Op::All(a) => vec![self.tree(self.of(*a).to_vec(), |bits, a, b| bits.both(a, b, false))],
            Op::Odd(a) => vec![self.tree(self.of(*a).to_vec(), Self::either)],
            Op::Mux { sel, then, other } => {
                each(self, &mut |bits, i| bits.mux(bits.bit(*sel, 0), bits.bit(*then, i), bits.bit(*other, i)))
            }
            Op::Select { sel, cases } => {
                let sel = self.of(*sel).to_vec();
                each(self, &mut |bits, i| {
                    let values = cases.iter().map(|case| bits.bit(*case, i)).collect();
                    bits.select(&sel, values)
                })
            }
            Op::Slice { of, low } => self.of(*of)[*low as usize..][..width].to_vec(),
            Op::Concat(parts) => parts.iter().flat_map(|part| self.of(*part).to_vec()).collect(),
            Op::Shl { of, by } => self.shifted(*of, *by, true),
            Op::Shr { of, by } => self.shifted(*of, *by, false),
            Op::Rom { addr, .. } if is_block => {
                self.read(*addr);
                self.leaves(width)
            }
            Op::Rom { addr, table } => each(self, &mut |bits, i| bits.table(*addr, table, i, inputs)),
            Op::Input { .. }
            | Op::Mul(..)
            | Op::MulSigned(..)
            | Op::Reg { .. }
            | Op::Delay { .. }
            | Op::Read { .. }
            | Op::Peek { .. }
            | Op::Output { .. } => self.leaves(width),
        }
    }

    /// Shifts by stages of multiplexers, one for each bit of the amount.
    fn shifted(&mut self, of: Net, by: Net, left: bool) -> Vec<Bit> {
        let mut bits = self.of(of).to_vec();
        for (stage, sel) in self.of(by).to_vec().into_iter().enumerate() {
            let amount = 1usize.checked_shl(stage as u32).unwrap_or(usize::MAX);
            let moved = |place: usize| match left {
                true => place.checked_sub(amount),
                false => place.checked_add(amount).filter(|place| *place < bits.len()),
            };
            let moved: Vec<Bit> =
                (0..bits.len()).map(|place| moved(place).map_or(Bit::Constant(false), |place| bits[place])).collect();
            bits = moved.into_iter().zip(bits).map(|(moved, bit)| self.mux(sel, moved, bit)).collect();
        }
        bits
    }
}

fn node(bit: Bit) -> Option<u32> {
    match bit {
        Bit::Node(node) => Some(node),
        Bit::Constant(_) => None,
    }
}

fn inverted(bit: Bit) -> Bit {
    match bit {
        Bit::Constant(value) => Bit::Constant(!value),
        node => node,
    }
}

/// Estimates the LUTs of a table of `count` address bits, more than the inputs of a LUT. Functions of halves are often
/// alike where there are many, and multiplexers beside LUTs choose among up to four.
fn luts_of_table(count: usize, inputs: usize) -> usize {
    match count - inputs {
        1 => 2,
        2 => 4,
        more => 5 << (more - 1),
    }
}
