//! Removal of clock enables that are always set.

use super::cells::Pin;
use super::{Module, Net, Op};
use std::collections::HashMap;
use std::sync::Arc;

/// Results by the address of the original module, so that instances still share modules.
type Done = HashMap<*const Module, Arc<Module>>;

/// Removes the clock enable of a module, and of the modules inside it that have the same enable, or one that is always
/// set. Without an enable of its own the module only has these removed.
pub fn without_enable(top: &Arc<Module>) -> Arc<Module> {
    stripped(top, &mut Done::new())
}

fn stripped(module: &Arc<Module>, done: &mut Done) -> Arc<Module> {
    if let Some(result) = done.get(&Arc::as_ptr(module)) {
        return result.clone();
    }
    let mut m = (**module).clone();
    let enable = m.enable.take_if(|enable| matches!(module.nets[enable.index()].op, Op::Input { .. }));
    let is_set = |net: Net| Some(net) == enable || module.constant_value(net) == Some(1);
    for instance in &mut m.instances {
        // Without state inside it, a module may have an enable that nothing reads.
        let Some(port) = enable_port(&instance.module) else { continue };
        if is_set(instance.inputs[port][0]) {
            instance.module = stripped(&instance.module, done);
            instance.inputs.remove(port);
        }
    }
    if let Some(port) = enable_port(module) {
        remove_port(&mut m, port);
    }
    let result = Arc::new(m);
    done.insert(Arc::as_ptr(module), result.clone());
    result
}

/// Returns the number of the input port that is the enable of a module.
fn enable_port(m: &Module) -> Option<usize> {
    match m.nets[m.enable?.index()].op {
        Op::Input { port, .. } => Some(port),
        _ => None,
    }
}

/// Removes an input port, which is always set.
fn remove_port(m: &mut Module, removed: usize) {
    m.inputs.remove(removed);
    for net in &mut m.nets {
        match &mut net.op {
            Op::Input { port, .. } if *port == removed => net.op = Op::Const(1),
            Op::Input { port, .. } if *port > removed => *port -= 1,
            _ => {}
        }
    }
    for (_, pin) in m.cells.iter_mut().flat_map(|cell| &mut cell.pins) {
        match pin {
            Pin::Input(port, _) | Pin::Late(port, _) if *port == removed => *pin = Pin::Constant(true),
            Pin::Input(port, _) | Pin::Late(port, _) if *port > removed => *port -= 1,
            _ => {}
        }
    }
}
