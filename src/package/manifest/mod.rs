//! The manifest: what a core is and promises, for programs.

mod digits;
mod operators;
mod rules;
mod stages;

pub use digits::Digits;
pub use operators::Operators;
pub use rules::Rules;

use super::config::{fields, sizes, Field, Size};
use super::file::File;
use super::ports::Port;
use super::subject::Subject;
use crate::design::Interface;
use crate::format::Format;
use crate::formula::{Direction, Kind, Order};
use crate::lower::Reset;
use crate::synth::{Estimate, TARGETS};
use operators::rom_bits;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Names what a reader may rely on; a new number when a field changes its meaning.
pub const SCHEMA: &str = "fftgen-manifest/1";

#[derive(Serialize)]
pub struct Manifest {
    pub schema: &'static str,
    pub tool: Tool,
    pub command: String,
    pub top: String,
    pub core: String,
    pub size: usize,
    pub width: usize,
    pub direction: &'static str,
    /// As `--kind` has it.
    pub kind: &'static str,
    /// `axis` or `native`.
    pub interface: &'static str,
    pub clock: Clock,
    /// None where registers begin as the FPGA is configured.
    pub reset: Option<ResetPort>,
    /// What tells where frames begin: `beats`, which are counted, or `tlast`.
    pub frames_by: &'static str,
    /// What a frame holds, where that is real data: `real`, or `real-pair`. Then `size` counts samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<&'static str>,
    /// The fields of a configuration word, the lowest first, where frames choose what they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub config: Vec<Field>,
    /// What the field `size` chooses from. `size` and `latency_cycles` are those of the largest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Size>,
    /// What the sum is multiplied by, as a ratio. Where frames choose, `shifts` are the shifts of a frame, added up.
    pub scale: String,
    /// `natural`, or the order of the points that come and of those that go.
    pub order: String,
    /// Where the order is not natural: how the points that come in stand in a frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_order: Option<Digits>,
    /// Where the order is not natural: how the points that go out stand in a frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_order: Option<Digits>,
    pub precision: String,
    pub component_bits: u32,
    /// Bits of an output component, where words may grow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_component_bits: Option<u32>,
    pub format: Rules,
    /// Beats of a frame.
    pub beats: usize,
    /// Of the input, where it has others than the output: real samples come or go one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_beats: Option<usize>,
    pub interval_cycles: usize,
    pub latency_cycles: usize,
    pub core_latency_cycles: usize,
    /// Clock cycles to each cycle of the core, where that is not one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core_cycle_clocks: Option<usize>,
    pub operators: Operators,
    /// Complex words.
    pub memory_words: usize,
    pub rom_bits: usize,
    pub plan: String,
    /// Expected of synthesis, for UltraScale+.
    pub estimated: Estimate,
    pub ports: Vec<Port>,
    pub files: Vec<Digested>,
}

#[derive(Serialize)]
pub struct Clock {
    pub port: &'static str,
    pub edge: &'static str,
}

#[derive(Serialize)]
pub struct ResetPort {
    pub port: &'static str,
    pub active: &'static str,
    pub synchronous: bool,
}

#[derive(Serialize)]
pub struct Tool {
    pub name: &'static str,
    pub version: &'static str,
}

#[derive(Serialize)]
pub struct Digested {
    pub name: String,
    pub sha256: String,
}

impl Manifest {
    fn new(subject: &Subject, files: &[File]) -> Self {
        let (design, config, pipeline) = (subject.design, &subject.design.config, subject.design.pipeline());
        let [entering, leaving] = design.streams();
        let digested = |file: &File| Digested {
            name: file.name.clone(),
            sha256: Sha256::digest(&file.contents).iter().map(|byte| format!("{byte:02x}")).collect(),
        };
        Manifest {
            schema: SCHEMA,
            tool: Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") },
            command: subject.request.command.clone(),
            top: design.top.name.clone(),
            core: design.core.name.clone(),
            size: config.size,
            width: config.width,
            direction: match config.direction() {
                Direction::Forward => "forward",
                Direction::Inverse => "inverse",
                Direction::Chosen { .. } => "chosen",
            },
            data: match config.kind {
                Kind::Complex => None,
                Kind::Real => Some("real"),
                Kind::RealPair => Some("real-pair"),
            },
            kind: match (config.kind, config.inverse) {
                (Kind::Complex, _) => "fft",
                (Kind::Real, false) => "rfft",
                (Kind::Real, true) => "irfft",
                (Kind::RealPair, false) => "rfft-pair",
                (Kind::RealPair, true) => "irfft-pair",
            },
            interface: match config.interface {
                Interface::Axis => "axis",
                Interface::Native => "native",
            },
            clock: Clock { port: "clk", edge: "rising" },
            reset: match config.reset {
                Reset::Rst => Some(ResetPort { port: "rst", active: "high", synchronous: true }),
                Reset::Aresetn => Some(ResetPort { port: "aresetn", active: "low", synchronous: true }),
                Reset::None => None,
            },
            frames_by: if config.resync { "tlast" } else { "beats" },
            config: fields(design),
            sizes: sizes(design),
            scale: design.scale(),
            order: match config.orders {
                [Order::Natural, Order::Natural] => "natural".into(),
                orders => Order::names(orders, pipeline.size),
            },
            input_order: Digits::new(config.orders[0], pipeline.size),
            output_order: Digits::new(config.orders[1], pipeline.size),
            precision: config.format.name(),
            component_bits: config.format.bits(),
            output_component_bits: matches!(config.format, Format::Fixed(_)).then(|| design.output_format().bits()),
            format: Rules::new(design),
            beats: leaving.beats,
            input_beats: (entering.beats != leaving.beats).then_some(entering.beats),
            interval_cycles: design.interval(),
            latency_cycles: design.latency(),
            core_latency_cycles: design.core_latency(),
            core_cycle_clocks: Some(design.config.clocks_per_beat()).filter(|clocks| *clocks > 1),
            operators: Operators::new(design),
            memory_words: design.memory_words(),
            rom_bits: rom_bits(&design.top, &mut HashMap::new()),
            plan: design.plan(),
            estimated: Estimate::of(design, &TARGETS[0]),
            ports: subject.ports.clone(),
            files: files.iter().map(digested).collect(),
        }
    }
}

/// The manifest, with the digests of the other files.
pub(super) fn file(subject: &Subject, files: &[File]) -> File {
    let manifest = Manifest::new(subject, files);
    let mut text = serde_json::to_string_pretty(&manifest).expect("names and numbers have a JSON form");
    text.push('\n');
    File::new(format!("{}.json", subject.design.name), text)
}
