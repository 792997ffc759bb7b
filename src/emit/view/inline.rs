//! Short operations with one use, which are printed there.

use super::value::Value;
use super::{ModuleView, Signal, Source};
use crate::rtl::{Net, Op};

impl ModuleView<'_> {
    /// Short operations without a name that have one reader, which takes the whole value, get no declaration.
    pub(super) fn inline(&mut self) {
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
