//! The manifest: what a core is and promises, for programs.

use super::{File, Port, Subject};
use crate::design::Design;
use crate::format::Format;
use crate::plan::Order;
use crate::rtl::{Module, Op};
use crate::stream::schedule::UnitKind;
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
    /// What the sum is multiplied by, as a ratio.
    pub scale: String,
    /// `natural`, or the order of the points that come and of those that go.
    pub order: String,
    pub precision: String,
    pub component_bits: u32,
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
pub struct Rules {
    pub exponent: u32,
    pub fraction: u32,
    pub rounding: &'static str,
    pub subnormals: &'static str,
    /// The one NaN that operators return.
    pub nan: String,
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
    fn new(format: &Format) -> Self {
        let Format::Float(float) = format;
        Rules {
            exponent: float.exponent,
            fraction: float.fraction,
            rounding: "nearest-even",
            subnormals: if float.subnormals { "full" } else { "flush" },
            nan: format!("0x{:0digits$x}", float.nan(), digits = float.bits().div_ceil(4) as usize),
        }
    }
}

impl Operators {
    fn new(design: &Design) -> Self {
        let program = design.program();
        let (real_adders, real_multipliers) = program.operators();
        let scalers = |kind| matches!(kind, UnitKind::Scale(_));
        let scalers = program.stages.iter().map(|stage| stage.schedule.count(scalers)).sum();
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
            direction: if config.inverse { "inverse" } else { "forward" },
            scale: if config.inverse { format!("1/{}", config.size) } else { "1".into() },
            order: match config.orders {
                [Order::Natural, Order::Natural] => "natural".into(),
                orders => Order::names(orders, config.size),
            },
            precision: config.format.name(),
            component_bits: config.format.bits(),
            format: Rules::new(&config.format),
            beats: program.interval,
            interval_cycles: program.interval,
            latency_cycles: design.latency(),
            core_latency_cycles: program.latency(),
            operators: Operators::new(design),
            memory_words: program.memory_words(),
            rom_bits: rom_bits(&design.top, &mut HashMap::new()),
            plan: program.plan(),
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
