//! Registers that stay out of shift registers.
//!
//! Synthesis for FPGAs makes shift registers in LUTs of rows of registers. These have no reset, so that a reset of zero
//! keeps a register apart. No bit of a result depends on such a reset, which costs a gate for each bit where a family
//! has no shift registers.

use super::{Module, Net, Op};
use std::collections::HashMap;
use std::sync::Arc;

impl Module {
    /// Adds a register that synthesis does not move into a shift register.
    pub fn register_apart(&mut self, d: Net) -> Net {
        let register = self.state_apart(self.width(d));
        self.drive(register, d);
        register
    }

    /// Adds a register without an input that synthesis does not move into a shift register.
    pub fn state_apart(&mut self, width: u32) -> Net {
        let register = self.state(width, Some(0));
        self.apart.push(register);
        register
    }
}

/// Removes the resets that keep registers out of shift registers, in a module and in all modules inside it.
pub fn without_resets_apart(top: &Arc<Module>) -> Arc<Module> {
    stripped(top, &mut HashMap::new())
}

/// Uses the result in `done` if there is one, so that instances still share modules.
fn stripped(module: &Arc<Module>, done: &mut HashMap<*const Module, Arc<Module>>) -> Arc<Module> {
    if let Some(result) = done.get(&Arc::as_ptr(module)) {
        return result.clone();
    }
    let mut m = (**module).clone();
    for register in std::mem::take(&mut m.apart) {
        if let Op::Reg { reset, .. } = &mut m.nets[register.index()].op {
            *reset = None;
        }
    }
    for instance in &mut m.instances {
        instance.module = stripped(&instance.module, done);
    }
    let result = Arc::new(m);
    done.insert(Arc::as_ptr(module), result.clone());
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_resets_of_registers_apart_are_removed() {
        let mut m = Module::new("two", "");
        let (reset, word) = (m.input("rst", 1), m.input("word", 4));
        m.set_reset(reset);
        let (apart, counted) = (m.register_apart(word), m.register(word, Some(0)));
        let without = without_resets_apart(&Arc::new(m));
        let reset_of = |net: Net| match without.nets[net.index()].op {
            Op::Reg { reset, .. } => reset,
            _ => unreachable!(),
        };
        assert_eq!([apart, counted].map(reset_of), [None, Some(0)]);
    }
}
