//! Numbers of a module and of all modules inside it.

use super::Module;
use std::collections::HashMap;

impl Module {
    /// Returns the sum of a number over this module and all modules inside it, as often as they are used.
    pub fn sum_inside(&self, each: impl Fn(&Module) -> usize) -> usize {
        sum(self, &each, &mut HashMap::new())
    }
}

/// Returns the sum of a module. `known`: sums of modules by their address.
fn sum(module: &Module, each: &dyn Fn(&Module) -> usize, known: &mut HashMap<*const Module, usize>) -> usize {
    let key = std::ptr::from_ref(module);
    if let Some(sum) = known.get(&key) {
        return *sum;
    }
    let inside = module.instances.iter().map(|instance| sum(&instance.module, each, known)).sum::<usize>();
    let all = each(module) + inside;
    known.insert(key, all);
    all
}
