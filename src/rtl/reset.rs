//! Cores without a reset: FPGAs load registers with their first values as they are configured.

use super::{Module, Net, Op};
use std::collections::HashMap;
use std::sync::Arc;

/// Modules that have been done, by their address: what they became, and which input port is gone.
type Done = HashMap<*const Module, (Arc<Module>, Option<usize>)>;

/// The same hardware without reset ports, inside and out. Registers that have a reset value begin with it.
pub fn without_reset(top: &Arc<Module>) -> Arc<Module> {
    stripped(top, &mut Done::new()).0
}

fn stripped(module: &Arc<Module>, done: &mut Done) -> (Arc<Module>, Option<usize>) {
    if let Some(known) = done.get(&Arc::as_ptr(module)) {
        return known.clone();
    }
    let mut m = (**module).clone();
    for instance in &mut m.instances {
        let (inner, gone) = stripped(&instance.module, done);
        instance.module = inner;
        if let Some(port) = gone {
            instance.inputs.remove(port);
        }
    }
    let gone = m.reset.take().and_then(|reset| port_of(&m, reset));
    if let Some(port) = gone {
        m.inputs.remove(port);
        for net in &mut m.nets {
            match &mut net.op {
                Op::Input { port: p, .. } if *p == port => net.op = Op::Const(0),
                Op::Input { port: p, .. } if *p > port => *p -= 1,
                _ => {}
            }
        }
    }
    let result = (Arc::new(m), gone);
    done.insert(Arc::as_ptr(module), result.clone());
    result
}

fn port_of(m: &Module, net: Net) -> Option<usize> {
    match m.nets[net.index()].op {
        Op::Input { port, .. } => Some(port),
        _ => None,
    }
}
