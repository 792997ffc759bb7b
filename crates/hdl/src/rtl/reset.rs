//! Removal of resets. FPGAs load the initial values of registers with their configuration.

use super::{Module, Net, Op};
use std::collections::HashMap;
use std::sync::Arc;

/// Module without a reset, and the index of the input port that was removed.
type Stripped = (Arc<Module>, Option<usize>);

/// Results by the address of the original module.
type Done = HashMap<*const Module, Stripped>;

/// Removes the reset from a module and all modules inside it. Registers with a reset value start at that value.
pub fn without_reset(top: &Arc<Module>) -> Arc<Module> {
    strip_reset(top, &mut Done::new()).0
}

/// Removes the resets, and uses the result in `done` if there is one, so that instances still share modules.
fn strip_reset(module: &Arc<Module>, done: &mut Done) -> Stripped {
    if let Some(result) = done.get(&Arc::as_ptr(module)) {
        return result.clone();
    }
    let mut m = (**module).clone();
    for instance in &mut m.instances {
        let (inner, removed_port) = strip_reset(&instance.module, done);
        instance.module = inner;
        if let Some(port) = removed_port {
            instance.inputs.remove(port);
        }
    }
    let removed_port = m.reset.take().and_then(|reset| port_of(&m, reset));
    if let Some(port) = removed_port {
        m.inputs.remove(port);
        for net in &mut m.nets {
            match &mut net.op {
                Op::Input { port: p, .. } if *p == port => net.op = Op::Const(0),
                Op::Input { port: p, .. } if *p > port => *p -= 1,
                _ => {}
            }
        }
    }
    let result = (Arc::new(m), removed_port);
    done.insert(Arc::as_ptr(module), result.clone());
    result
}

/// Returns the index of the input port that a net is.
fn port_of(m: &Module, net: Net) -> Option<usize> {
    match m.nets[net.index()].op {
        Op::Input { port, .. } => Some(port),
        _ => None,
    }
}
