//! Names of signals that were given none.
//!
//! A register or a delay line is called for what it holds, and how many cycles ago that was; else a signal that one input of an
//! instance takes is called for that input.

use super::form::{form, Form};
use super::value::{SignalId, Value};
use super::{ModuleView, Signal, Source};
use crate::rtl::{Net, Op};

/// A value with a name, some cycles ago.
#[derive(Clone)]
struct Held {
    stem: String,
    cycles: u32,
}

impl Held {
    fn new(stem: impl Into<String>) -> Self {
        Held { stem: stem.into(), cycles: 0 }
    }

    fn later(self, cycles: u32) -> Self {
        Held { cycles: self.cycles + cycles, ..self }
    }

    /// `x_q` a cycle behind x, `x_q3` three cycles behind it.
    fn name(&self) -> String {
        let Held { stem, cycles } = self;
        match cycles {
            0 => stem.clone(),
            1 => format!("{stem}_q"),
            _ => format!("{stem}_q{cycles}"),
        }
    }
}

/// Names by signal, where one can be told; they need not be unique.
pub(super) fn derived_names(view: &ModuleView, instances: &[String]) -> Vec<Option<String>> {
    let mut held: Vec<Option<Held>> = vec![None; view.signals.len()];
    let connections = connections(view, instances);
    for (id, signal) in view.signals.iter().enumerate() {
        let Signal { source: Source::Net(net), live: true, name: None, .. } = *signal else { continue };
        held[id] = match view.module.nets[net.index()].op {
            Op::Reg { d: Some(d), enable: None, .. } => source(view, &held, d).map(|held| held.later(1)),
            Op::Reg { d: Some(d), .. } => source(view, &held, d).map(|held| Held::new(held.name() + "_held")),
            Op::Delay { of, depth } => source(view, &held, of).map(|held| held.later(depth)),
            Op::Output { .. } => continue,
            _ => None,
        };
        let state = form(&view.module.nets[net.index()].op) == Form::State;
        held[id] = held[id].take().or_else(|| match connections[id].as_slice() {
            [input] => Some(Held::new(input.as_str())),
            _ if state => output(view, id).map(|port| Held::new(port).later(1)),
            _ => None,
        });
    }
    held.into_iter().map(|held| Some(held?.name())).collect()
}

/// Inputs of instances that take all of a signal, by signal: instance and port, with the number of the field where there are
/// several.
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

/// What a net is, if it has a name.
fn source(view: &ModuleView, held: &[Option<Held>], net: Net) -> Option<Held> {
    let Value::Bits { signal, low } = view.value(net) else { return None };
    if let Some(held) = &held[signal] {
        // Each register of a row is one cycle behind the register ahead of it.
        let part = view.signals[signal].parts.first().map_or(0, |&part| low / view.module.width(part));
        return Some(held.clone().later(part));
    }
    match view.signals[signal] {
        Signal { source: Source::Port(port), .. } => Some(Held::new(field(view, port, low, view.module.width(net)))),
        Signal { name: Some(name), .. } => Some(Held::new(name)),
        _ => None,
    }
}

/// The name of an input port, with the number of the field that the bits are.
fn field(view: &ModuleView, port: usize, low: u32, width: u32) -> String {
    let port = &view.module.inputs[port];
    let widths = port.fields.iter().map(|&field| view.module.width(field));
    let lows = widths.clone().scan(0, |end, width| Some(std::mem::replace(end, *end + width)));
    match lows.zip(widths).position(|field| field == (low, width)) {
        Some(number) if port.fields.len() > 1 => format!("{}_{number}", port.name),
        _ => port.name.clone(),
    }
}

/// The output port that a signal is all of.
fn output<'a>(view: &ModuleView<'a>, id: SignalId) -> Option<&'a str> {
    let is_it = |net: Net| match view.value(net) {
        Value::Bits { signal, low: 0 } => signal == id && view.module.width(net) == view.signals[id].width,
        _ => false,
    };
    let mut ports = view.module.outputs.iter();
    ports.find(|port| matches!(port.fields[..], [net] if is_it(net))).map(|port| port.name.as_str())
}
