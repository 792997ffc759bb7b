//! Names of the signals, memories and instances of a module.

use super::derived::derived_names;
use super::form::{form, Form};
use super::names::Names;
use super::value::{SignalId, Value};
use super::{ModuleView, Source};
use crate::rtl::{Net, Op};

/// Names of one module.
pub struct Labels {
    /// `signals[signal]`, empty for a dead signal.
    pub signals: Vec<String>,
    /// `memories[memory]`.
    pub memories: Vec<String>,
    /// `instances[instance]`.
    pub instances: Vec<String>,
    /// Name of the wire that reads all bits that nothing else reads.
    pub unused: String,
    /// `port_of[signal]`: number of the output port that the signal is. `None` if it is no port.
    pub port_of: Vec<Option<usize>>,
}

impl Labels {
    /// Chooses legal and unique names. `identifier` makes a name one that the language can have, and `is_reserved` tells
    /// whether a word cannot be a name.
    pub fn new(view: &ModuleView, identifier: &dyn Fn(&str) -> String, is_reserved: &dyn Fn(&str) -> bool) -> Self {
        let module = view.module;
        let mut names = Names::new(identifier, is_reserved);
        // Ports come first, because they keep their names.
        if module.is_clocked() {
            names.unique("clk");
        }
        let mut port_name = |name: &str| {
            let unique = names.unique(name);
            assert_eq!(unique, name, "port {name} of module {} needs another name", module.name);
            unique
        };
        let mut signals = vec![String::new(); view.signals.len()];
        for (port, info) in module.inputs.iter().enumerate() {
            signals[port] = port_name(&info.name);
        }
        let mut port_of = vec![None; view.signals.len()];
        for (port, info) in module.outputs.iter().enumerate() {
            let name = port_name(&info.name);
            if let Some(signal) = driven_directly(view, &info.fields).filter(|&signal| port_of[signal].is_none()) {
                port_of[signal] = Some(port);
                signals[signal] = name;
            }
        }
        let unused = names.unique("unused");
        let memories: Vec<String> = module.memories.iter().map(|memory| names.unique(&memory.name)).collect();
        let instances: Vec<String> = module.instances.iter().map(|i| names.unique(&i.name)).collect();
        let derived = derived_names(view, &instances, &memories);
        for (id, signal) in view.signals.iter().enumerate().filter(|(_, signal)| signal.live) {
            if let (Source::Net(net), None) = (signal.source, port_of[id]) {
                signals[id] = match signal.name.or(derived[id].as_deref()) {
                    Some(name) => names.unique(name),
                    None => unnamed(&module.nets[net.index()].op, view, &instances, &mut names),
                };
            }
        }
        Labels { signals, memories, instances, unused, port_of }
    }
}

/// Returns a name for a signal that has none: instance and port of which it is the output, or its kind and a number.
fn unnamed(op: &Op, view: &ModuleView, instances: &[String], names: &mut Names) -> String {
    let &Op::Output { instance, port, field } = op else { return names.numbered(kind(op)) };
    let output = &view.module.instances[instance].module.outputs[port];
    let name = format!("{}_{}", instances[instance], output.name);
    match output.fields.len() {
        1 => names.unique(&name),
        _ => names.unique(&format!("{name}_{field}")),
    }
}

/// Returns the kind of an unnamed net.
fn kind(op: &Op) -> &'static str {
    match op {
        Op::Not(_) => "not",
        Op::And(..) => "and",
        Op::Or(..) => "or",
        Op::Xor(..) => "xor",
        Op::Add(..) => "sum",
        Op::Sub(..) => "diff",
        Op::Mul(..) | Op::MulSigned(..) => "prod",
        Op::Eq(..) => "eq",
        Op::Lt(..) => "lt",
        Op::Any(_) => "any",
        Op::All(_) => "all",
        Op::Odd(_) => "odd",
        Op::Mux { .. } | Op::Select { .. } => "mux",
        Op::Slice { .. } => "bits",
        Op::Concat(_) => "cat",
        Op::Shl { .. } => "shl",
        Op::Shr { .. } => "shr",
        Op::Rom { .. } => "rom",
        Op::Reg { .. } => "reg",
        Op::Delay { .. } => "dly",
        Op::Read { .. } | Op::Peek { .. } => "word",
        Op::Input { .. } | Op::Output { .. } | Op::Const(_) => "net",
    }
}

/// Returns the signal that an output port can be: the port is one whole signal that logic or an instance drives. `None`
/// if the port needs an assignment.
pub fn driven_directly(view: &ModuleView, fields: &[Net]) -> Option<SignalId> {
    let [net] = fields else { return None };
    match view.value(*net) {
        Value::Bits { signal, low: 0 } if view.signals[signal].width == view.module.width(*net) => {
            let Source::Net(source) = view.signals[signal].source else { return None };
            let form = form(&view.module.nets[source.index()].op);
            (form == Form::Wire || form == Form::InstanceOutput).then_some(signal)
        }
        _ => None,
    }
}
