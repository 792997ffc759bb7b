//! A netlist's structure as a hash: what the hardware is, without names and comments.

use crate::hash::Hash;
use fftgen::rtl::{Module, Net, Port};
use std::collections::HashMap;
use std::sync::Arc;

/// Hashes the nets in order, ports, memories, enable and reset of a module and of the modules in it.
pub fn structure(top: &Arc<Module>) -> Hash {
    of(top, &mut HashMap::new())
}

fn of(module: &Arc<Module>, known: &mut HashMap<*const Module, Hash>) -> Hash {
    if let Some(hash) = known.get(&Arc::as_ptr(module)) {
        return *hash;
    }
    let mut hash = Hash::default();
    for net in &module.nets {
        hash.add(&format!("{} {:?}", net.width, net.op));
    }
    let fields = |ports: &[Port]| ports.iter().map(|port| port.fields.clone()).collect::<Vec<Vec<Net>>>();
    hash.add(&format!("{:?} {:?}", fields(&module.inputs), fields(&module.outputs)));
    for memory in &module.memories {
        hash.add(&format!("{} {} {:?}", memory.words, memory.width, memory.write));
    }
    for instance in &module.instances {
        hash.add(&format!("{} {:?}", of(&instance.module, known), instance.inputs));
    }
    hash.add(&format!("{:?} {:?}", module.enable, module.reset));
    known.insert(Arc::as_ptr(module), hash);
    hash
}
