//! Construction of modules: ports, registers, memories and instances. Combinational nets are in `logic`.

use super::{address_bits, Instance, Memory, MemoryId, MemoryStyle, Module, Net, NetInfo, Op, Port};
use std::sync::Arc;

impl Module {
    /// Creates an empty module.
    pub fn new(name: impl Into<String>, doc: impl Into<String>) -> Self {
        Module { name: name.into(), doc: doc.into(), ..Module::default() }
    }

    /// Adds a net.
    pub(super) fn push(&mut self, width: u32, op: Op) -> Net {
        assert!((1..=Net::MAX_WIDTH).contains(&width), "net width {width} in module {}", self.name);
        self.nets.push(NetInfo { width, op, name: None });
        Net((self.nets.len() - 1) as u32)
    }

    /// Returns the width of a net in bits.
    pub fn width(&self, net: Net) -> u32 {
        self.nets[net.index()].width
    }

    /// Returns the value of a constant net. `None` for any other net.
    pub fn constant_value(&self, net: Net) -> Option<u128> {
        match self.nets[net.index()].op {
            Op::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Adds a net of any operation without checks. It serves passes that rebuild a module, whose operands have been
    /// checked before.
    pub fn net(&mut self, width: u32, op: Op) -> Net {
        self.push(width, op)
    }

    /// Names a net and returns it. The Verilog printer makes the name unique.
    pub fn name(&mut self, net: Net, name: impl Into<String>) -> Net {
        self.nets[net.index()].name = Some(name.into());
        net
    }

    /// Begins a group of nets. The printer writes the title before them.
    pub fn section(&mut self, title: impl Into<String>) {
        self.sections.push((Net(self.nets.len() as u32), title.into()));
    }

    /// Adds an input port of one field.
    pub fn input(&mut self, name: impl Into<String>, width: u32) -> Net {
        self.input_bus(name, &[width])[0]
    }

    /// Adds an input port of several fields, the first at the low end.
    pub fn input_bus(&mut self, name: impl Into<String>, widths: &[u32]) -> Vec<Net> {
        let port = self.inputs.len();
        let fields: Vec<Net> =
            widths.iter().enumerate().map(|(field, &width)| self.push(width, Op::Input { port, field })).collect();
        self.inputs.push(Port { name: name.into(), fields: fields.clone() });
        fields
    }

    /// Adds an output port of one field.
    pub fn output(&mut self, name: impl Into<String>, net: Net) {
        self.output_bus(name, &[net]);
    }

    /// Adds an output port of several fields, the first at the low end.
    pub fn output_bus(&mut self, name: impl Into<String>, fields: &[Net]) {
        self.outputs.push(Port { name: name.into(), fields: fields.to_vec() });
    }

    /// Sets the clock enable of all registers, delay lines and memories of the module.
    pub fn set_enable(&mut self, enable: Net) {
        assert_eq!(self.width(enable), 1);
        self.enable = Some(enable);
    }

    /// Sets the synchronous reset of the registers that have a reset value.
    pub fn set_reset(&mut self, reset: Net) {
        assert_eq!(self.width(reset), 1);
        self.reset = Some(reset);
    }

    /// Adds a register with the input `d`.
    pub fn register(&mut self, d: Net, reset: Option<u128>) -> Net {
        self.push(self.width(d), Op::Reg { d: Some(d), reset, enable: None })
    }

    /// Adds a register without an input. [`Module::drive`] connects the input later.
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

    /// Connects the input and an enable of a register made by [`Module::state`].
    pub fn drive_enabled(&mut self, reg: Net, input: Net, en: Net) {
        self.drive(reg, input);
        if let Op::Reg { enable, .. } = &mut self.nets[reg.index()].op {
            *enable = Some(en);
        }
    }

    /// Delays a net by `depth` cycles. A depth of zero and a constant need no delay line.
    pub fn delay(&mut self, of: Net, depth: u32) -> Net {
        match depth {
            0 => of,
            _ if self.constant_value(of).is_some() => of,
            _ => self.push(self.width(of), Op::Delay { of, depth }),
        }
    }

    /// Adds a memory. [`Module::write`], [`Module::read`] and [`Module::peek`] connect its ports.
    pub fn memory(&mut self, name: impl Into<String>, words: usize, width: u32) -> MemoryId {
        let (style, is_collision_free, is_cleared) = (MemoryStyle::default(), false, false);
        let name = name.into();
        self.memories.push(Memory { name, words, width, write: None, is_collision_free, is_cleared, style });
        MemoryId((self.memories.len() - 1) as u32)
    }

    /// Connects the write port. It stores `data` at `addr` in each enabled cycle in which `enable` is set.
    pub fn write(&mut self, memory: MemoryId, enable: Net, addr: Net, data: Net) {
        assert_eq!(self.width(data), self.memories[memory.0 as usize].width);
        assert_eq!(self.width(addr), address_bits(self.memories[memory.0 as usize].words));
        self.memories[memory.0 as usize].write = Some((enable, addr, data));
    }

    /// Adds a synchronous read port, which returns the word at `addr` one enabled cycle later.
    pub fn read(&mut self, memory: MemoryId, addr: Net) -> Net {
        let Memory { words, width, .. } = self.memories[memory.0 as usize];
        assert_eq!(self.width(addr), address_bits(words));
        self.push(width, Op::Read { memory, addr })
    }

    /// Adds a combinational read port, which returns the word at `addr` in the same cycle. Memories in LUTs have such
    /// ports.
    pub fn peek(&mut self, memory: MemoryId, addr: Net) -> Net {
        let Memory { words, width, .. } = self.memories[memory.0 as usize];
        assert_eq!(self.width(addr), address_bits(words));
        self.push(width, Op::Peek { memory, addr })
    }

    /// Instantiates a module and returns its outputs as `outputs[port][field]`. `inputs` are in the order of the
    /// module's input ports.
    pub fn instance(&mut self, name: impl Into<String>, module: &Arc<Module>, inputs: Vec<Vec<Net>>) -> Vec<Vec<Net>> {
        let (instance, outputs) = self.place(name, module);
        self.connect(instance, inputs);
        outputs
    }

    /// Adds an instance of an operator with the clock enable of this module, if the operator has one. Returns its
    /// outputs, one field each.
    pub fn operate(&mut self, label: impl Into<String>, operator: &Arc<Module>, inputs: Vec<Vec<Net>>) -> Vec<Net> {
        let enable = operator.enable.and(self.enable);
        let inputs = inputs.into_iter().chain(enable.map(|enable| vec![enable])).collect();
        self.instance(label, operator, inputs).concat()
    }

    /// Adds an instance without inputs. [`Module::connect`] connects them later, so that instances may feed each other.
    /// Returns the index of the instance and its outputs.
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

    /// Connects the inputs of an instance made by [`Module::place`].
    pub fn connect(&mut self, instance: usize, inputs: Vec<Vec<Net>>) {
        let module = &self.instances[instance].module;
        assert_eq!(inputs.len(), module.inputs.len(), "ports of an instance of {}", module.name);
        for (given, port) in inputs.iter().zip(&module.inputs) {
            let widths = |m: &Module, nets: &[Net]| nets.iter().map(|n| m.width(*n)).collect::<Vec<_>>();
            assert_eq!(widths(self, given), widths(module, &port.fields), "port {} of {}", port.name, module.name);
        }
        self.instances[instance].inputs = inputs;
    }

    /// Lists the nets that an operation reads.
    pub fn operands(&self, net: Net) -> Vec<Net> {
        match &self.nets[net.index()].op {
            Op::Input { .. } | Op::Const(_) => vec![],
            Op::Not(a) | Op::Any(a) | Op::All(a) | Op::Odd(a) => vec![*a],
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

    /// Counts the nets of the module and of all instances inside it.
    pub fn nets_in_all(&self) -> usize {
        self.nets.len() + self.instances.iter().map(|instance| instance.module.nets_in_all()).sum::<usize>()
    }

    /// Whether the module has a clock: it is to have one, or it or an instance inside it has state.
    pub fn is_clocked(&self) -> bool {
        let is_clocked = |op: &Op| matches!(op, Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } | Op::Peek { .. });
        self.has_clock
            || self.nets.iter().any(|n| is_clocked(&n.op))
            || self.instances.iter().any(|i| i.module.is_clocked())
    }
}
