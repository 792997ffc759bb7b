//! Names of signals by what reads them: a select of a named choice, an enable or the next value of a named register, a
//! port of a memory.

use super::delayed_name::DelayedName;
use super::value::{SignalId, Value};
use super::{ModuleView, Signal, Source};
use crate::rtl::{Net, Op};

/// What reads a signal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    Signal(SignalId),
    Memory(usize),
}

/// A use of a signal.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Use {
    reader: Reader,
    /// What the signal is to its reader. `None` if that is nothing that has a word.
    role: Option<&'static str>,
}

/// Role of a signal that chooses among others.
const SELECT: &str = "select";

/// Role of the number of a word of a memory or a table.
const ADDRESS: &str = "address";

/// Gives names to signals that have none. `names[signal]`: derived name of a signal; `memories`: names of the memories.
pub(super) fn add_names_by_use(view: &ModuleView, names: &mut [Option<DelayedName>], memories: &[String]) {
    let uses = Uses::new(view).uses;
    // The reader of a signal mostly follows it, so that the name of a choice gives one to the select of a choice within
    // it.
    for (id, signal) in view.signals.iter().enumerate().rev() {
        let Signal { source: Source::Net(net), live: true, name: None, .. } = *signal else { continue };
        // An output of an instance has the name of its port.
        let is_output = matches!(view.module.nets[net.index()].op, Op::Output { .. });
        if names[id].is_none() && !is_output {
            names[id] = name(view, &uses[id], names, memories).map(DelayedName::new);
        }
    }
}

/// Returns the name that uses give a signal, which all have one role: that of the first reader that has a name.
fn name(view: &ModuleView, uses: &[Use], names: &[Option<DelayedName>], memories: &[String]) -> Option<String> {
    let role = uses.first()?.role?;
    if uses.iter().any(|other| other.role != Some(role)) {
        return None;
    }
    let mut readers = uses.iter().filter_map(|found| match found.reader {
        Reader::Signal(signal) => {
            let given = view.signals[signal].name.map(str::to_string);
            given.or_else(|| names[signal].as_ref().map(DelayedName::name))
        }
        Reader::Memory(memory) => Some(memories[memory].clone()),
    });
    // What is two steps before a name has none.
    readers.find(|reader| !reader.ends_with(role)).map(|reader| format!("{reader}_{role}"))
}

/// Uses of all signals.
struct Uses<'a> {
    view: &'a ModuleView<'a>,
    /// `uses[signal]`.
    uses: Vec<Vec<Use>>,
}

impl<'a> Uses<'a> {
    fn new(view: &'a ModuleView<'a>) -> Self {
        let mut uses = Uses { view, uses: vec![vec![]; view.signals.len()] };
        for (id, signal) in view.signals.iter().enumerate().filter(|(_, signal)| signal.live) {
            if let Source::Net(net) = signal.source {
                uses.operation(net, Reader::Signal(id));
            }
        }
        let module = view.module;
        for (number, memory) in module.memories.iter().enumerate().filter(|(number, _)| view.live_memories[*number]) {
            let Some((enable, address, data)) = memory.write else { continue };
            let ports = [(enable, "write"), (address, ADDRESS), (data, "write_word")];
            ports.into_iter().for_each(|(net, role)| uses.note(net, Reader::Memory(number), Some(role)));
        }
        let connected = module.instances.iter().zip(&view.live_instances).filter(|(_, live)| **live);
        let inputs = connected.flat_map(|(instance, _)| instance.inputs.iter().flatten());
        let ports = module.outputs.iter().flat_map(|port| &port.fields);
        // A connection gives a name where it is the only one.
        inputs.chain(ports).for_each(|&net| {
            if let Value::Bits { signal, .. } = view.value(net) {
                uses.uses[signal].push(Use { reader: Reader::Signal(signal), role: None });
            }
        });
        uses
    }

    /// Records a use of a net. An expression that is printed there passes it on to what it chooses.
    fn note(&mut self, net: Net, reader: Reader, role: Option<&'static str>) {
        match self.view.value(net) {
            Value::Const(_) => (),
            Value::Bits { signal, .. } => self.uses[signal].push(Use { reader, role }),
            Value::Inline(inner) => match &self.view.module.nets[inner.index()].op {
                Op::Mux { sel, then, other } => {
                    self.note(*sel, reader, Some(SELECT));
                    [*then, *other].into_iter().for_each(|case| self.note(case, reader, None));
                }
                _ => self.operation(inner, reader),
            },
        }
    }

    /// Records the operands of a net.
    fn operation(&mut self, net: Net, reader: Reader) {
        let module = self.view.module;
        match &module.nets[net.index()].op {
            Op::Output { .. } => (),
            Op::Mux { sel, then, other } => {
                self.note(*sel, reader, Some(SELECT));
                [*then, *other].into_iter().for_each(|case| self.note(case, reader, Some("choice")));
            }
            Op::Select { sel, cases } => {
                self.note(*sel, reader, Some(SELECT));
                self.view.reachable(*sel, cases).iter().for_each(|&case| self.note(case, reader, Some("choice")));
            }
            Op::Reg { d, enable, .. } => {
                d.iter().for_each(|&d| self.note(d, reader, Some("next")));
                enable.iter().for_each(|&enable| self.note(enable, reader, Some("enable")));
            }
            Op::Delay { of, .. } => self.note(*of, reader, Some("next")),
            Op::Read { memory, addr, .. } | Op::Peek { memory, addr } => {
                self.note(*addr, Reader::Memory(memory.0 as usize), Some(ADDRESS));
            }
            Op::Rom { addr, .. } => self.note(*addr, reader, Some(ADDRESS)),
            _ => module.operands(net).into_iter().for_each(|operand| self.note(operand, reader, None)),
        }
    }
}
