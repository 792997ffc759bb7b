//! The printed form of each net, and the live signals.
//!
//! A net is a constant, some bits of a signal, or an expression that is printed at its only use. Nets of equal
//! operations on equal values are one signal. Only live signals have a declaration: an output or an instance depends on
//! them.

mod delayed_name;
mod derived;
mod fold;
mod form;
mod inline;
mod labels;
mod live;
mod names;
mod pieces;
mod statements;
mod used;
mod value;
mod vectors;

pub use form::{form, Form};
pub use labels::{driven_directly, Labels};
pub use pieces::Piece;
pub use statements::{RegisterGroup, Titles};
pub use value::{SignalId, Value};

use crate::rtl::{Module, Net, Op};
use fold::{fold, is_logic};
use std::collections::HashMap;

/// Source of a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// An input port.
    Port(usize),
    /// A net.
    Net(Net),
}

/// A signal, which has a declaration unless it is printed at its only use.
pub struct Signal<'a> {
    /// Port or net that drives the signal.
    pub source: Source,
    /// Width in bits.
    pub width: u32,
    /// Whether the signal is declared and driven in the text.
    pub live: bool,
    /// Whether the signal is printed at its only use.
    inlined: bool,
    /// Registers of a vector, the first at the low end. Empty if the signal is no vector.
    pub parts: Vec<Net>,
    /// Vector of which the signal is a part, and its lowest bit there.
    vector: Option<(SignalId, u32)>,
    /// Name of some net of this value.
    pub name: Option<&'a str>,
}

/// A module as an emitter prints it.
pub struct ModuleView<'a> {
    /// Module that is printed.
    pub module: &'a Module,
    /// `values[net]`: a constant, or bits of a signal.
    values: Vec<Value>,
    /// Signals of the input ports, then of nets in order.
    pub signals: Vec<Signal<'a>>,
    /// `live_memories[memory]`: whether an output depends on the memory.
    pub live_memories: Vec<bool>,
    /// `live_instances[instance]`: whether an output depends on an output of the instance.
    pub live_instances: Vec<bool>,
}

/// Operations found so far, in canonical form.
#[derive(Default)]
struct KnownOperations {
    /// First net of each value and width.
    nets: HashMap<(Value, u32), Net>,
    /// Value of each operation and width.
    operations: HashMap<(Op, u32), Value>,
}

impl KnownOperations {
    /// Returns the operation with each operand replaced by the first net of its value. The operands of a commutative
    /// operation are sorted.
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
        let mut known = KnownOperations::default();
        for net in (0..module.nets.len() as u32).map(Net) {
            let value = view.classify(net, &mut known);
            view.values.push(value);
        }
        view.mark_live();
        view.inline();
        view.join_numbered_registers();
        view.join_shift_registers();
        view
    }

    /// Returns the printed form of a net.
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

    /// Returns the cases of a selection that values of `sel` can reach.
    pub fn reachable<'b, T>(&self, sel: Net, cases: &'b [T]) -> &'b [T] {
        let count = 1u128.checked_shl(self.module.width(sel)).unwrap_or(u128::MAX);
        &cases[..cases.len().min(usize::try_from(count).unwrap_or(usize::MAX))]
    }

    /// Returns the value of a net, and creates its signal if it needs one.
    fn classify(&mut self, net: Net, known: &mut KnownOperations) -> Value {
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
                // A named slice is a signal of its own, because a name says more than a range.
                _ if info.name.is_some() && self.module.width(*of) != width => self.shared_signal(net, known),
                Value::Bits { signal, low: base } => Value::Bits { signal, low: base + low },
                other => unreachable!("a sliced net is a signal, not {other:?}"),
            },
            // A memory that is never written holds zeros.
            Op::Read { memory, .. } | Op::Peek { memory, .. }
                if self.module.memories[memory.0 as usize].write.is_none() =>
            {
                Value::Const(0)
            }
            Op::Delay { depth, .. } => match self.signal(net, width * depth) {
                Value::Bits { signal, .. } => Value::Bits { signal, low: width * (depth - 1) },
                other => other,
            },
            op if is_logic(op) => self.shared_signal(net, known),
            _ => self.signal(net, width),
        }
    }

    /// Returns the signal of an operation. Equal operations have one signal.
    fn shared_signal(&mut self, net: Net, known: &mut KnownOperations) -> Value {
        let info = &self.module.nets[net.index()];
        let key = (known.canonical(self, &info.op), info.width);
        match known.operations.get(&key) {
            Some(&value) => {
                let Value::Bits { signal, .. } = value else { unreachable!("operations are signals") };
                let first = &mut self.signals[signal];
                first.name = first.name.or(info.name.as_deref());
                value
            }
            None => {
                let value = self.signal(net, info.width);
                known.operations.insert(key, value);
                value
            }
        }
    }

    /// Creates a signal.
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
