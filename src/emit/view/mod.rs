//! What each net is printed as, and which signals are alive.
//!
//! A net is a constant, some bits of a signal, or an expression printed at its single use. Nets of the same operation on
//! the same values are one signal. Only the signals get a declaration, and of these only the ones that reach an output or
//! an instance.

mod derived;
mod fold;
mod form;
mod inline;
mod labels;
mod live;
mod names;
mod value;
mod vectors;

pub use form::{form, Form};
pub use labels::{driven_directly, Labels};
pub use value::{SignalId, Value};

use crate::rtl::{Module, Net, Op};
use fold::{fold, is_logic};
use std::collections::HashMap;

/// What declares a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// An input port.
    Port(usize),
    Net(Net),
}

/// What has a declaration, unless it is printed at its only use.
pub struct Signal<'a> {
    pub source: Source,
    /// In bits.
    pub width: u32,
    /// Declared and driven in the text.
    pub live: bool,
    /// Printed where its only reader stands.
    inlined: bool,
    /// Registers side by side, the first at the low end, where it is a vector of them.
    pub parts: Vec<Net>,
    /// The vector that it is in, and its lowest bit there.
    vector: Option<(SignalId, u32)>,
    /// The name that some net with this value was given.
    pub name: Option<&'a str>,
}

/// A module as an emitter prints it.
pub struct ModuleView<'a> {
    pub module: &'a Module,
    /// By net: a constant, or bits of a signal.
    values: Vec<Value>,
    /// The input ports first, then in the order of the nets.
    pub signals: Vec<Signal<'a>>,
    /// By memory: something reads it.
    pub live_memories: Vec<bool>,
    /// By instance: something reads an output.
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
    fn canonical(&mut self, view: &ModuleView, op: &Op) -> Op {
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

impl<'a> ModuleView<'a> {
    /// Analyses a module.
    pub fn new(module: &'a Module) -> Self {
        let mut view = ModuleView {
            module,
            values: Vec::with_capacity(module.nets.len()),
            signals: Vec::new(),
            live_memories: vec![false; module.memories.len()],
            live_instances: vec![false; module.instances.len()],
        };
        for (port, info) in module.inputs.iter().enumerate() {
            let width = info.fields.iter().map(|&field| module.width(field)).sum();
            view.signals.push(Signal {
                source: Source::Port(port),
                width,
                live: true,
                inlined: false,
                parts: vec![],
                vector: None,
                name: None,
            });
        }
        let mut met = Met::default();
        for net in (0..module.nets.len() as u32).map(Net) {
            let value = view.classify(net, &mut met);
            view.values.push(value);
        }
        view.mark_live();
        view.inline();
        view.join_registers();
        view.join_rows();
        view
    }

    /// What a net is printed as.
    pub fn value(&self, net: Net) -> Value {
        match self.values[net.index()] {
            Value::Bits { signal, .. } if self.signals[signal].inlined => match self.signals[signal].source {
                Source::Net(net) => Value::Inline(net),
                Source::Port(_) => unreachable!("a port has a declaration"),
            },
            Value::Bits { signal, low } => match self.signals[signal].vector {
                Some((vector, base)) => Value::Bits { signal: vector, low: base + low },
                None => Value::Bits { signal, low },
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
        self.signals.push(Signal {
            source: Source::Net(net),
            width,
            live: false,
            inlined: false,
            parts: vec![],
            vector: None,
            name,
        });
        Value::Bits { signal: self.signals.len() - 1, low: 0 }
    }
}
