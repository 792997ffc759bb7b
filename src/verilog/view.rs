//! What each net is printed as, and which signals are alive.
//!
//! A net is a constant, some bits of a signal, or an expression printed at its single use. Only the
//! signals get a declaration, and of these only the ones that reach an output or an instance.

use super::fold::fold;
use crate::rtl::{Module, Net, Op};

/// A declared name: an index into [`View::signals`].
pub(super) type SignalId = usize;

/// What a net is printed as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Value {
    Const(u128),
    Bits {
        signal: SignalId,
        low: u32,
    },
    /// This net's operation, at its only use.
    Inline(Net),
}

/// What declares a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Port(usize),
    Net(Net),
}

pub(super) struct Signal {
    pub source: Source,
    pub width: u32,
    pub live: bool,
}

pub(super) struct View<'a> {
    pub module: &'a Module,
    pub values: Vec<Value>,
    pub signals: Vec<Signal>,
    pub live_memories: Vec<bool>,
    pub live_instances: Vec<bool>,
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
            view.signals.push(Signal { source: Source::Port(port), width, live: true });
        }
        let single = single_uses(module);
        for net in (0..module.nets.len() as u32).map(Net) {
            let value = view.classify(net, single[net.index()]);
            view.values.push(value);
        }
        view.mark_live();
        view
    }

    pub fn value(&self, net: Net) -> Value {
        self.values[net.index()]
    }

    /// The cases of a selection that its `sel` can reach.
    pub fn reachable<'b, T>(&self, sel: Net, cases: &'b [T]) -> &'b [T] {
        let count = 1u128.checked_shl(self.module.width(sel)).unwrap_or(u128::MAX);
        &cases[..cases.len().min(usize::try_from(count).unwrap_or(usize::MAX))]
    }

    fn classify(&mut self, net: Net, single_use: bool) -> Value {
        if let Some(value) = fold(self, net) {
            return value;
        }
        let info = &self.module.nets[net.index()];
        let width = info.width;
        let may_inline = single_use && info.name.is_none();
        match &info.op {
            Op::Const(value) => Value::Const(*value),
            Op::Input { port, field } => {
                let below = &self.module.inputs[*port].fields[..*field];
                Value::Bits { signal: *port, low: below.iter().map(|&field| self.module.width(field)).sum() }
            }
            Op::Slice { of, low } => match self.value(*of) {
                // A name says more than a range does.
                _ if info.name.is_some() && self.module.width(*of) != width => self.signal(net, width),
                Value::Bits { signal, low: base } => Value::Bits { signal, low: base + low },
                other => unreachable!("a sliced net is a signal, not {other:?}"),
            },
            // Nothing ever wrote there.
            Op::Read { memory, .. } | Op::Peek { memory, .. }
                if self.module.memories[memory.0 as usize].write.is_none() =>
            {
                Value::Const(0)
            }
            Op::Not(a) | Op::Any(a) | Op::All(a) if may_inline && !matches!(self.value(*a), Value::Inline(_)) => {
                Value::Inline(net)
            }
            Op::Concat(parts) if may_inline && parts.len() <= 4 => Value::Inline(net),
            Op::Delay { depth, .. } => match self.signal(net, width * depth) {
                Value::Bits { signal, .. } => Value::Bits { signal, low: width * (depth - 1) },
                other => other,
            },
            _ => self.signal(net, width),
        }
    }

    fn signal(&mut self, net: Net, width: u32) -> Value {
        self.signals.push(Signal { source: Source::Net(net), width, live: false });
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
}

/// Nets with exactly one reader that takes the whole value, not a slice of it.
fn single_uses(module: &Module) -> Vec<bool> {
    let mut uses = vec![0u32; module.nets.len()];
    let mut count = |net: Net, by: u32| uses[net.index()] = uses[net.index()].saturating_add(by);
    for net in (0..module.nets.len() as u32).map(Net) {
        match &module.nets[net.index()].op {
            Op::Output { .. } => (),
            Op::Slice { of, .. } => count(*of, 2),
            // The sign is read as well.
            Op::MulSigned(a, b) => [*a, *b].into_iter().for_each(|factor| count(factor, 2)),
            // May turn out to be one of its cases, and that may be sliced.
            Op::Mux { sel, then, other } => {
                count(*sel, 1);
                [*then, *other].into_iter().for_each(|case| count(case, 2));
            }
            Op::Select { sel, cases } => {
                // Its bits are read one by one.
                count(*sel, 2);
                cases.iter().for_each(|&case| count(case, 2));
            }
            _ => module.operands(net).into_iter().for_each(|operand| count(operand, 1)),
        }
    }
    let ports = module.outputs.iter().flat_map(|port| port.fields.iter());
    ports.chain(module.instances.iter().flat_map(|i| i.inputs.iter().flatten())).for_each(|&net| count(net, 1));
    module.memories.iter().filter_map(|m| m.write).for_each(|(en, addr, data)| {
        [en, addr, data].into_iter().for_each(|net| count(net, 1));
    });
    // These appear in every always block.
    module.enable.iter().chain(&module.reset).for_each(|&net| count(net, 2));
    uses.into_iter().map(|uses| uses == 1).collect()
}
