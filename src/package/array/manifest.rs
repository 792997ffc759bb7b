//! The manifest of an array.

use super::facts::Facts;
use crate::array::{Array, Edges};
use crate::package::file::File;
use crate::package::label::Label;
use crate::package::manifest::{
    proved, written, Clock, Digested, MemoryTable, ResetPort, Rules, SafeFrames, Tool, SCHEMA,
};
use crate::package::ports::Port;
use schemars::JsonSchema;
use serde::Serialize;

/// Description of an array for other programs.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Manifest<'a> {
    schema: &'static str,
    tool: Tool,
    command: &'a str,
    top: &'a str,
    /// Name of the module of all elements.
    element: &'a str,
    size: usize,
    shape: &'a [usize],
    direction: &'static str,
    kind: &'static str,
    /// Interface: `links`, words that pass the edges of the array in steps, or `axi4-stream`, a stream at either end of
    /// each row.
    interface: &'static str,
    clock: Clock,
    reset: Option<ResetPort>,
    /// Factor of the sum along each dimension, as a ratio, or as several ones from the first dimension to the last.
    dimension_scale: String,
    /// What was proved without a tolerance, or why nothing was.
    proved: String,
    precision: String,
    component_bits: u32,
    /// Rules of the arithmetic of the first engine. The title of each engine says what it computes in.
    format: Rules,
    #[serde(flatten)]
    safe: SafeFrames,
    #[serde(flatten)]
    facts: &'a Facts,
    memories: Vec<MemoryTable>,
    ports: &'a [Port],
    files: Vec<Digested>,
}

/// Writes the manifest with the digests of the other files.
pub(super) fn file(label: &Label, array: &Array, (facts, ports): (&Facts, &[Port]), files: &[File]) -> File {
    let config = &array.config;
    let mut rules: Vec<Rules> = array.engines.iter().map(Rules::new).collect();
    let safe = SafeFrames::of(&rules);
    let manifest = Manifest {
        schema: SCHEMA,
        tool: Tool::this(),
        command: &label.request.command,
        top: &array.top.name,
        element: &array.element.name,
        size: config.size(),
        shape: config.shape.dimensions(),
        direction: if config.inverse { "inverse" } else { "forward" },
        kind: facts.kind(config),
        interface: match array.plan.links.edges {
            Edges::Words => "links",
            Edges::Streams => "axi4-stream",
        },
        clock: Clock::rising(),
        reset: ResetPort::new(config.reset),
        dimension_scale: array.plan.scale(),
        proved: proved(config.size(), |seed| array.prove(seed)),
        precision: config.format.name(),
        component_bits: config.format.bits(),
        format: rules.swap_remove(0),
        safe,
        facts,
        memories: MemoryTable::list(&array.top),
        ports,
        files: files.iter().map(Digested::new).collect(),
    };
    written(label.name, &manifest)
}
