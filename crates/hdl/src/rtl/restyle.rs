//! Style of all memories of a design.

use super::memory_style::MemoryStyle;
use super::Module;
use std::collections::HashMap;
use std::sync::Arc;

/// Gives the memories of a module, and of all modules inside it, a style.
pub fn with_memory_style(top: &Arc<Module>, style: MemoryStyle) -> Arc<Module> {
    styled(top, style, &mut HashMap::new())
}

/// Gives memories a style. `done`: results by the address of the original module, so that instances still share
/// modules.
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
