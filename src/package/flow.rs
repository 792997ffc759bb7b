//! How tools synthesise a core for its target.

use crate::design::Config;
use crate::rtl::Module;
use crate::synth::memories;
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
    /// Clock in MHz, and its period in ns and ps, rounded down.
    clock_mhz: String,
    period_ns: String,
    period_ps: u64,
    /// Part for Vivado.
    part: Option<&'static str>,
    /// Whether logic is mapped to a library of cells that the user has.
    has_library: bool,
    /// Memories that are macros beside these cells.
    macros: Vec<String>,
}

impl Flow {
    /// Describes the synthesis of a core.
    pub fn new(config: &Config, top: &Module) -> Self {
        let (target, clock_mhz) = (config.target, config.clock());
        let period_ps = (1e6 / clock_mhz).max(1.0) as u64;
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
            clock_mhz: clock_mhz.to_string(),
            period_ns: format!("{}.{:03}", period_ps / 1000, period_ps % 1000),
            period_ps,
            part: target.vivado_part,
            has_library,
            macros: macros.into_keys().collect(),
        }
    }
}
