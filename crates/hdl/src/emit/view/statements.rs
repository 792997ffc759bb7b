//! What statements of any language are made of: groups of registers, reads of memories, outputs of instances.

use super::{ModuleView, SignalId, Source, Value};
use crate::rtl::{Instance, Net, Op};

/// Registers with a common reset and enable.
pub struct RegisterGroup {
    /// Whether the module's reset sets them.
    pub has_reset: bool,
    /// Enable in addition to the module's clock enable.
    pub enable: Option<Net>,
    /// Signals with their registers: one register, or the parts of a vector.
    pub members: Vec<(SignalId, Vec<Net>)>,
}

impl ModuleView<'_> {
    /// Lists the live signals that are driven by nets, in the order of the nets.
    pub fn live(&self) -> impl Iterator<Item = (SignalId, Net)> + use<'_> {
        let signals = self.signals.iter().enumerate().filter(|(_, signal)| signal.live);
        signals.filter_map(|(id, signal)| match signal.source {
            Source::Net(net) => Some((id, net)),
            Source::Port(_) => None,
        })
    }

    /// Returns the groups of all live registers and delay lines.
    pub fn register_groups(&self) -> Vec<RegisterGroup> {
        let mut groups: Vec<RegisterGroup> = Vec::new();
        for (id, net) in self.live() {
            let (has_reset, enable) = match self.module.nets[net.index()].op {
                Op::Reg { reset, enable, .. } => (reset.is_some() && self.module.reset.is_some(), enable),
                Op::Delay { .. } => (false, None),
                _ => continue,
            };
            let parts = &self.signals[id].parts;
            let member = (id, if parts.is_empty() { vec![net] } else { parts.clone() });
            match groups.iter_mut().find(|group| (group.has_reset, group.enable) == (has_reset, enable)) {
                Some(group) => group.members.push(member),
                None => groups.push(RegisterGroup { has_reset, enable, members: vec![member] }),
            }
        }
        groups
    }

    /// Returns the enables that a register with an enable of its own goes by. Those that are always set are left out.
    pub fn enables(&self, own: Option<Net>) -> Vec<Net> {
        let enables = self.module.enable.into_iter().chain(own);
        enables.filter(|&net| self.value(net) != Value::Const(1)).collect()
    }

    /// Returns the signals and addresses of the reads of each memory.
    pub fn memory_reads(&self) -> Vec<Vec<(SignalId, Net)>> {
        let mut reads = vec![Vec::new(); self.module.memories.len()];
        for (id, net) in self.live() {
            if let Op::Read { memory, addr } = self.module.nets[net.index()].op {
                reads[memory.0 as usize].push((id, addr));
            }
        }
        reads
    }

    /// Returns `outputs[instance][port][field]`, the signal of each output of an instance.
    pub fn instance_outputs(&self) -> Vec<Vec<Vec<SignalId>>> {
        let ports = |i: &Instance| i.module.outputs.iter().map(|port| vec![SignalId::MAX; port.fields.len()]).collect();
        let mut outputs: Vec<Vec<Vec<SignalId>>> = self.module.instances.iter().map(ports).collect();
        for (id, signal) in self.signals.iter().enumerate() {
            if let Source::Net(net) = signal.source {
                if let Op::Output { instance, port, field } = self.module.nets[net.index()].op {
                    outputs[instance][port][field] = id;
                }
            }
        }
        outputs
    }
}
