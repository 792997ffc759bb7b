//! What statements of any language are made of: groups of registers, reads of memories, outputs of instances, titles.

use super::{ModuleView, Signal, SignalId, Source, Value};
use crate::rtl::{Instance, Net, Op};
use std::iter::Peekable;
use std::slice::Iter;

/// Registers with a common reset and enable.
pub struct RegisterGroup {
    /// Whether the module's reset sets them.
    pub has_reset: bool,
    /// Enable in addition to the module's clock enable.
    pub enable: Option<Net>,
    /// Signals with their registers: one register, or the parts of a vector.
    pub members: Vec<(SignalId, Vec<Net>)>,
}

/// Most pieces of a concatenation that is assigned to a vector of registers in one statement.
const MAX_PIECES: usize = 2;

/// Titles of sections of logic, in the order of the nets before which they stand.
pub struct Titles<'a>(Peekable<Iter<'a, (Net, String)>>);

impl<'a> Titles<'a> {
    /// Returns the title before a combinational net, if a section begins with it.
    pub fn before(&mut self, net: Net) -> Option<&'a str> {
        let mut title = None;
        while let Some((_, next)) = self.0.next_if(|(first, _)| *first <= net) {
            title = Some(next.as_str());
        }
        title
    }
}

impl<'a> ModuleView<'a> {
    /// Returns the titles of the sections of logic.
    pub fn titles(&self) -> Titles<'a> {
        Titles(self.module.sections.iter().peekable())
    }
}

impl ModuleView<'_> {
    /// Returns the inputs of the registers of a vector that one statement assigns: there are several, and they are a short
    /// concatenation.
    pub fn joint_inputs(&self, nets: &[Net]) -> Option<Vec<Net>> {
        let input = |net: &Net| match self.module.nets[net.index()].op {
            Op::Reg { d, .. } => d,
            Op::Delay { of, depth: 1 } => Some(of),
            _ => None,
        };
        let inputs = nets.iter().map(input).collect::<Option<Vec<Net>>>()?;
        (nets.len() > 1 && self.pieces(&inputs).len() <= MAX_PIECES).then_some(inputs)
    }

    /// Returns the lowest bit and the width of a register in its signal.
    pub fn place_of(&self, id: SignalId, net: Net) -> [u32; 2] {
        let Signal { width: whole, ref parts, .. } = self.signals[id];
        let width = self.module.width(net);
        match parts.iter().position(|part| *part == net) {
            Some(index) => [index as u32 * width, width],
            None => [0, whole],
        }
    }

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
