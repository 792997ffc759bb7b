//! The manifest: what a core is and promises, for programs.

use super::config::{fields, shift_name, sizes, Field, Size};
use super::file::File;
use super::ports::Port;
use super::subject::Subject;
use crate::design::{Design, Interface};
use crate::format::{Fixed, Format, Overflow, Rounding};
use crate::lower::Reset;
use crate::plan::{Direction, Kind, Order};
use crate::rtl::{Module, Op};
use crate::stream::numeric::{Arithmetic, Datapath, Scale};
use crate::stream::schedule::UnitKind;
use crate::stream::{Normalizer, Numeric, Program, Stage, Units};
use crate::synth::{Estimate, TARGETS};
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
    /// The same of the points that go out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_order: Option<Digits>,
    pub precision: String,
    pub component_bits: u32,
    /// Of the output, where words may grow.
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

/// Digits of a point, that of the fastest digit first. A position p of a frame of N points holds the
/// point that comes of this: begin with n = 0, w = 1 and M = N; for each radix r in turn divide M by r, add w·(p div M) to n,
/// multiply w by r and keep p mod M.
#[derive(Serialize)]
pub struct Digits {
    pub name: String,
    pub radices: Vec<usize>,
    pub first_points: Vec<usize>,
}

impl Digits {
    /// Points that a reader compares with.
    const SHOWN: usize = 16;

    fn new(order: Order, size: usize) -> Option<Self> {
        let radices = order.digits(size);
        let first_points = || order.points(size).into_iter().take(Self::SHOWN).collect();
        (order != Order::Natural).then(|| Digits { name: order.name(size), radices, first_points: first_points() })
    }
}

#[derive(Serialize)]
pub struct Tool {
    pub name: &'static str,
    pub version: &'static str,
}

/// The number format and its rules.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Rules {
    Float(FloatRules),
    Fixed(FixedRules),
}

#[derive(Serialize)]
pub struct FloatRules {
    pub exponent: u32,
    pub fraction: u32,
    /// That of the constants that values are multiplied by.
    pub coefficient_fraction: u32,
    pub rounding: &'static str,
    pub subnormals: &'static str,
    /// The one NaN that operators return.
    pub nan: String,
    /// What is computed in, where that is not the format itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub datapath: Option<DatapathRules>,
}

/// Words of `bits` bits, which go out rounded once to the format.
#[derive(Serialize)]
pub struct DatapathRules {
    pub bits: u32,
    /// By how many bits words between steps are longer than a step takes, where both parts of a number share an exponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub growth_bits: Option<u32>,
    /// What has an exponent of its own: a frame, by the largest exponent field of which its numbers become words; or both
    /// parts of a complex number, which are aligned for each step to those of its transform.
    pub exponent: &'static str,
    /// What becomes of an infinity or a NaN: of the frame, or of all that it reaches.
    pub not_finite: &'static str,
    /// What bits are dropped by within.
    pub rounding: &'static str,
    pub twiddle_bits: u32,
    pub normalizers: Vec<NormalizerRules>,
    pub stages: Vec<StageRules>,
}

/// Two's complement: the integer bits have the sign among them.
#[derive(Serialize)]
pub struct FixedRules {
    pub integer: u32,
    pub fraction: u32,
    /// Those of the output.
    pub output_integer: u32,
    /// What bits are dropped by at the end of a stage.
    pub rounding: &'static str,
    pub overflow: &'static str,
    /// Inputs for which no result is too large for its word: `any`, those in the `unit-circle`, or `small`, which depends on the
    /// schedule and the data.
    pub safe_inputs: &'static str,
    pub twiddle_bits: u32,
    /// In block floating point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<BlockRules>,
    /// From input to output.
    pub stages: Vec<StageRules>,
}

/// A result is its word times 2^exponent, in units of the input's last place where words are integers; one exponent a
/// frame, a two's complement number of `exponent_bits` bits.
#[derive(Serialize)]
pub struct BlockRules {
    pub exponent_bits: u32,
    pub least_exponent: i32,
    pub greatest_exponent: i32,
    /// From input to output.
    pub normalizers: Vec<NormalizerRules>,
}

/// Ahead of a stage, or behind the last: the largest component of a frame comes to fill the word.
#[derive(Serialize)]
pub struct NormalizerRules {
    pub ahead_of_stage: usize,
    pub input_bits: u32,
    pub output_bits: u32,
}

/// The words of a stage: where its input has `guard_bits` more behind the last place, `inner_bits` hold every sum, and
/// an output's last place stands for 2^`shift` of an input's.
#[derive(Serialize)]
pub struct StageRules {
    pub input_bits: u32,
    pub guard_bits: u32,
    pub inner_bits: u32,
    /// Bits of a coefficient behind its binary point.
    pub twiddle_point: u32,
    pub shift: i32,
    /// The field of the configuration word that says so, where frames choose; `shift` is that of one that says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift_field: Option<String>,
    pub output_bits: u32,
    /// Whether some input makes an output too large.
    pub may_overflow: bool,
}

#[derive(Serialize)]
pub struct Operators {
    pub real_adders: usize,
    pub real_multipliers: usize,
    /// Multipliers by one constant, made of sums of shifted words.
    pub constants_by_sums: usize,
    /// Multipliers by powers of two, which are not worth a multiplier.
    pub scalers: usize,
}

#[derive(Serialize)]
pub struct Digested {
    pub name: String,
    pub sha256: String,
}

impl Rules {
    fn new(design: &Design) -> Self {
        match design.config.format {
            Format::Float(float) => Rules::Float(FloatRules {
                exponent: float.exponent,
                fraction: float.fraction,
                coefficient_fraction: float.coefficient().fraction,
                rounding: "nearest-even",
                subnormals: if float.subnormals { "full" } else { "flush" },
                nan: format!("0x{:0digits$x}", float.nan(), digits = float.bits().div_ceil(4) as usize),
                datapath: design.config.datapath.and_then(|datapath| DatapathRules::new(design, datapath)),
            }),
            Format::Fixed(fixed) => Rules::Fixed(FixedRules::new(design, fixed)),
        }
    }
}

impl DatapathRules {
    fn new(design: &Design, datapath: Datapath) -> Option<Self> {
        let (program, (_, arithmetic)) = (design.program(), design.config.inner());
        let (bits, exponent, not_finite) = match datapath {
            Datapath::Float => return None,
            Datapath::Block(bits) => (bits, "frame", "nan-frame"),
            Datapath::Shared(bits) => (bits, "number", "nan"),
        };
        Some(DatapathRules {
            bits,
            growth_bits: program.shared().map(|shared| shared.growth),
            exponent,
            not_finite,
            rounding: rounding(&arithmetic),
            twiddle_bits: arithmetic.twiddle_bits(bits),
            normalizers: normalizers(program),
            stages: stages(program),
        })
    }
}

fn rounding(arithmetic: &Arithmetic) -> &'static str {
    match arithmetic.rounding.unwrap_or_default() {
        Rounding::Convergent => "convergent",
        Rounding::HalfUp => "half-up",
        Rounding::Truncate => "truncate",
        Rounding::Odd => "odd",
    }
}

fn stages(program: &Program) -> Vec<StageRules> {
    let mut fields = (0..).map(shift_name);
    let rules = |numeric: Numeric| StageRules::new(numeric, if numeric.choice > 0 { fields.next() } else { None });
    program.stages().filter_map(|stage| stage.numeric).map(rules).collect()
}

fn normalizers(program: &Program) -> Vec<NormalizerRules> {
    let rules = |(ahead_of_stage, normalizer): (usize, &Normalizer)| {
        let Normalizer { input, output, .. } = *normalizer;
        NormalizerRules { ahead_of_stage, input_bits: input, output_bits: output }
    };
    program.normalizers().map(rules).collect()
}

impl FixedRules {
    fn new(design: &Design, fixed: Fixed) -> Self {
        let arithmetic = &design.config.arithmetic;
        FixedRules {
            integer: fixed.integer,
            fraction: fixed.fraction,
            output_integer: design.output_format().bits().saturating_sub(fixed.fraction),
            rounding: rounding(arithmetic),
            overflow: match arithmetic.overflow.unwrap_or_default() {
                _ if arithmetic.scale() == Scale::Block => "none",
                Overflow::Saturate => "saturate",
                Overflow::Wrap => "wrap",
            },
            safe_inputs: match arithmetic.scale() {
                _ if design.program().stages().all(|stage| stage.numeric.is_none_or(|numeric| numeric.fits)) => "any",
                Scale::Stage | Scale::Size => "unit-circle",
                _ => "small",
            },
            twiddle_bits: arithmetic.twiddle_bits(fixed.bits()),
            block: BlockRules::new(design.program()),
            stages: stages(design.program()),
        }
    }
}

impl BlockRules {
    fn new(program: &Program) -> Option<Self> {
        let (range, exponent_bits) = program.exponents().zip(program.exponent_bits())?;
        let (least_exponent, greatest_exponent) = range.into_inner();
        Some(BlockRules { exponent_bits, least_exponent, greatest_exponent, normalizers: normalizers(program) })
    }
}

impl StageRules {
    fn new(numeric: Numeric, shift_field: Option<String>) -> Self {
        StageRules {
            input_bits: numeric.input,
            guard_bits: numeric.guard,
            inner_bits: numeric.inner,
            twiddle_point: numeric.point,
            shift: numeric.shift,
            shift_field,
            output_bits: numeric.output,
            may_overflow: !numeric.fits,
        }
    }
}

impl Operators {
    fn new(design: &Design) -> Self {
        let Units { adders: real_adders, multipliers: real_multipliers, constants: constants_by_sums } = design.units();
        let scalers = |kind| matches!(kind, UnitKind::Scale(_));
        let stages: Vec<&Stage> = match &design.row {
            Some(row) => row.stages().collect(),
            None => design.program().stages().collect(),
        };
        let scalers = stages.iter().map(|stage| stage.schedule.count(scalers)).sum();
        Operators { real_adders, real_multipliers, constants_by_sums, scalers }
    }
}

impl Manifest {
    fn new(subject: &Subject, files: &[File]) -> Self {
        let (design, config, program) = (subject.design, &subject.design.config, subject.design.program());
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
                orders => Order::names(orders, program.size),
            },
            input_order: Digits::new(config.orders[0], program.size),
            output_order: Digits::new(config.orders[1], program.size),
            precision: config.format.name(),
            component_bits: config.format.bits(),
            output_component_bits: matches!(config.format, Format::Fixed(_)).then(|| design.output_format().bits()),
            format: Rules::new(design),
            beats: leaving.beats,
            input_beats: (entering.beats != leaving.beats).then_some(entering.beats),
            interval_cycles: design.interval(),
            latency_cycles: design.latency(),
            core_latency_cycles: design.core_latency(),
            core_cycle_clocks: Some(design.config.pace()).filter(|pace| *pace > 1),
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

/// Bits of all tables, those of an instance as often as it is there.
fn rom_bits(module: &Module, known: &mut HashMap<*const Module, usize>) -> usize {
    if let Some(&bits) = known.get(&std::ptr::from_ref(module)) {
        return bits;
    }
    let tables = module.nets.iter().map(|net| match &net.op {
        Op::Rom { table, .. } => table.len() * net.width as usize,
        _ => 0,
    });
    let inside = module.instances.iter().map(|instance| rom_bits(&instance.module, known));
    let bits = tables.sum::<usize>() + inside.sum::<usize>();
    known.insert(module, bits);
    bits
}
