//! How tools synthesise a core for its target.

use crate::rtl::Module;
use crate::synth::{memories, Target};
use serde::Serialize;
use std::collections::BTreeMap;

/// Holes of the templates of synthesis.
#[derive(Serialize)]
pub(crate) struct Flow {
    /// Name of the target in text.
    title: &'static str,
    /// Command of Yosys without its module.
    command: String,
    /// Family in Yosys, which FuseSoC names too.
    family: Option<&'static str>,
    /// Options of the command.
    options: &'static [&'static str],
    /// Part for Vivado.
    part: Option<&'static str>,
    /// Whether logic is mapped to a library of cells that the user has.
    has_library: bool,
    /// Memories that are macros beside these cells.
    macros: Vec<String>,
}

impl Flow {
    /// Describes the synthesis of a design for a target.
    pub fn new(target: &Target, top: &Module) -> Self {
        let has_library = !target.technology.has_luts;
        let mut macros = BTreeMap::new();
        if has_library {
            memories(top, &mut macros);
        }
        Flow {
            title: target.title,
            command: target.synthesis.command(),
            family: target.synthesis.family,
            options: target.synthesis.options,
            part: target.vivado_part,
            has_library,
            macros: macros.into_keys().collect(),
        }
    }
}
