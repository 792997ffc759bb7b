//! Operations with one use, which are printed there.

use super::value::Value;
use super::{ModuleView, Signal, Source};
use crate::rtl::{Net, Op};

/// Operators of an expression that is printed within another one.
const OPERATORS: u32 = 3;

/// Parts of a concatenation that is printed at its only use.
const PARTS: usize = 4;

/// Where a signal is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Never,
    /// Once, by a statement of its own: the input of a register, an output port.
    Statement,
    /// Once, as a branch of a multiplexer.
    Branch,
    /// Once, within another expression.
    Operand,
    /// Once, at an input of an instance.
    Connection,
    /// More than once, in part, or where only a name can stand.
    Many,
}

/// Uses of all signals.
struct Uses<'a> {
    view: &'a ModuleView<'a>,
    uses: Vec<Use>,
}

impl ModuleView<'_> {
    /// Marks operations without a name whose only reader takes the whole value: they get no declaration.
    pub(super) fn inline(&mut self) {
        let uses = Uses::new(self).uses;
        let mut operators = vec![0; self.signals.len()];
        for (id, &reader) in uses.iter().enumerate() {
            let Signal { source: Source::Net(net), live: true, name: None, .. } = self.signals[id] else { continue };
            let count = self.inlined_operators(net, &operators);
            if (count <= OPERATORS || reader == Use::Statement) && self.may_stand_at(net, reader) {
                operators[id] = count;
                (self.signals[id].live, self.signals[id].inlined) = (false, true);
            }
        }
    }

    /// Operators of an operation with those of the expressions that it has in place of operands. An inversion is no more
    /// than a mark at a name, and a concatenation has braces.
    fn inlined_operators(&self, net: Net, operators: &[u32]) -> u32 {
        let mut operands = self.module.operands(net);
        operands.dedup();
        let count = |net: Net| match self.values[net.index()] {
            Value::Bits { signal, .. } if self.signals[signal].inlined => operators[signal],
            _ => 0,
        };
        let own = !matches!(self.module.nets[net.index()].op, Op::Not(_) | Op::Concat(_));
        u32::from(own) + operands.into_iter().map(count).sum::<u32>()
    }

    /// Whether an operation can be printed where it is read.
    fn may_stand_at(&self, net: Net, reader: Use) -> bool {
        let op = &self.module.nets[net.index()].op;
        if matches!(reader, Use::Never | Use::Many) {
            return false;
        }
        match op {
            Op::Not(_) | Op::Any(_) | Op::All(_) | Op::Eq(..) | Op::Lt(..) => true,
            Op::And(..) | Op::Or(..) | Op::Xor(..) => true,
            Op::Concat(parts) => {
                let mut parts = parts.clone();
                parts.dedup();
                parts.len() <= PARTS
            }
            Op::Add(..) | Op::Sub(..) | Op::Shl { .. } | Op::Shr { .. } => reader != Use::Connection,
            Op::Mux { .. } => matches!(reader, Use::Statement | Use::Branch),
            Op::Select { .. } | Op::Mul(..) | Op::MulSigned(..) => reader == Use::Statement,
            _ => false,
        }
    }
}

impl<'a> Uses<'a> {
    fn new(view: &'a ModuleView<'a>) -> Self {
        let mut uses = Uses { view, uses: vec![Use::Never; view.signals.len()] };
        for signal in view.signals.iter().filter(|signal| signal.live) {
            if let Source::Net(net) = signal.source {
                uses.operation(net);
            }
        }
        uses.ports();
        uses.memories();
        // These appear in every always block.
        let module = view.module;
        module.enable.iter().chain(&module.reset).for_each(|&net| uses.note(net, Use::Many));
        uses
    }

    fn note(&mut self, net: Net, reader: Use) {
        if let Value::Bits { signal, .. } = self.view.values[net.index()] {
            let whole = self.view.signals[signal].width == self.view.module.width(net);
            let first = self.uses[signal] == Use::Never;
            self.uses[signal] = if whole && first { reader } else { Use::Many };
        }
    }

    fn operation(&mut self, net: Net) {
        let module = self.view.module;
        match &module.nets[net.index()].op {
            Op::Output { .. } => (),
            // A range needs a name, and the sign of a factor is read as well.
            Op::Slice { of, .. } => self.note(*of, Use::Many),
            Op::MulSigned(a, b) => [*a, *b].into_iter().for_each(|factor| self.note(factor, Use::Many)),
            // The bits of the selection are read one by one, and the last case may be printed more than once.
            Op::Select { sel, cases } => {
                self.note(*sel, Use::Many);
                self.view.reachable(*sel, cases).iter().for_each(|&case| self.note(case, Use::Many));
            }
            Op::Mux { sel, then, other } => {
                self.note(*sel, Use::Operand);
                [*then, *other].into_iter().for_each(|branch| self.note(branch, Use::Branch));
            }
            Op::Concat(parts) => {
                // A bit that is repeated is printed once.
                let mut parts = parts.clone();
                parts.dedup_by(|above, below| above == below && module.width(*above) == 1);
                parts.into_iter().for_each(|part| self.note(part, Use::Operand));
            }
            Op::Reg { d, enable, .. } => {
                d.iter().for_each(|&d| self.note(d, Use::Statement));
                enable.iter().for_each(|&enable| self.note(enable, Use::Operand));
            }
            Op::Delay { of, depth: 1 } => self.note(*of, Use::Statement),
            _ => module.operands(net).into_iter().for_each(|operand| self.note(operand, Use::Operand)),
        }
    }

    fn ports(&mut self) {
        let module = self.view.module;
        for port in &module.outputs {
            let reader = if port.fields.len() == 1 { Use::Statement } else { Use::Operand };
            port.fields.iter().for_each(|&field| self.note(field, reader));
        }
        for (instance, _) in module.instances.iter().zip(&self.view.live_instances).filter(|(_, live)| **live) {
            instance.inputs.iter().flatten().for_each(|&net| self.note(net, Use::Connection));
        }
    }

    fn memories(&mut self) {
        let module = self.view.module;
        for (memory, _) in module.memories.iter().zip(&self.view.live_memories).filter(|(_, live)| **live) {
            let Some((enable, addr, data)) = memory.write else { continue };
            [enable, addr].into_iter().for_each(|net| self.note(net, Use::Operand));
            self.note(data, Use::Statement);
        }
    }
}
