//! Netlists with the memories, the reset and the stalls of a configuration.

use super::{Config, Interface};
use crate::arch::ports::Stall;
use crate::parts::Reset;
use crate::rtl::memories::Memories;
use crate::rtl::{
    with_memory_modules, with_memory_style, without_enable, without_reset, without_resets_apart, MemoryStyle, Module,
};
use fftgen_hdl::protect::{with_protection, Events};
use std::sync::Arc;

impl Config {
    /// Returns the core and the top module with memories of the style that was asked for.
    pub(super) fn with_memories(&self, core: Arc<Module>, top: Arc<Module>) -> (Arc<Module>, Arc<Module>) {
        let (core, top) = match self.memory_style {
            MemoryStyle::Auto => (core, top),
            style => with_core(&core, with_memory_style(&top, style)),
        };
        with_core(&core, self.with_memory_modules(top))
    }

    /// Returns a top module whose memories have the check bits that were asked for, and are modules of their own if
    /// those of the target are macros.
    pub fn with_memory_modules(&self, top: Arc<Module>) -> Arc<Module> {
        let technology = self.target.technology;
        let memories = Memories::new(&top.name, technology);
        let top = match technology.has_luts {
            true => top,
            false => with_memory_modules(&without_resets_apart(&top), &memories),
        };
        let events = match self.interface {
            Interface::Axis => Events::OF_PORTS,
            Interface::Native => Events::INSIDE,
        };
        with_protection(&top, self.protection, &events, &memories)
    }

    /// Returns core and top module without a clock enable, if neither side pauses.
    pub(super) fn with_stalls(&self, core: Arc<Module>, top: Arc<Module>) -> (Arc<Module>, Arc<Module>) {
        match self.stall {
            Stall::Any => (core, top),
            Stall::None => with_core(&core, without_enable(&top)),
        }
    }

    /// Core and top module with the reset that was asked for.
    pub(super) fn with_reset(&self, core: Arc<Module>, top: Arc<Module>) -> (Arc<Module>, Arc<Module>) {
        if self.reset != Reset::None {
            return (core, top);
        }
        with_core(&core, without_reset(&top))
    }
}

/// Returns a changed top module after the core inside it, which has the name of the original core.
fn with_core(core: &Module, top: Arc<Module>) -> (Arc<Module>, Arc<Module>) {
    let inside = top.instances.iter().find(|instance| instance.module.name == core.name);
    (inside.map_or(top.clone(), |instance| instance.module.clone()), top)
}
