//! Vectors as arrays of C.

use super::outline::{Outline, PortStyle};
use crate::design::Config;
use crate::package::build::Build;
use crate::package::file::File;
use crate::package::side::{exponent_slot, Side};
use crate::package::template::fill;
use crate::package::vectors::Vectors;
use serde::Serialize;

/// Points of the arrays, if that is enough for a frame.
const POINTS: usize = 1024;

/// Points of the longest frame.
const MAX_POINTS: usize = 16_384;

/// Bytes in a line.
const LINE: usize = 16;

#[derive(Serialize)]
struct Header<'a> {
    build: &'a Build<'a>,
    /// Name of the core in capitals.
    guard: String,
    points: usize,
    width: usize,
    frames: usize,
    interval: usize,
    latency: usize,
    arrays: Vec<Array>,
}

/// Array of one row for a frame.
#[derive(Serialize)]
struct Array {
    doc: String,
    kind: &'static str,
    name: &'static str,
    rows: usize,
    columns: usize,
    text: Vec<String>,
}

/// Refuses cores without AXI4-Stream, and frames that are long or differ in length.
pub(super) fn refuse(style: PortStyle, config: &Config) -> Option<String> {
    if style == PortStyle::Settings {
        return Some("the arrays have the results of one set of values, and registers change these".into());
    }
    if !style.has_streams() {
        return Some("the arrays are bytes of AXI4-Stream beats, which this core has not".into());
    }
    if !config.runtime.sizes.is_empty() {
        return Some("the rows of an array have one length, and frames of several sizes have not".into());
    }
    (config.size() > MAX_POINTS)
        .then(|| format!("the arrays have frames of at most {MAX_POINTS} points, and these have {}", config.size()))
}

pub(super) fn files(outline: &Outline) -> Vec<File> {
    let Some(design) = outline.design else { return vec![] };
    let frames = (POINTS / design.config.size()).clamp(1, 8);
    let vectors = Vectors::new(design, frames, 1);
    let beats = |name, doc: &str, words: &[String], side: Side| {
        let bytes = side.beat(design) / 8;
        let count = side.stream(design).beats;
        Array {
            doc: format!("{doc}: {count} beats of {bytes} bytes a frame."),
            kind: "uint8_t",
            name,
            rows: frames,
            columns: count * bytes,
            text: words
                .chunks(count)
                .flat_map(|frame| row(&frame.iter().flat_map(|word| bytes_of(word)).collect::<Vec<_>>()))
                .collect(),
        }
    };
    let mut arrays =
        vec![beats("input", "Input", &vectors.input, Side::In), beats("output", "Output", &vectors.output, Side::Out)];
    if let (Some(words), Some(bits)) = (&vectors.exponents, exponent_slot(design)) {
        arrays.push(words_of("exponents", "Exponent of each frame, in m_axis_tuser.", words, bits));
    }
    if design.config_bits() > 0 {
        let words: Vec<String> = vectors.modes.iter().map(|mode| format!("{:08x}", mode.word)).collect();
        arrays.push(words_of("config", "Configuration word of each frame.", &words, 32));
    }
    let guard: String = outline.name().to_ascii_uppercase();
    let holes = Header {
        build: &outline.build,
        guard,
        points: design.config.size(),
        width: design.config.width,
        frames,
        interval: design.interval(),
        latency: design.latency(),
        arrays,
    };
    let header = include_str!("../../../templates/companions/vectors.h.hbs");
    vec![File::new(format!("{}.h", outline.name()), fill(header, &holes))]
}

/// Returns the bytes of a hexadecimal word, the lowest first.
fn bytes_of(word: &str) -> Vec<u8> {
    let padded = format!("{word:0>width$}", width = word.len().next_multiple_of(2));
    let byte = |at: usize| u8::from_str_radix(&padded[at..at + 2], 16).unwrap_or(0);
    (0..padded.len()).step_by(2).rev().map(byte).collect()
}

/// Writes a row of bytes.
fn row(bytes: &[u8]) -> Vec<String> {
    let line = |bytes: &[u8]| {
        let words: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
        format!("  {},", words.join(", "))
    };
    let mut lines = vec!["{".to_string()];
    lines.extend(bytes.chunks(LINE).map(line));
    lines.push("},".into());
    lines
}

/// Makes an array of a word for each frame.
fn words_of(name: &'static str, doc: &str, words: &[String], bits: u32) -> Array {
    let kind = if bits <= 8 { "uint8_t" } else { "uint32_t" };
    let text = words.iter().map(|word| format!("{{0x{word}}},")).collect();
    Array { doc: doc.into(), kind, name, rows: words.len(), columns: 1, text }
}
