//! The manifest of a core for frames in external memory.

use super::facts::Facts;
use crate::external::External;
use crate::package::file::File;
use crate::package::label::Label;
use crate::package::manifest::{written, Clock, Digested, MemoryTable, ResetPort, Rules, SafeFrames, Tool, SCHEMA};
use crate::package::ports::Port;
use schemars::JsonSchema;
use serde::Serialize;

/// Description of a core for other programs.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Manifest<'a> {
    schema: &'static str,
    tool: Tool,
    command: &'a str,
    top: &'a str,
    size: usize,
    shape: &'a [usize],
    /// Points of a beat of the memory port.
    width: usize,
    direction: &'static str,
    kind: &'static str,
    /// Interface: `axi4`, a master for the memory and an AXI4-Lite slave for control.
    interface: &'static str,
    clock: Clock,
    reset: Option<ResetPort>,
    /// Factor of the sum, as a ratio.
    scale: String,
    precision: String,
    component_bits: u32,
    /// Rules of the arithmetic of each engine.
    format: Vec<Rules>,
    #[serde(flatten)]
    safe: SafeFrames,
    #[serde(flatten)]
    facts: &'a Facts,
    memories: Vec<MemoryTable>,
    ports: &'a [Port],
    files: Vec<Digested>,
}

/// Writes the manifest with the digests of the other files.
pub(super) fn file(label: &Label, core: &External, (facts, ports): (&Facts, &[Port]), files: &[File]) -> File {
    let config = &core.config;
    let format: Vec<Rules> = core.engines.iter().map(Rules::new).collect();
    let manifest = Manifest {
        schema: SCHEMA,
        tool: Tool::this(),
        command: &label.request.command,
        top: &core.top.name,
        size: config.size(),
        shape: config.shape.dimensions(),
        width: config.width,
        direction: if config.inverse { "inverse" } else { "forward" },
        kind: config.kind.word(config.inverse),
        interface: "axi4",
        clock: Clock::rising(),
        reset: ResetPort::new(config.reset),
        scale: core.scale(),
        precision: config.format.name(),
        component_bits: config.format.bits(),
        safe: SafeFrames::of(&format),
        format,
        facts,
        memories: MemoryTable::list(&core.top),
        ports,
        files: files.iter().map(Digested::new).collect(),
    };
    written(label.name, &manifest)
}
