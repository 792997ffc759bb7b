//! Derived names of signals that have no name in the netlist.
//!
//! The name of a register or delay line is the name of its input with its delay in cycles. A word of a memory, a
//! comparison with a constant and a word with more bits have the name of what they are made of, and two words side by
//! side have the names of both. Any other signal that one input of an instance reads has the name of that input, and
//! what is left has one by [what reads it](super::used).

use super::delayed_name::DelayedName;
use super::form::{form, Form};
use super::used::add_names_by_use;
use super::value::{SignalId, Value};
use super::{ModuleView, Signal, Source};
use crate::rtl::{Net, Op};

/// Returns the derived name of each signal. `None` if there is none. Names need not be unique. `instances` and
/// `memories`: names of these.
pub(super) fn derived_names(view: &ModuleView, instances: &[String], memories: &[String]) -> Vec<Option<String>> {
    let connections = connections(view, instances);
    let mut names: Vec<Option<DelayedName>> = vec![None; view.signals.len()];
    let delayed = |names: &[Option<DelayedName>], op: &Op| delayed(view, names, memories, op);
    add_names_by_source(view, &mut names, &connections, delayed);
    add_names_by_use(view, &mut names, memories);
    // What is made of a signal that has its name by a use has a name of it. A use says more than the operands of logic
    // do.
    add_names_by_source(view, &mut names, &connections, |names, op| {
        delayed(names, op).or_else(|| of_logic(view, names, op))
    });
    names.into_iter().map(|name| Some(name?.name())).collect()
}

/// Gives names to signals that have none, by the operands of their operation, or by the one input of an instance that
/// reads them.
fn add_names_by_source(
    view: &ModuleView,
    names: &mut [Option<DelayedName>],
    connections: &[Vec<String>],
    by_operands: impl Fn(&[Option<DelayedName>], &Op) -> Option<DelayedName>,
) {
    for (id, signal) in view.signals.iter().enumerate() {
        let Signal { source: Source::Net(net), live: true, name: None, .. } = *signal else { continue };
        let op = &view.module.nets[net.index()].op;
        if names[id].is_some() || matches!(op, Op::Output { .. }) {
            continue;
        }
        names[id] = by_operands(names, op).or_else(|| match connections[id].as_slice() {
            [input] => Some(DelayedName::new(input.as_str())),
            _ if form(op) == Form::State => output(view, id).map(|port| DelayedName::new(port).delayed(1)),
            _ => None,
        });
    }
}

/// Returns the name of a register, of a delay line, or of a word of a memory.
fn delayed(view: &ModuleView, names: &[Option<DelayedName>], memories: &[String], op: &Op) -> Option<DelayedName> {
    match *op {
        Op::Reg { d: Some(d), enable: None, .. } => Some(source(view, names, d)?.delayed(1)),
        Op::Reg { d: Some(d), .. } => Some(DelayedName::new(source(view, names, d)?.name() + "_held")),
        Op::Delay { of, depth } => Some(source(view, names, of)?.delayed(depth)),
        Op::Read { memory, .. } | Op::Peek { memory, .. } => {
            Some(DelayedName::new(format!("{}_word", memories[memory.0 as usize])))
        }
        _ => None,
    }
}

/// Returns the name of logic of one signal, or of a register of it.
fn of_logic(view: &ModuleView, names: &[Option<DelayedName>], op: &Op) -> Option<DelayedName> {
    let of = |net: Net| match view.value(net) {
        Value::Inline(inner) => of_logic(view, names, &view.module.nets[inner.index()].op),
        _ => source(view, names, net),
    };
    let with = |net: Net, what: &str| Some(DelayedName::new(of(net)?.name() + what));
    match *op {
        Op::Reg { d: Some(d), enable: None, .. } => Some(of(d)?.delayed(1)),
        Op::Delay { of: input, depth } => Some(of(input)?.delayed(depth)),
        Op::Eq(a, b) => match [view.value(a), view.value(b)] {
            [_, Value::Const(value)] => with(a, &format!("_is_{value}")),
            [Value::Const(value), _] => with(b, &format!("_is_{value}")),
            _ => None,
        },
        Op::Any(bits) => with(bits, "_is_not_0"),
        Op::All(bits) => with(bits, "_is_full"),
        Op::Concat(ref parts) => match (widened(view, parts), &parts[..]) {
            (Some(word), _) => with(word, "_wide"),
            (None, &[low, high]) => Some(DelayedName::new(format!("{}_with_{}", of(high)?.name(), of(low)?.name()))),
            _ => None,
        },
        Op::Rom { addr, .. } => with(addr, "_rom"),
        Op::Not(inverted) => Some(DelayedName::new(format!("not_{}", of(inverted)?.name()))),
        _ => None,
    }
}

/// Returns the only part of a concatenation that is no constant and no copy of a bit of it.
fn widened(view: &ModuleView, parts: &[Net]) -> Option<Net> {
    let parts = flattened(view, parts);
    let is_word = |part: &&Net| view.module.width(**part) > 1 && !matches!(view.value(**part), Value::Const(_));
    let mut words = parts.iter().filter(is_word);
    let word = *words.next()?;
    let Value::Bits { signal: of, .. } = view.value(word) else { return None };
    let belongs = |part: &Net| match view.value(*part) {
        Value::Const(_) => true,
        Value::Bits { signal, .. } => signal == of,
        Value::Inline(_) => false,
    };
    (words.next().is_none() && parts.iter().all(belongs)).then_some(word)
}

/// Returns the parts of a concatenation, with those of concatenations that are printed within it.
fn flattened(view: &ModuleView, parts: &[Net]) -> Vec<Net> {
    let inner = |part: &Net| match view.value(*part) {
        Value::Inline(inner) => match &view.module.nets[inner.index()].op {
            Op::Concat(parts) => flattened(view, parts),
            _ => vec![*part],
        },
        _ => vec![*part],
    };
    parts.iter().flat_map(inner).collect()
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
        // Each register of a row is one cycle after the register before it.
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
