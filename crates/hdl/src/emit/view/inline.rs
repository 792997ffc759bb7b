//! Operations with one use, which are printed at that use.

use super::value::Value;
use super::{ModuleView, Signal, Source};
use crate::rtl::{Net, Op};

/// Operators of the largest expression that is printed within another one.
const MAX_OPERATORS: u32 = 3;

/// Distinct parts of the largest concatenation that is printed at its only use.
const MAX_PARTS: usize = 4;

/// Use of a signal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// No use.
    Never,
    /// One use, in a statement of its own: the input of a register, or an output port.
    Statement,
    /// One use, as a branch of a multiplexer.
    Branch,
    /// One use, within another expression.
    Operand,
    /// One use, at an input of an instance or as the number of a word of a memory. Not all tools cut a sum there to the
    /// bits of its operands.
    Connection,
    /// Several uses, a use of some bits, or a use that needs a name.
    Many,
}

/// Uses of all signals.
struct Uses<'a> {
    view: &'a ModuleView<'a>,
    /// `uses[signal]`.
    uses: Vec<Use>,
}

impl ModuleView<'_> {
    /// Marks operations without a name whose only reader reads the whole value. They have no declaration.
    pub(super) fn inline(&mut self) {
        let uses = Uses::new(self).uses;
        let mut operators = vec![0; self.signals.len()];
        for (id, &reader) in uses.iter().enumerate() {
            let Signal { source: Source::Net(net), live: true, name: None, .. } = self.signals[id] else { continue };
            let count = self.inlined_operators(net, &operators);
            if (count <= MAX_OPERATORS || reader == Use::Statement) && self.can_be_inlined(net, reader) {
                operators[id] = count;
                (self.signals[id].live, self.signals[id].inlined) = (false, true);
            }
        }
    }

    /// Counts the operators of an operation and of the expressions within it. An inversion is not counted, because it
    /// is only a mark before a name, nor is a concatenation, because it has braces.
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

    /// Whether an operation can be printed at its use.
    fn can_be_inlined(&self, net: Net, reader: Use) -> bool {
        let op = &self.module.nets[net.index()].op;
        if matches!(reader, Use::Never | Use::Many) {
            return false;
        }
        match op {
            Op::Not(_) | Op::Any(_) | Op::All(_) | Op::Odd(_) | Op::Eq(..) | Op::Lt(..) => true,
            Op::And(..) | Op::Or(..) | Op::Xor(..) => true,
            Op::Concat(parts) => {
                let mut parts = parts.clone();
                parts.dedup();
                parts.len() <= MAX_PARTS
            }
            Op::Add(..) | Op::Sub(..) | Op::Shl { .. } | Op::Shr { .. } => reader != Use::Connection,
            Op::Mux { .. } => matches!(reader, Use::Statement | Use::Branch),
            Op::Select { .. } | Op::Mul(..) | Op::MulSigned(..) => reader == Use::Statement,
            _ => false,
        }
    }
}

impl<'a> Uses<'a> {
    /// Finds the uses of all signals.
    fn new(view: &'a ModuleView<'a>) -> Self {
        let mut uses = Uses { view, uses: vec![Use::Never; view.signals.len()] };
        for signal in view.signals.iter().filter(|signal| signal.live) {
            if let Source::Net(net) = signal.source {
                uses.operation(net);
            }
        }
        uses.ports();
        uses.memories();
        // Enable and reset of the module occur in every always block.
        let module = view.module;
        module.enable.iter().chain(&module.reset).for_each(|&net| uses.note(net, Use::Many));
        uses
    }

    /// Records a use of a net.
    fn note(&mut self, net: Net, reader: Use) {
        if let Value::Bits { signal, .. } = self.view.values[net.index()] {
            let whole = self.view.signals[signal].width == self.view.module.width(net);
            let first = self.uses[signal] == Use::Never;
            self.uses[signal] = if whole && first { reader } else { Use::Many };
        }
    }

    /// Records the operands of a net.
    fn operation(&mut self, net: Net) {
        let module = self.view.module;
        match &module.nets[net.index()].op {
            Op::Output { .. } => (),
            // A range needs a name. A factor needs one because its sign is read once more.
            Op::Slice { of, .. } => self.note(*of, Use::Many),
            Op::MulSigned(a, b) => [*a, *b].into_iter().for_each(|factor| self.note(factor, Use::Many)),
            // The bits of `sel` are read one by one, and the last case may be printed several times.
            Op::Select { sel, cases } => {
                self.note(*sel, Use::Many);
                self.view.reachable(*sel, cases).iter().for_each(|&case| self.note(case, Use::Many));
            }
            Op::Mux { sel, then, other } => {
                self.note(*sel, Use::Operand);
                [*then, *other].into_iter().for_each(|branch| self.note(branch, Use::Branch));
            }
            Op::Concat(parts) => {
                // Copies of a bit are printed once.
                let mut parts = parts.clone();
                parts.dedup_by(|above, below| above == below && module.width(*above) == 1);
                parts.into_iter().for_each(|part| self.note(part, Use::Operand));
            }
            Op::Reg { d, enable, .. } => {
                d.iter().for_each(|&d| self.note(d, Use::Statement));
                enable.iter().for_each(|&enable| self.note(enable, Use::Operand));
            }
            Op::Read { addr, .. } | Op::Peek { addr, .. } => self.note(*addr, Use::Connection),
            Op::Delay { of, depth: 1 } => self.note(*of, Use::Statement),
            _ => module.operands(net).into_iter().for_each(|operand| self.note(operand, Use::Operand)),
        }
    }

    /// Records the nets at output ports and at inputs of instances.
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

    /// Records the nets at write ports of memories.
    fn memories(&mut self) {
        let module = self.view.module;
        for (memory, _) in module.memories.iter().zip(&self.view.live_memories).filter(|(_, live)| **live) {
            let Some((enable, addr, data)) = memory.write else { continue };
            self.note(enable, Use::Operand);
            self.note(addr, Use::Connection);
            self.note(data, Use::Statement);
        }
    }
}
