//! What each net is printed as, and which signals are alive.
//!
//! A net is a constant, some bits of a signal, or an expression printed at its single use. Nets of the same operation on
//! the same values are one signal. Only the signals get a declaration, and of these only the ones that reach an output or
//! an instance.

use super::fold::{fold, is_logic};
use super::value::Value;
use crate::rtl::{Module, Net, Op};
use std::collections::HashMap;

/// What declares a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Port(usize),
    Net(Net),
}

pub(super) struct Signal<'a> {
    pub source: Source,
    pub width: u32,
    /// Declared and driven in the text.
    pub live: bool,
    /// Printed where its only reader stands.
    inlined: bool,
    /// The name that some net with this value was given.
    pub name: Option<&'a str>,
}

pub(super) struct View<'a> {
    pub module: &'a Module,
    /// By net: a constant, or bits of a signal.
    values: Vec<Value>,
    pub signals: Vec<Signal<'a>>,
    pub live_memories: Vec<bool>,
    pub live_instances: Vec<bool>,
}

/// Operations that have been met, on the first net of each value.
#[derive(Default)]
struct Met {
    nets: HashMap<(Value, u32), Net>,
    operations: HashMap<(Op, u32), Value>,
}

impl Met {
    /// The operation on the first nets of its operands' values; of two that may be exchanged the older one first.
    fn canonical(&mut self, view: &View, op: &Op) -> Op {
        let op = op.map_operands(|net| *self.nets.entry((view.value(net), view.module.width(net))).or_insert(net));
        match op {
            Op::And(a, b) => Op::And(a.min(b), a.max(b)),
            Op::Or(a, b) => Op::Or(a.min(b), a.max(b)),
            Op::Xor(a, b) => Op::Xor(a.min(b), a.max(b)),
            Op::Add(a, b) => Op::Add(a.min(b), a.max(b)),
            Op::Mul(a, b) => Op::Mul(a.min(b), a.max(b)),
            Op::MulSigned(a, b) => Op::MulSigned(a.min(b), a.max(b)),
            Op::Eq(a, b) => Op::Eq(a.min(b), a.max(b)),
            other => other,
        }
    }
}

impl<'a> View<'a> {
    pub fn new(module: &'a Module) -> Self {
        let mut view = View {
            module,
            values: Vec::with_capacity(module.nets.len()),
            signals: Vec::new(),
            live_memories: vec![false; module.memories.len()],
            live_instances: vec![false; module.instances.len()],
        };
        for (port, info) in module.inputs.iter().enumerate() {
            let width = info.fields.iter().map(|&field| module.width(field)).sum();
            view.signals.push(Signal { source: Source::Port(port), width, live: true, inlined: false, name: None });
        }
        let mut met = Met::default();
        for net in (0..module.nets.len() as u32).map(Net) {
            let value = view.classify(net, &mut met);
            view.values.push(value);
        }
        view.mark_live();
        view.inline();
        view
    }

    pub fn value(&self, net: Net) -> Value {
        match self.values[net.index()] {
            Value::Bits { signal, .. } if self.signals[signal].inlined => match self.signals[signal].source {
                Source::Net(net) => Value::Inline(net),
                Source::Port(_) => unreachable!("a port has a declaration"),
            },
            value => value,
        }
    }

    /// The cases of a selection that its `sel` can reach.
    pub fn reachable<'b, T>(&self, sel: Net, cases: &'b [T]) -> &'b [T] {
        let count = 1u128.checked_shl(self.module.width(sel)).unwrap_or(u128::MAX);
        &cases[..cases.len().min(usize::try_from(count).unwrap_or(usize::MAX))]
    }

    fn classify(&mut self, net: Net, met: &mut Met) -> Value {
        if let Some(value) = fold(self.module, net, &|net| self.value(net)) {
            return value;
        }
        let info = &self.module.nets[net.index()];
        let width = info.width;
        match &info.op {
            Op::Const(value) => Value::Const(*value),
            Op::Input { port, field } => {
                let below = &self.module.inputs[*port].fields[..*field];
                Value::Bits { signal: *port, low: below.iter().map(|&field| self.module.width(field)).sum() }
            }
            Op::Slice { of, low } => match self.value(*of) {
                // A name says more than a range does.
                _ if info.name.is_some() && self.module.width(*of) != width => self.once(net, met),
                Value::Bits { signal, low: base } => Value::Bits { signal, low: base + low },
                other => unreachable!("a sliced net is a signal, not {other:?}"),
            },
            // Nothing ever wrote there.
            Op::Read { memory, .. } | Op::Peek { memory, .. }
                if self.module.memories[memory.0 as usize].write.is_none() =>
            {
                Value::Const(0)
            }
            Op::Delay { depth, .. } => match self.signal(net, width * depth) {
                Value::Bits { signal, .. } => Value::Bits { signal, low: width * (depth - 1) },
                other => other,
            },
            op if is_logic(op) => self.once(net, met),
            _ => self.signal(net, width),
        }
    }

    /// The signal of an operation, the same one each time.
    fn once(&mut self, net: Net, met: &mut Met) -> Value {
        let info = &self.module.nets[net.index()];
        let key = (met.canonical(self, &info.op), info.width);
        match met.operations.get(&key) {
            Some(&value) => {
                let Value::Bits { signal, .. } = value else { unreachable!("operations are signals") };
                let first = &mut self.signals[signal];
                first.name = first.name.or(info.name.as_deref());
                value
            }
            None => {
                let value = self.signal(net, info.width);
                met.operations.insert(key, value);
                value
            }
        }
    }

    fn signal(&mut self, net: Net, width: u32) -> Value {
        let name = self.module.nets[net.index()].name.as_deref();
        self.signals.push(Signal { source: Source::Net(net), width, live: false, inlined: false, name });
        Value::Bits { signal: self.signals.len() - 1, low: 0 }
    }

    fn mark_live(&mut self) {
        let mut work: Vec<Net> = self.module.outputs.iter().flat_map(|port| &port.fields).copied().collect();
        while let Some(net) = work.pop() {
            let source = match self.value(net) {
                Value::Const(_) => continue,
                Value::Inline(net) => net,
                Value::Bits { signal, .. } => match &mut self.signals[signal] {
                    Signal { live: true, .. } => continue,
                    Signal { source: Source::Port(_), .. } => continue,
                    Signal { source: Source::Net(net), live, .. } => {
                        *live = true;
                        *net
                    }
                },
            };
            self.push_sources(source, &mut work);
        }
        // An instance is printed with all its outputs, read or not.
        for signal in &mut self.signals {
            if let Source::Net(net) = signal.source {
                if let Op::Output { instance, .. } = self.module.nets[net.index()].op {
                    signal.live = self.live_instances[instance];
                }
            }
        }
    }

    /// Nets that the printed form of a live net reads.
    fn push_sources(&mut self, net: Net, work: &mut Vec<Net>) {
        let op = &self.module.nets[net.index()].op;
        match op {
            Op::Select { sel, cases } => {
                work.push(*sel);
                work.extend(self.reachable(*sel, cases));
            }
            Op::Output { instance, .. } => {
                if !std::mem::replace(&mut self.live_instances[*instance], true) {
                    work.extend(self.module.instances[*instance].inputs.iter().flatten());
                }
            }
            _ => work.extend(self.module.operands(net)),
        }
        if let Op::Read { memory, .. } | Op::Peek { memory, .. } = op {
            self.live_memories[memory.0 as usize] = true;
            let (enable, addr, data) = self.module.memories[memory.0 as usize].write.expect("else a constant");
            work.extend([enable, addr, data]);
        }
        if matches!(op, Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } | Op::Peek { .. }) {
            work.extend(self.module.enable);
        }
        if matches!(op, Op::Reg { reset: Some(_), .. }) {
            work.extend(self.module.reset);
        }
    }

    /// Short operations without a name that have one reader, which takes the whole value, get no declaration.
    fn inline(&mut self) {
        for (id, single) in self.single_uses().into_iter().enumerate() {
            let Signal { source: Source::Net(net), live: true, name: None, .. } = self.signals[id] else { continue };
            let short = match &self.module.nets[net.index()].op {
                Op::Not(a) | Op::Any(a) | Op::All(a) => !matches!(self.value(*a), Value::Inline(_)),
                Op::Concat(parts) => parts.len() <= 4,
                _ => false,
            };
            if short && single {
                (self.signals[id].live, self.signals[id].inlined) = (false, true);
            }
        }
    }

    /// Signals with exactly one reader, which takes the whole value, not a slice of it.
    fn single_uses(&self) -> Vec<bool> {
        let mut uses = vec![0u32; self.signals.len()];
        let mut count = |net: Net, by: u32| {
            if let Value::Bits { signal, .. } = self.values[net.index()] {
                let whole = self.signals[signal].width == self.module.width(net);
                uses[signal] = uses[signal].saturating_add(if whole { by } else { 2 });
            }
        };
        for signal in self.signals.iter().filter(|signal| signal.live) {
            let Source::Net(net) = signal.source else { continue };
            match &self.module.nets[net.index()].op {
                Op::Output { .. } => (),
                // A range needs a name, and the sign of a factor is read as well.
                Op::Slice { .. } | Op::MulSigned(..) => {
                    self.module.operands(net).into_iter().for_each(|operand| count(operand, 2));
                }
                // The bits of the selection are read one by one, and the last case may be printed more than once.
                Op::Select { sel, cases } => {
                    count(*sel, 2);
                    self.reachable(*sel, cases).iter().for_each(|&case| count(case, 2));
                }
                _ => self.module.operands(net).into_iter().for_each(|operand| count(operand, 1)),
            }
        }
        let instances = self.module.instances.iter().zip(&self.live_instances).filter(|(_, live)| **live);
        let inputs = instances.flat_map(|(instance, _)| instance.inputs.iter().flatten());
        let ports = self.module.outputs.iter().flat_map(|port| port.fields.iter());
        ports.chain(inputs).for_each(|&net| count(net, 1));
        let memories = self.module.memories.iter().zip(&self.live_memories).filter(|(_, live)| **live);
        memories.filter_map(|(memory, _)| memory.write).for_each(|(enable, addr, data)| {
            [enable, addr, data].into_iter().for_each(|net| count(net, 1));
        });
        // These appear in every always block.
        self.module.enable.iter().chain(&self.module.reset).for_each(|&net| count(net, 2));
        uses.into_iter().map(|uses| uses == 1).collect()
    }
}
