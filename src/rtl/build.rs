//! Building modules net by net. Constants fold as they are built, where that needs no thought.

use super::{address_bits, mask, Instance, Memory, MemoryId, Module, Net, NetInfo, Op, Port};
use std::sync::Arc;

impl Module {
    /// An empty module.
    pub fn new(name: impl Into<String>, doc: impl Into<String>) -> Self {
        Module { name: name.into(), doc: doc.into(), ..Module::default() }
    }

    fn push(&mut self, width: u32, op: Op) -> Net {
        assert!((1..=Net::WIDEST).contains(&width), "net width {width} in module {}", self.name);
        self.nets.push(NetInfo { width, op, name: None });
        Net((self.nets.len() - 1) as u32)
    }

    /// Width of a net in bits.
    pub fn width(&self, net: Net) -> u32 {
        self.nets[net.index()].width
    }

    /// Value of a constant net.
    pub fn constant_value(&self, net: Net) -> Option<u128> {
        match self.nets[net.index()].op {
            Op::Const(value) => Some(value),
            _ => None,
        }
    }

    /// A net of any operation: for passes that rebuild a module, which has been checked once already.
    pub fn net(&mut self, width: u32, op: Op) -> Net {
        self.push(width, op)
    }

    /// Gives a net the name it should have in Verilog (made unique there) and returns it.
    pub fn name(&mut self, net: Net, name: impl Into<String>) -> Net {
        self.nets[net.index()].name = Some(name.into());
        net
    }

    /// Input port of one field.
    pub fn input(&mut self, name: impl Into<String>, width: u32) -> Net {
        self.input_bus(name, &[width])[0]
    }

    /// Input port of several fields, the first at the low end.
    pub fn input_bus(&mut self, name: impl Into<String>, widths: &[u32]) -> Vec<Net> {
        let port = self.inputs.len();
        let fields: Vec<Net> =
            widths.iter().enumerate().map(|(field, &width)| self.push(width, Op::Input { port, field })).collect();
        self.inputs.push(Port { name: name.into(), fields: fields.clone() });
        fields
    }

    /// Output port of one field.
    pub fn output(&mut self, name: impl Into<String>, net: Net) {
        self.output_bus(name, &[net]);
    }

    /// Output port of several fields, the first at the low end.
    pub fn output_bus(&mut self, name: impl Into<String>, fields: &[Net]) {
        self.outputs.push(Port { name: name.into(), fields: fields.to_vec() });
    }

    /// Clock enable of every register, delay and memory of the module.
    pub fn set_enable(&mut self, enable: Net) {
        assert_eq!(self.width(enable), 1);
        self.enable = Some(enable);
    }

    /// Synchronous reset of the registers that have a reset value.
    pub fn set_reset(&mut self, reset: Net) {
        assert_eq!(self.width(reset), 1);
        self.reset = Some(reset);
    }

    pub fn constant(&mut self, width: u32, value: u128) -> Net {
        let value = value & mask(width);
        self.push(width, Op::Const(value))
    }

    pub fn not(&mut self, a: Net) -> Net {
        match self.constant_value(a) {
            Some(v) => self.constant(self.width(a), !v),
            None => self.push(self.width(a), Op::Not(a)),
        }
    }

    fn same(&self, a: Net, b: Net) -> u32 {
        assert_eq!(self.width(a), self.width(b), "operand widths in module {}", self.name);
        self.width(a)
    }

    pub fn and(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match (self.constant_value(a), self.constant_value(b)) {
            (Some(0), _) => a,
            (_, Some(0)) => b,
            (Some(v), _) if v == mask(width) => b,
            (_, Some(v)) if v == mask(width) => a,
            _ => self.push(width, Op::And(a, b)),
        }
    }

    pub fn or(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match (self.constant_value(a), self.constant_value(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            (Some(v), _) if v == mask(width) => a,
            (_, Some(v)) if v == mask(width) => b,
            _ => self.push(width, Op::Or(a, b)),
        }
    }

    pub fn xor(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match (self.constant_value(a), self.constant_value(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.push(width, Op::Xor(a, b)),
        }
    }

    /// Sum modulo 2^width.
    pub fn add(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match (self.constant_value(a), self.constant_value(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.push(width, Op::Add(a, b)),
        }
    }

    /// Difference modulo 2^width.
    pub fn sub(&mut self, a: Net, b: Net) -> Net {
        let width = self.same(a, b);
        match self.constant_value(b) {
            Some(0) => a,
            _ => self.push(width, Op::Sub(a, b)),
        }
    }

    /// Full unsigned product.
    pub fn mul(&mut self, a: Net, b: Net) -> Net {
        self.push(self.width(a) + self.width(b), Op::Mul(a, b))
    }

    /// Full product of two's complement numbers.
    pub fn mul_signed(&mut self, a: Net, b: Net) -> Net {
        self.push(self.width(a) + self.width(b), Op::MulSigned(a, b))
    }

    pub fn eq(&mut self, a: Net, b: Net) -> Net {
        self.same(a, b);
        self.push(1, Op::Eq(a, b))
    }

    /// Equality with a constant.
    pub fn eq_const(&mut self, a: Net, value: u128) -> Net {
        let b = self.constant(self.width(a), value);
        self.eq(a, b)
    }

    /// Unsigned less than.
    pub fn lt(&mut self, a: Net, b: Net) -> Net {
        self.same(a, b);
        self.push(1, Op::Lt(a, b))
    }

    /// Or of all bits.
    pub fn any(&mut self, a: Net) -> Net {
        match self.width(a) {
            1 => a,
            _ => self.push(1, Op::Any(a)),
        }
    }

    /// And of all bits.
    pub fn all(&mut self, a: Net) -> Net {
        match self.width(a) {
            1 => a,
            _ => self.push(1, Op::All(a)),
        }
    }

    /// `sel ? then : other`.
    pub fn mux(&mut self, sel: Net, then: Net, other: Net) -> Net {
        assert_eq!(self.width(sel), 1, "mux select in module {}", self.name);
        let width = self.same(then, other);
        match self.constant_value(sel) {
            _ if then == other => then,
            Some(0) => other,
            Some(_) => then,
            None => self.push(width, Op::Mux { sel, then, other }),
        }
    }

    /// `cases[sel]`, the last one for every larger `sel`.
    pub fn select(&mut self, sel: Net, cases: &[Net]) -> Net {
        let width = self.width(cases[0]);
        assert!(cases.iter().all(|&c| self.width(c) == width), "select cases in module {}", self.name);
        if cases.iter().all(|&c| c == cases[0]) {
            return cases[0];
        }
        if cases.len() == 2 && self.width(sel) == 1 {
            return self.mux(sel, cases[1], cases[0]);
        }
        self.push(width, Op::Select { sel, cases: cases.to_vec() })
    }

    /// Bits `low .. low + width`.
    pub fn slice(&mut self, of: Net, low: u32, width: u32) -> Net {
        assert!(low + width <= self.width(of), "slice in module {}", self.name);
        if low == 0 && width == self.width(of) {
            return of;
        }
        match self.constant_value(of) {
            Some(v) => self.constant(width, v >> low),
            None => self.push(width, Op::Slice { of, low }),
        }
    }

    /// One bit.
    pub fn bit(&mut self, of: Net, index: u32) -> Net {
        self.slice(of, index, 1)
    }

    /// Nets side by side, the first at the low end.
    pub fn concat(&mut self, parts: &[Net]) -> Net {
        match parts {
            [one] => *one,
            _ => {
                let width = parts.iter().map(|&p| self.width(p)).sum();
                self.push(width, Op::Concat(parts.to_vec()))
            }
        }
    }

    /// Zero-extends to `width`.
    pub fn extend(&mut self, a: Net, width: u32) -> Net {
        let from = self.width(a);
        if from == width {
            return a;
        }
        let zeros = self.constant(width - from, 0);
        self.concat(&[a, zeros])
    }

    /// Sign-extends to `width`.
    pub fn sign_extend(&mut self, a: Net, width: u32) -> Net {
        let from = self.width(a);
        if from == width {
            return a;
        }
        let sign = self.bit(a, from - 1);
        let signs = self.repeat(sign, width - from);
        self.concat(&[a, signs])
    }

    /// One bit repeated.
    pub fn repeat(&mut self, bit: Net, times: u32) -> Net {
        assert_eq!(self.width(bit), 1);
        self.concat(&vec![bit; times as usize])
    }

    pub fn shl(&mut self, of: Net, by: Net) -> Net {
        self.push(self.width(of), Op::Shl { of, by })
    }

    pub fn shr(&mut self, of: Net, by: Net) -> Net {
        self.push(self.width(of), Op::Shr { of, by })
    }

    /// A table of `width`-bit words. A table of one value is a constant.
    pub fn rom(&mut self, addr: Net, width: u32, table: impl Into<Arc<[u128]>>) -> Net {
        let table = table.into();
        assert!(!table.is_empty() && table.iter().all(|&word| word <= mask(width)));
        if table.iter().all(|word| *word == table[0]) {
            return self.constant(width, table[0]);
        }
        self.push(width, Op::Rom { addr, table })
    }

    /// A register whose input is given now.
    pub fn register(&mut self, d: Net, reset: Option<u128>) -> Net {
        self.push(self.width(d), Op::Reg { d: Some(d), reset, enable: None })
    }

    /// A register whose input comes later, by [`Module::drive`].
    pub fn state(&mut self, width: u32, reset: Option<u128>) -> Net {
        self.push(width, Op::Reg { d: None, reset, enable: None })
    }

    /// Connects the input of a register made by [`Module::state`].
    pub fn drive(&mut self, reg: Net, input: Net) {
        self.same(reg, input);
        match &mut self.nets[reg.index()].op {
            Op::Reg { d: d @ None, .. } => *d = Some(input),
            other => panic!("drive of {other:?} in module {}", self.name),
        }
    }

    /// Connects input and own enable of a register made by [`Module::state`].
    pub fn drive_enabled(&mut self, reg: Net, input: Net, en: Net) {
        self.drive(reg, input);
        if let Op::Reg { enable, .. } = &mut self.nets[reg.index()].op {
            *enable = Some(en);
        }
    }

    /// `of`, `depth` cycles ago; a depth of zero is the net itself, and a constant stays one.
    pub fn delay(&mut self, of: Net, depth: u32) -> Net {
        match depth {
            0 => of,
            _ if self.constant_value(of).is_some() => of,
            _ => self.push(self.width(of), Op::Delay { of, depth }),
        }
    }

    /// A memory; connect its ports with [`Module::write`] and [`Module::read`].
    pub fn memory(&mut self, name: impl Into<String>, words: usize, width: u32) -> MemoryId {
        self.memories.push(Memory { name: name.into(), words, width, write: None });
        MemoryId((self.memories.len() - 1) as u32)
    }

    /// The write port: `data` is stored at `addr` in each enabled cycle in which `enable` is set.
    pub fn write(&mut self, memory: MemoryId, enable: Net, addr: Net, data: Net) {
        assert_eq!(self.width(data), self.memories[memory.0 as usize].width);
        assert_eq!(self.width(addr), address_bits(self.memories[memory.0 as usize].words));
        self.memories[memory.0 as usize].write = Some((enable, addr, data));
    }

    /// The read port: the word at `addr`, one enabled cycle later.
    pub fn read(&mut self, memory: MemoryId, addr: Net) -> Net {
        let Memory { words, width, .. } = self.memories[memory.0 as usize];
        assert_eq!(self.width(addr), address_bits(words));
        self.push(width, Op::Read { memory, addr })
    }

    /// The other kind of read port: the word at `addr` in the same cycle, as lookup tables give it.
    pub fn peek(&mut self, memory: MemoryId, addr: Net) -> Net {
        let Memory { words, width, .. } = self.memories[memory.0 as usize];
        assert_eq!(self.width(addr), address_bits(words));
        self.push(width, Op::Peek { memory, addr })
    }

    /// Instantiates a module; returns its outputs, port by port, field by field.
    /// `inputs` are in the order of the module's input ports.
    pub fn instance(&mut self, name: impl Into<String>, module: &Arc<Module>, inputs: Vec<Vec<Net>>) -> Vec<Vec<Net>> {
        let (instance, outputs) = self.place(name, module);
        self.connect(instance, inputs);
        outputs
    }

    /// Places an instance whose inputs come later, by [`Module::connect`]: operators feed each other.
    pub fn place(&mut self, name: impl Into<String>, module: &Arc<Module>) -> (usize, Vec<Vec<Net>>) {
        let instance = self.instances.len();
        self.instances.push(Instance { name: name.into(), module: module.clone(), inputs: vec![] });
        let field = |this: &mut Self, port, (field, &net): (usize, &Net)| {
            this.push(module.width(net), Op::Output { instance, port, field })
        };
        let ports = module.outputs.iter().enumerate();
        let outputs = ports.map(|(port, p)| p.fields.iter().enumerate().map(|f| field(self, port, f)).collect());
        (instance, outputs.collect())
    }

    /// Connects the inputs of a placed instance.
    pub fn connect(&mut self, instance: usize, inputs: Vec<Vec<Net>>) {
        let module = &self.instances[instance].module;
        assert_eq!(inputs.len(), module.inputs.len(), "ports of an instance of {}", module.name);
        for (given, port) in inputs.iter().zip(&module.inputs) {
            let widths = |m: &Module, nets: &[Net]| nets.iter().map(|n| m.width(*n)).collect::<Vec<_>>();
            assert_eq!(widths(self, given), widths(module, &port.fields), "port {} of {}", port.name, module.name);
        }
        self.instances[instance].inputs = inputs;
    }

    /// Nets that an operation reads.
    pub fn operands(&self, net: Net) -> Vec<Net> {
        match &self.nets[net.index()].op {
            Op::Input { .. } | Op::Const(_) => vec![],
            Op::Not(a) | Op::Any(a) | Op::All(a) => vec![*a],
            Op::And(a, b) | Op::Or(a, b) | Op::Xor(a, b) | Op::Add(a, b) | Op::Sub(a, b) => vec![*a, *b],
            Op::Mul(a, b) | Op::MulSigned(a, b) | Op::Eq(a, b) | Op::Lt(a, b) => vec![*a, *b],
            Op::Mux { sel, then, other } => vec![*sel, *then, *other],
            Op::Select { sel, cases } => std::iter::once(*sel).chain(cases.iter().copied()).collect(),
            Op::Slice { of, .. } | Op::Delay { of, .. } => vec![*of],
            Op::Concat(parts) => parts.clone(),
            Op::Shl { of, by } | Op::Shr { of, by } => vec![*of, *by],
            Op::Rom { addr, .. } | Op::Read { addr, .. } | Op::Peek { addr, .. } => vec![*addr],
            Op::Reg { d, enable, .. } => d.iter().chain(enable).copied().collect(),
            Op::Output { instance, .. } => self.instances[*instance].inputs.concat(),
        }
    }

    /// True when the module, or one inside it, has state: it then has a clock.
    pub fn is_clocked(&self) -> bool {
        let clocked = |op: &Op| matches!(op, Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } | Op::Peek { .. });
        self.nets.iter().any(|n| clocked(&n.op)) || self.instances.iter().any(|i| i.module.is_clocked())
    }
}
