//! Derived names of signals that have no name in the netlist.
//!
//! The name of a register or delay line is the name of its input with its delay in cycles. Any other signal that one
//! input of an instance reads has the name of that input.

use super::form::{form, Form};
use super::value::{SignalId, Value};
use super::{ModuleView, Signal, Source};
use crate::rtl::{Net, Op};

/// A named value, delayed by some cycles.
#[derive(Clone)]
struct DelayedName {
    stem: String,
    cycles: u32,
}

impl DelayedName {
    fn new(stem: impl Into<String>) -> Self {
        DelayedName { stem: stem.into(), cycles: 0 }
    }

    fn delayed(self, cycles: u32) -> Self {
        DelayedName { cycles: self.cycles + cycles, ..self }
    }

    /// Returns `x_q` for x delayed by one cycle, `x_q3` for x delayed by three cycles.
    fn name(&self) -> String {
        let DelayedName { stem, cycles } = self;
        match cycles {
            0 => stem.clone(),
            1 => format!("{stem}_q"),
            _ => format!("{stem}_q{cycles}"),
        }
    }
}

/// Returns the derived name of each signal. `None` if there is none. Names need not be unique.
pub(super) fn derived_names(view: &ModuleView, instances: &[String]) -> Vec<Option<String>> {
    let mut names: Vec<Option<DelayedName>> = vec![None; view.signals.len()];
    let connections = connections(view, instances);
    for (id, signal) in view.signals.iter().enumerate() {
        let Signal { source: Source::Net(net), live: true, name: None, .. } = *signal else { continue };
        names[id] = match view.module.nets[net.index()].op {
            Op::Reg { d: Some(d), enable: None, .. } => source(view, &names, d).map(|name| name.delayed(1)),
            Op::Reg { d: Some(d), .. } => source(view, &names, d).map(|name| DelayedName::new(name.name() + "_held")),
            Op::Delay { of, depth } => source(view, &names, of).map(|name| name.delayed(depth)),
            Op::Output { .. } => continue,
            _ => None,
        };
        let state = form(&view.module.nets[net.index()].op) == Form::State;
        names[id] = names[id].take().or_else(|| match connections[id].as_slice() {
            [input] => Some(DelayedName::new(input.as_str())),
            _ if state => output(view, id).map(|port| DelayedName::new(port).delayed(1)),
            _ => None,
        });
    }
    names.into_iter().map(|name| Some(name?.name())).collect()
}

/// Returns, for each signal, the names of the instance inputs that read it as a whole: instance and port, and the
/// number of the field if there are several.
fn connections(view: &ModuleView, instances: &[String]) -> Vec<Vec<String>> {
    let mut connections = vec![vec![]; view.signals.len()];
    for (instance, label) in view.module.instances.iter().zip(instances) {
        for (port, nets) in instance.module.inputs.iter().zip(&instance.inputs) {
            for (field, &net) in nets.iter().enumerate() {
                match view.value(net) {
                    Value::Bits { signal, .. } if view.signals[signal].width == view.module.width(net) => {
                        let name = format!("{label}_{}", port.name);
                        connections[signal].push(if nets.len() > 1 { format!("{name}_{field}") } else { name });
                    }
                    _ => (),
                }
            }
        }
    }
    connections
}

/// Returns the name of a net. `None` if it has none.
fn source(view: &ModuleView, names: &[Option<DelayedName>], net: Net) -> Option<DelayedName> {
    let Value::Bits { signal, low } = view.value(net) else { return None };
    if let Some(name) = &names[signal] {
        // Each register of a row is one cycle behind the register ahead of it.
        let part = view.signals[signal].parts.first().map_or(0, |&part| low / view.module.width(part));
        return Some(name.clone().delayed(part));
    }
    match view.signals[signal] {
        Signal { source: Source::Port(port), .. } => {
            Some(DelayedName::new(field(view, port, low, view.module.width(net))))
        }
        Signal { name: Some(name), .. } => Some(DelayedName::new(name)),
        _ => None,
    }
}

/// Returns the name of an input port, with the number of the field if there are several.
fn field(view: &ModuleView, port: usize, low: u32, width: u32) -> String {
    let port = &view.module.inputs[port];
    let widths = port.fields.iter().map(|&field| view.module.width(field));
    let lows = widths.clone().scan(0, |end, width| Some(std::mem::replace(end, *end + width)));
    match lows.zip(widths).position(|field| field == (low, width)) {
        Some(number) if port.fields.len() > 1 => format!("{}_{number}", port.name),
        _ => port.name.clone(),
    }
}

/// Returns the name of the output port that is driven by the whole signal only.
fn output<'a>(view: &ModuleView<'a>, id: SignalId) -> Option<&'a str> {
    let is_it = |net: Net| match view.value(net) {
        Value::Bits { signal, low: 0 } => signal == id && view.module.width(net) == view.signals[id].width,
        _ => false,
    };
    let mut ports = view.module.outputs.iter();
    ports.find(|port| matches!(port.fields[..], [net] if is_it(net))).map(|port| port.name.as_str())
}
