//! The manifest: what a core is and promises, for programs.

use super::config::{fields, sizes, Field, Size};
use super::{File, Port, Subject};
use crate::design::Design;
use crate::format::{Fixed, Format, Overflow, Rounding};
use crate::plan::{Direction, Order};
use crate::rtl::{Module, Op};
use crate::stream::schedule::UnitKind;
use crate::stream::{Numeric, Stage};
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
    /// The fields of a configuration word, the lowest first, where frames choose what they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub config: Vec<Field>,
    /// What the field `size` chooses from. `size` and `latency_cycles` are those of the largest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Size>,
    /// What the sum is multiplied by, as a ratio.
    pub scale: String,
    /// `natural`, or the order of the points that come and of those that go.
    pub order: String,
    pub precision: String,
    pub component_bits: u32,
    /// Of the output, where words may grow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_component_bits: Option<u32>,
    pub format: Rules,
    /// Beats of a frame.
    pub beats: usize,
    pub interval_cycles: usize,
    pub latency_cycles: usize,
    pub core_latency_cycles: usize,
    pub operators: Operators,
    /// Complex words.
    pub memory_words: usize,
    pub rom_bits: usize,
    pub plan: String,
    pub ports: Vec<Port>,
    pub files: Vec<Digested>,
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
    pub rounding: &'static str,
    pub subnormals: &'static str,
    /// The one NaN that operators return.
    pub nan: String,
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
    pub twiddle_bits: u32,
    /// From input to output.
    pub stages: Vec<StageRules>,
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
    pub output_bits: u32,
    /// Whether some input makes an output too large.
    pub may_overflow: bool,
}

#[derive(Serialize)]
pub struct Operators {
    pub real_adders: usize,
    pub real_multipliers: usize,
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
                rounding: "nearest-even",
                subnormals: if float.subnormals { "full" } else { "flush" },
                nan: format!("0x{:0digits$x}", float.nan(), digits = float.bits().div_ceil(4) as usize),
            }),
            Format::Fixed(fixed) => Rules::Fixed(FixedRules::new(design, fixed)),
        }
    }
}

impl FixedRules {
    fn new(design: &Design, fixed: Fixed) -> Self {
        let arithmetic = &design.config.arithmetic;
        let numerics = design.program().stages.iter().filter_map(|stage| stage.numeric);
        FixedRules {
            integer: fixed.integer,
            fraction: fixed.fraction,
            output_integer: design.output_format().bits().saturating_sub(fixed.fraction),
            rounding: match arithmetic.rounding.unwrap_or_default() {
                Rounding::Convergent => "convergent",
                Rounding::HalfUp => "half-up",
                Rounding::Truncate => "truncate",
            },
            overflow: match arithmetic.overflow.unwrap_or_default() {
                Overflow::Saturate => "saturate",
                Overflow::Wrap => "wrap",
            },
            twiddle_bits: arithmetic.twiddle_bits(fixed.bits()),
            stages: numerics.map(StageRules::new).collect(),
        }
    }
}

impl StageRules {
    fn new(numeric: Numeric) -> Self {
        StageRules {
            input_bits: numeric.input,
            guard_bits: numeric.guard,
            inner_bits: numeric.inner,
            twiddle_point: numeric.point,
            shift: numeric.shift,
            output_bits: numeric.output,
            may_overflow: !numeric.fits,
        }
    }
}

impl Operators {
    fn new(design: &Design) -> Self {
        let (real_adders, real_multipliers) = design.operators();
        let scalers = |kind| matches!(kind, UnitKind::Scale(_));
        let stages: Vec<&Stage> = match &design.row {
            Some(row) => row.stages().collect(),
            None => design.program().stages.iter().collect(),
        };
        let scalers = stages.iter().map(|stage| stage.schedule.count(scalers)).sum();
        Operators { real_adders, real_multipliers, scalers }
    }
}

impl Manifest {
    fn new(subject: &Subject, files: &[File]) -> Self {
        let (design, config, program) = (subject.design, &subject.design.config, subject.design.program());
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
            config: fields(design),
            sizes: sizes(design),
            scale: design.scale(),
            order: match config.orders {
                [Order::Natural, Order::Natural] => "natural".into(),
                orders => Order::names(orders, config.size),
            },
            precision: config.format.name(),
            component_bits: config.format.bits(),
            output_component_bits: matches!(config.format, Format::Fixed(_)).then(|| design.output_format().bits()),
            format: Rules::new(design),
            beats: program.interval,
            interval_cycles: program.interval,
            latency_cycles: design.latency(),
            core_latency_cycles: design.core_latency(),
            operators: Operators::new(design),
            memory_words: design.memory_words(),
            rom_bits: rom_bits(&design.top, &mut HashMap::new()),
            plan: design.plan(),
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
