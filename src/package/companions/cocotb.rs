//! Test in cocotb of a core with AXI4-Stream ports.

use super::outline::{Outline, PortStyle};
use crate::arch::ports::{Stall, TlastMark};
use crate::arch::ChainFacts;
use crate::design::{Config, Design};
use crate::format::Format;
use crate::formula::Kind;
use crate::package::build::Build;
use crate::package::file::File;
use crate::package::side::{exponent_slot, Side};
use crate::package::template::fill;
use crate::package::testbench::config_bits;
use crate::package::vectors::Vectors;
use crate::runtime::Mode;
use serde::Serialize;
use std::collections::BTreeSet;

#[derive(Serialize)]
struct Cocotb<'a> {
    build: &'a Build<'a>,
    entering: Stream,
    leaving: Stream,
    reset: Option<Reset<'a>>,
    keep: &'static str,
    /// Whether the output has `tuser`.
    user: bool,
    /// Whether a bit of it marks frames with a value that is too large.
    marks_overflow: bool,
    config: Option<Word>,
    exponents: Option<Word>,
    /// Command that makes the core, in a string of Python.
    command: String,
    /// Longest time to the end of a packet in microseconds.
    timeout: usize,
    /// Configuration words of random frames.
    kinds: BTreeSet<String>,
    #[serde(flatten)]
    data: Data,
    /// Program that builds the core and runs the test.
    runner: &'static str,
}

/// Program at the end of a test.
pub(crate) const RUNNER: &str = include_str!("../../../templates/companions/cocotb_runner.py");

/// Stream in the terms of Python.
#[derive(Serialize)]
struct Stream {
    /// Arguments of its class.
    fields: String,
    /// Beats of each frame of the vectors.
    beats: String,
}

/// What data of one's own are, for the model of the Python package.
#[derive(Serialize)]
pub(crate) struct Data {
    /// Whether samples are real.
    is_real: &'static str,
    /// Bound of random numbers.
    full_scale: f64,
    /// Functions that ask the model.
    model: &'static str,
}

impl Data {
    pub fn new(config: &Config, chain: Option<&ChainFacts>) -> Self {
        let is_real = match chain {
            Some(chain) => !chain.entering.is_complex,
            None => config.kind == Kind::Real && !config.inverse,
        };
        let full_scale = match config.format {
            Format::Fixed(fixed) => 2f64.powi(fixed.integer as i32 - 1),
            Format::Float(_) => 1.0,
        };
        let model = include_str!("../../../templates/companions/cocotb_model.py");
        Data { is_real: python(is_real), full_scale, model }
    }
}

/// Returns the configuration words of the vectors in Python, each once: one that is none where frames choose nothing.
fn kinds(design: &Design, vectors: &Vectors) -> BTreeSet<String> {
    let word = |mode: &Mode| if design.config_bits() > 0 { mode.word.to_string() } else { "None".into() };
    vectors.modes.iter().map(word).collect()
}

/// Reset port with its levels in the terms of Python.
#[derive(Serialize)]
struct Reset<'a> {
    name: &'a str,
    level: &'static str,
    on: u8,
    off: u8,
}

/// Words of a file of vectors.
#[derive(Serialize)]
struct Word {
    bits: u32,
    bytes: u32,
}

impl Word {
    fn new(bits: u32) -> Self {
        Word { bits, bytes: bits.div_ceil(8) }
    }
}

/// Refuses ports that cocotbext-axi does not drive.
pub(super) fn refuse(style: PortStyle, config: &Config) -> Option<String> {
    match style {
        _ if config.stall == Stall::None => Some("the test has pauses, and with --stall none there are none".into()),
        PortStyle::Native => Some("the test drives AXI ports, and --interface native has none".into()),
        PortStyle::Links => Some("the test drives AXI ports, and an array has none".into()),
        PortStyle::LoadedProduct => Some("the test has no coefficients for the matrix, which is loaded".into()),
        PortStyle::Settings => Some("the test drives no registers; NAME_settings_tb of the testbench does".into()),
        PortStyle::Stream | PortStyle::Product | PortStyle::Memory => None,
    }
}

pub(super) fn files(outline: &Outline) -> Vec<File> {
    // A core for frames in external memory writes its own test.
    let (Some(design), Some(vectors)) = (outline.design, outline.vectors) else { return vec![] };
    let width = design.pipeline().spec.width;
    let beats = |side: usize| match design.has_sizes() {
        true => {
            let beats: Vec<String> = vectors.modes.iter().map(|mode| (mode.size / width).to_string()).collect();
            format!("[{}]", beats.join(", "))
        }
        false => format!("[{}] * {}", design.streams()[side].beats, vectors.modes.len()),
    };
    let stream = |side: Side| Stream::new(design, side, beats(side as usize));
    let holes = Cocotb {
        build: &outline.build,
        entering: stream(Side::In),
        leaving: stream(Side::Out),
        reset: outline.reset().map(|(name, is_low)| Reset {
            name,
            level: python(!is_low),
            on: u8::from(!is_low),
            off: u8::from(is_low),
        }),
        keep: python(design.config.tkeep),
        user: outline.port("m_axis_tuser").is_some(),
        marks_overflow: design.marks_overflow(),
        config: config_bits(design).map(Word::new),
        exponents: exponent_slot(design).map(Word::new),
        command: python_string(&outline.label.request.command),
        // Clock cycles of 4 ns, of which a third pause, and room.
        timeout: 1 + (4 * (design.latency() + design.interval())) / 100,
        kinds: kinds(design, vectors),
        data: Data::new(&design.config, design.architecture.chain()),
        runner: RUNNER,
    };
    let test = include_str!("../../../templates/companions/cocotb.py.hbs");
    vec![File::new(format!("{}_cocotb.py", outline.name()), fill(test, &holes))]
}

/// Writes what is within the quotes of a string of Python.
pub(crate) fn python_string(text: &str) -> String {
    text.replace('\\', r"\\").replace('"', r#"\""#)
}

/// Writes a truth value of Python.
pub(crate) fn python(value: bool) -> &'static str {
    if value {
        "True"
    } else {
        "False"
    }
}

impl Stream {
    fn new(design: &Design, side: Side, beats: String) -> Self {
        let stream = side.stream(design);
        let (slot, coding) = (side.slot(design) as usize / 8, design.config.codings()[side as usize]);
        let (packing, spare) = (stream.packing(), stream.packing().spare());
        let run = stream.tlast_row_beats.map_or("None".into(), |beats| beats.to_string());
        let fields = [
            ("components", stream.components.to_string()),
            ("slot", slot.to_string()),
            ("bits", side.component(design).to_string()),
            ("offset", python(coding.is_offset).into()),
            ("swapped", python(coding.is_swapped).into()),
            ("run", run),
            // Without spare lanes every beat is full, of whatever size the frame is.
            ("packed", if spare == 0 { 1 } else { packing.run_beats() }.to_string()),
            ("kept", (slot * (stream.components - spare)).to_string()),
            ("start", python(design.config.tlast == TlastMark::Row).into()),
        ];
        let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Stream { fields: fields.join(", "), beats }
    }
}
