//! The README of a core for frames in external memory.

use super::facts::Facts;
use crate::external::External;
use crate::package::build::{Build, LanguageFacts};
use crate::package::file::File;
use crate::package::label::Label;
use crate::package::ports::Port;
use crate::package::template::fill;
use serde::Serialize;

/// What the testbench of vectors does, after its name.
const CHECKS: &str = "\
, which holds a memory, with Icarus Verilog or Verilator 5. It compares
a digest of each row of the results with that of the bit-accurate reference model, and prints PASS or the first wrong row. Its targets
`lint` and `synth` run Verilator's lint and Yosys.";

const README: &str = include_str!("../../../templates/memory_README.md.hbs");

#[derive(Serialize)]
struct Readme<'a> {
    build: &'a Build<'a>,
    language: LanguageFacts,
    #[serde(flatten)]
    facts: &'a Facts,
    ports: &'a [Port],
    shape: String,
    /// Whether a frame has several dimensions.
    rows: bool,
    /// Whether there are gaps after the rows.
    gaps: bool,
    scale: String,
    width: usize,
    numbers: String,
    read_bytes: usize,
    written_bytes: usize,
}

/// Writes the README.
pub(super) fn file(label: &Label, core: &External, (facts, ports): (&Facts, &[Port]), build: &Build) -> File {
    let config = &core.config;
    let [read_bytes, written_bytes] = facts.traffic_bytes;
    let readme = Readme {
        build,
        language: LanguageFacts::new(label, ports, build, CHECKS),
        facts,
        ports,
        shape: config.shape.to_string(),
        rows: config.shape.has_rows(),
        gaps: config.size() * 2 * core.plan.component_bytes < core.plan.frame_bytes(),
        scale: match core.scale().as_str() {
            "1" => "not scaled".into(),
            scale => format!("scaled by {scale}"),
        },
        width: config.width,
        numbers: core.engines[0].config.number().description(),
        read_bytes,
        written_bytes,
    };
    File::new(format!("{}.md", build.name()), fill(README, &readme))
}
