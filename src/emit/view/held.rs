//! Names of registers and delay lines that were given none: what they hold, and how many cycles ago that was.

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
pub(super) fn names_of_state(view: &ModuleView) -> Vec<Option<String>> {
    let mut held: Vec<Option<Held>> = vec![None; view.signals.len()];
    for (id, signal) in view.signals.iter().enumerate() {
        let Signal { source: Source::Net(net), live: true, name: None, .. } = *signal else { continue };
        held[id] = match view.module.nets[net.index()].op {
            Op::Reg { d: Some(d), enable: None, .. } => source(view, &held, d).map(|held| held.later(1)),
            Op::Reg { d: Some(d), .. } => source(view, &held, d).map(|held| Held::new(held.name() + "_held")),
            Op::Delay { of, depth } => source(view, &held, of).map(|held| held.later(depth)),
            _ => continue,
        };
        held[id] = held[id].take().or_else(|| output(view, id).map(|port| Held::new(port).later(1)));
    }
    held.into_iter().map(|held| Some(held?.name())).collect()
}

/// What a net is, if it has a name.
fn source(view: &ModuleView, held: &[Option<Held>], net: Net) -> Option<Held> {
    let Value::Bits { signal, low } = view.value(net) else { return None };
    if let Some(held) = &held[signal] {
        return Some(held.clone());
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
