//! Test in cocotb of a core with AXI4-Stream ports.

use super::outline::{Outline, PortStyle};
use crate::arch::ports::{Stall, TlastMark};
use crate::design::{Config, Design};
use crate::package::build::Build;
use crate::package::file::File;
use crate::package::side::{exponent_slot, Side};
use crate::package::template::fill;
use crate::package::testbench::config_bits;
use serde::Serialize;

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
    /// Program that builds the core and runs the test.
    runner: &'static str,
}

/// Program at the end of a test.
pub(crate) const RUNNER: &str = include_str!("../../../templates/companions/cocotb_runner.py");

/// Stream in the terms of Python.
#[derive(Serialize)]
struct Stream {
    bytes: usize,
    /// Beats of each frame.
    beats: String,
    /// Beats to `tlast`, or `None` for the beats of a frame.
    run: String,
    /// Beats to the next beat with spare lanes.
    packed: usize,
    /// Bytes of that beat that hold points.
    kept: usize,
    start: &'static str,
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
        let component_bytes = side.slot(design) as usize / 8;
        let spare = design.config.spare_lanes()[side as usize];
        Stream {
            bytes: component_bytes * stream.components,
            beats,
            run: stream.tlast_row_beats.map_or("None".into(), |beats| beats.to_string()),
            packed: stream.packing().run_beats(),
            kept: component_bytes * (stream.components - 2 * spare),
            start: python(design.config.tlast == TlastMark::Row),
        }
    }
}
