//! What synthesis makes memories of.

use super::Module;
use crate::choice::Choice;
use std::collections::HashMap;
use std::sync::Arc;

/// What synthesis makes a memory of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum MemoryStyle {
    /// What synthesis chooses by the length of the memory.
    #[default]
    Auto,
    /// Block RAM.
    Block,
    /// RAM in LUTs.
    Lut,
    /// Registers.
    Register,
}

impl Choice for MemoryStyle {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("auto", MemoryStyle::Auto),
        ("block", MemoryStyle::Block),
        ("lut", MemoryStyle::Lut),
        ("register", MemoryStyle::Register),
    ];
}

impl MemoryStyle {
    /// Returns the value of the attribute `ram_style` of Verilog, which Vivado and Yosys know. `None` if synthesis chooses.
    pub fn attribute(self) -> Option<&'static str> {
        match self {
            MemoryStyle::Auto => None,
            MemoryStyle::Block => Some("block"),
            MemoryStyle::Lut => Some("distributed"),
            MemoryStyle::Register => Some("registers"),
        }
    }
}

/// Gives the memories of a module, and of all modules inside it, a style.
pub fn with_memory_style(top: &Arc<Module>, style: MemoryStyle) -> Arc<Module> {
    styled(top, style, &mut HashMap::new())
}

/// Gives memories a style. `done`: results by the address of the original module, so that instances still share modules.
fn styled(module: &Arc<Module>, style: MemoryStyle, done: &mut HashMap<*const Module, Arc<Module>>) -> Arc<Module> {
    if let Some(result) = done.get(&Arc::as_ptr(module)) {
        return result.clone();
    }
    let mut m = (**module).clone();
    m.memories.iter_mut().for_each(|memory| memory.style = style);
    for instance in &mut m.instances {
        instance.module = styled(&instance.module, style, done);
    }
    let result = Arc::new(m);
    done.insert(Arc::as_ptr(module), result.clone());
    result
}
