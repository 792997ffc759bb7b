//! The manifest: properties and promises of a core in a form for programs.

mod digits;
mod memories;
mod operators;
mod proved;
mod rules;
mod safe;
mod stages;
mod support;

pub use digits::Digits;
pub use memories::MemoryTable;
pub use operators::Operators;
pub(super) use proved::proved;
pub use rules::Rules;
pub use safe::SafeFrames;
pub(super) use support::file as support_file;
pub use support::SupportTable;

use super::config::{fields, sizes, Field, Size};
use super::file::File;
use super::ports::Port;
use super::registers::{registers_of, RegisterFacts};
use super::subject::Subject;
use crate::arch::ports::{Stall, TlastMark};
use crate::arch::{ChainFacts, ProductFacts};
use crate::choice::Choice;
use crate::format::Format;
use crate::formula::{Direction, Kind, Order};
use crate::parts::Reset;
use crate::pipeline::Padding;
use crate::synth::Estimate;
use operators::rom_bits;
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Name of the fields and their meanings. Its number changes when a field changes its meaning.
pub const SCHEMA: &str = "fftgen-manifest/1";

/// Description of a core for other programs.
#[derive(Serialize, JsonSchema)]
pub struct Manifest {
    /// Name and version of the fields: [`SCHEMA`].
    pub schema: &'static str,
    /// Program that wrote the core.
    pub tool: Tool,
    /// Command that writes the core.
    pub command: String,
    /// Name of the top module.
    pub top: String,
    /// Name of the module without the AXI4-Stream ports.
    pub core: String,
    /// Number of points of a frame, or of real samples.
    pub size: usize,
    /// Lengths along the dimensions of a frame, of which the last varies fastest; where there are several. `size` is
    /// their product.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shape: Vec<usize>,
    /// Interleaved channels, where there are several. `size` is the number of points of all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channels: Option<usize>,
    /// Points that pass one side of the core, where the others are zero or not wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support: Option<SupportTable>,
    /// Matrix that frames are multiplied by, if that is what the core does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<ProductFacts>,
    /// Operations, if the core is a chain of these: `size` is then the number of complex points of a frame that enters,
    /// or half that of its real samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain: Option<ChainFacts>,
    /// Registers that change settings of the operations, if there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub registers: Vec<RegisterFacts>,
    /// Points a clock cycle, or real samples.
    pub width: usize,
    /// Direction: `forward`, `inverse` or `chosen` by each frame.
    pub direction: &'static str,
    /// Word of `--kind`, or `matrix` or `chain`.
    pub kind: &'static str,
    /// Interface, `axis` or `native`.
    pub interface: &'static str,
    /// Clock port.
    pub clock: Clock,
    /// Reset port. None if registers begin as the FPGA is configured.
    pub reset: Option<ResetPort>,
    /// Pauses that the core bears, if that is `none`: the source may pause between frames only, and the sink never.
    /// With AXI4-Stream a beat that the sink does not take is lost and flagged by `event_overrun`, and one that is
    /// missing within a frame is flagged by `event_underrun`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stall: Option<&'static str>,
    /// Signal that marks where frames begin: `beats`, which are counted, `tlast` or `tuser`.
    pub frames_by: &'static str,
    /// What `tlast` ends, if that is a row. `tuser[0]` then marks the first beat of a frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<&'static str>,
    /// What begins with a beat of its own, if that is each row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pad: Option<&'static str>,
    /// Beats of a row at the output, if rows are marked or padded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_beats: Option<usize>,
    /// Real data of a frame, `real` or `real-pair`. `size` then counts samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<&'static str>,
    /// Fields of the configuration word, the lowest first, if frames choose their kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub config: Vec<Field>,
    /// Sizes that the field `size` chooses from. `size` and `latency_cycles` are then those of the largest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Size>,
    /// Factor of the sum, as a ratio. If frames choose it, `shifts` stands for the sum of a frame's shifts.
    pub scale: String,
    /// What was proved without a tolerance: `modulo` and the primes modulo which the model is the transform times
    /// `scale` exactly, or why nothing was.
    pub proved: String,
    /// Order of the points, `natural` or the orders of the input and the output.
    pub order: String,
    /// Order of the points in a frame of the input, if it is not natural.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_order: Option<Digits>,
    /// Order of the points in a frame of the output, if it is not natural.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_order: Option<Digits>,
    /// Number format at the ports.
    pub precision: String,
    /// Bits of an input component.
    pub component_bits: u32,
    /// Bits of an output component, in fixed point, where words may grow, and where results have another format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_component_bits: Option<u32>,
    /// Rules of the arithmetic.
    pub format: Rules,
    /// Beats of a frame at the output.
    pub beats: usize,
    /// Beats of a frame at the input, if they differ because real samples come or go one by one, or because of a
    /// support.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_beats: Option<usize>,
    /// Initiation interval in clock cycles.
    pub interval_cycles: usize,
    /// Clock cycles from the first input beat to the first output beat at the ports.
    pub latency_cycles: usize,
    /// Cycles from the first input beat to the first output beat of the core without the ports.
    pub core_latency_cycles: usize,
    /// Clock cycles to each cycle of the core, if that is not one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core_cycle_clocks: Option<usize>,
    /// Number of operators.
    pub operators: Operators,
    /// Memory in complex words.
    pub memory_words: usize,
    /// Bits of all tables.
    pub rom_bits: usize,
    /// Memories, of which those that are modules of their own have their ports.
    pub memories: Vec<MemoryTable>,
    /// Formula, and how its steps are computed.
    pub plan: String,
    /// Estimate of the result of synthesis for the target.
    pub estimated: Estimate,
    /// Ports of the top module.
    pub ports: Vec<Port>,
    /// Files of the core with their digests.
    pub files: Vec<Digested>,
}

#[derive(Serialize, JsonSchema)]
pub struct Clock {
    pub port: &'static str,
    pub edge: &'static str,
}

#[derive(Serialize, JsonSchema)]
pub struct ResetPort {
    pub port: &'static str,
    pub active: &'static str,
    pub synchronous: bool,
}

#[derive(Serialize, JsonSchema)]
pub struct Tool {
    pub name: &'static str,
    pub version: &'static str,
}

#[derive(Serialize, JsonSchema)]
pub struct Digested {
    pub name: String,
    pub sha256: String,
}

impl Clock {
    pub(super) fn rising() -> Self {
        Clock { port: "clk", edge: "rising" }
    }
}

impl ResetPort {
    /// Describes the port of a reset, if it has one.
    pub(super) fn new(reset: Reset) -> Option<Self> {
        match reset {
            Reset::Rst => Some(ResetPort { port: "rst", active: "high", synchronous: true }),
            Reset::Aresetn => Some(ResetPort { port: "aresetn", active: "low", synchronous: true }),
            Reset::None => None,
        }
    }
}

impl Tool {
    /// Describes this program.
    pub(super) fn this() -> Self {
        Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") }
    }
}

impl Digested {
    pub(super) fn new(file: &File) -> Self {
        let sha256 = Sha256::digest(&file.contents).iter().map(|byte| format!("{byte:02x}")).collect();
        Digested { name: file.name.clone(), sha256 }
    }
}

impl Manifest {
    fn new(subject: &Subject, files: &[File]) -> Self {
        let (design, config) = (subject.design, &subject.design.config);
        let [entering, leaving] = design.streams();
        let (product, chain) = (design.architecture.product(), design.architecture.chain());
        let has_rows = config.tlast == TlastMark::Row || config.padding == Padding::Rows;
        Manifest {
            schema: SCHEMA,
            tool: Tool::this(),
            command: subject.label.request.command.clone(),
            top: design.top.name.clone(),
            core: design.core.name.clone(),
            size: config.size(),
            shape: if config.shape.has_rows() { config.shape.dimensions().to_vec() } else { vec![] },
            channels: (config.shape.channels() > 1).then_some(config.shape.channels()),
            support: SupportTable::new(design),
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
            kind: match (&product, chain) {
                (Some(_), _) => "matrix",
                (None, Some(_)) => "chain",
                (None, None) => config.kind.word(config.inverse),
            },
            product,
            chain: chain.cloned(),
            registers: registers_of(design).iter().map(RegisterFacts::new).collect(),
            interface: config.interface.word(),
            clock: Clock::rising(),
            reset: ResetPort::new(config.reset),
            stall: Some(config.stall.word()).filter(|_| config.stall == Stall::None),
            frames_by: match (config.resync, config.tlast) {
                (false, _) => "beats",
                (true, TlastMark::Frame) => "tlast",
                (true, TlastMark::Row) => "tuser",
            },
            last: Some(config.tlast.word()).filter(|_| config.tlast == TlastMark::Row),
            pad: Some(config.padding.word()).filter(|_| config.padding == Padding::Rows),
            row_beats: has_rows.then(|| config.row_beats() * leaving.beats / design.timing().beats[1]),
            config: fields(design),
            sizes: sizes(design),
            scale: design.scale(),
            proved: proved(config.size(), |seed| design.prove(seed)),
            order: match config.orders {
                [Order::Natural, Order::Natural] => Order::Natural.word().into(),
                orders => Order::names(orders, config.point_shape()),
            },
            input_order: Digits::new(config.orders[0], config.point_shape()),
            output_order: Digits::new(config.orders[1], config.point_shape()),
            precision: config.format.name(),
            component_bits: config.format.bits(),
            output_component_bits: Some(design.output_format())
                .filter(|output| matches!(config.format, Format::Fixed(_)) || *output != config.format)
                .map(|output| output.bits()),
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
            memories: MemoryTable::list(&design.top),
            plan: design.plan(),
            estimated: Estimate::of(design, design.config.target),
            ports: subject.ports.clone(),
            files: files.iter().map(Digested::new).collect(),
        }
    }
}

/// Writes the manifest of a core of any kind.
pub(super) fn written(name: &str, manifest: &impl Serialize) -> File {
    let mut text = serde_json::to_string_pretty(manifest).expect("names and numbers have a JSON form");
    text.push('\n');
    File::new(format!("{name}.json"), text)
}

/// Writes the manifest with the digests of the other files.
pub(super) fn file(subject: &Subject, files: &[File]) -> File {
    written(&subject.design.name, &Manifest::new(subject, files))
}
