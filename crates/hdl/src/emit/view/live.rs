//! Liveness: the signals, memories and instances on which an output depends.

use super::value::Value;
use super::{ModuleView, Signal, Source};
use crate::rtl::{Net, Op};

impl ModuleView<'_> {
    /// Marks the signals, memories and instances on which an output depends, through any number of cycles.
    pub(super) fn mark_live(&mut self) {
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
        // An instance is printed with all its outputs, even those that nothing reads.
        for signal in &mut self.signals {
            if let Source::Net(net) = signal.source {
                if let Op::Output { instance, .. } = self.module.nets[net.index()].op {
                    signal.live = self.live_instances[instance];
                }
            }
        }
    }

    /// Appends the nets that the printed form of a live net reads.
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
