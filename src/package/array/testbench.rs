//! The self-checking testbench of an array, with its frames and results.

use super::facts::Facts;
use crate::array::{Array, Edges};
use crate::model::Sample;
use crate::package::file::File;
use crate::package::label::Label;
use crate::package::language::VectorBenches;
use crate::package::ports::{memory_events, Port};
use crate::package::template::fill;
use crate::parts::Reset;
use crate::verify::stimulus;
use serde::Serialize;

/// Points of all frames of a testbench, unless fewer than [`MIN_FRAMES`] frames have more.
const POINTS: usize = 1 << 13;

/// Minimum number of frames.
const MIN_FRAMES: usize = 2;

/// Minimum number of frames that pass by streams: as many as the buffers of a row hold where its sink waits.
const MIN_STREAMED: usize = 4;

/// Maximum number of frames.
const MAX_FRAMES: usize = 10;

/// Seed of the frames.
const SEED: usize = 1;

#[derive(Serialize)]
struct Testbench<'a> {
    banner: String,
    name: &'a str,
    frames: usize,
    words: usize,
    load_cycles: usize,
    transform_cycles: usize,
    interval_cycles: usize,
    patience: usize,
    pause_cycles: usize,
    middle_cycles: usize,
    frame_cycles: usize,
    /// Whether a value of each frame is too large for its word, as binary digits, if elements tell it.
    overflows: Option<String>,
    /// Bits of the words of all rows.
    bits: u32,
    highest_bit: u32,
    aresetn: bool,
    unreset: bool,
    ports: Vec<&'a str>,
    memory_events: Vec<&'a str>,
    /// Numbers of the rows, and how the words of a row lie in its streams.
    #[serde(flatten)]
    streams: Streams,
}

/// The streams of the rows.
#[derive(Serialize)]
struct Streams {
    rows: Vec<usize>,
    row_count: usize,
    rows_high: usize,
    /// Number whose bits stand for all rows.
    all_rows: String,
    link_bits: u32,
    link_high: u32,
    /// Highest bit of `tdata`.
    data_high: u32,
    /// Bits of `tdata` above the word. `None` if there are none.
    padding: Option<u32>,
}

impl Streams {
    fn new(rows: usize, bits: u32) -> Self {
        let data = bits.next_multiple_of(8);
        Streams {
            rows: (0..rows).collect(),
            row_count: rows,
            rows_high: rows - 1,
            all_rows: "1".repeat(rows),
            link_bits: bits,
            link_high: bits - 1,
            data_high: data - 1,
            padding: Some(data - bits).filter(|padding| *padding > 0),
        }
    }
}

/// Chooses the number of frames, and their seed.
pub(super) fn frames(array: &Array) -> [usize; 2] {
    let least = match array.plan.links.edges {
        Edges::Words => MIN_FRAMES,
        Edges::Streams => MIN_STREAMED,
    };
    [(POINTS / array.config.points()).clamp(least, MAX_FRAMES), SEED]
}

/// Writes the testbench, the words of `count` frames, and those of the results.
pub(super) fn files(
    label: &Label,
    array: &Array,
    (facts, ports): (&Facts, &[Port]),
    [count, seed]: [usize; 2],
    templates: &VectorBenches,
) -> Vec<File> {
    let (plan, size) = (&array.plan, array.config.points());
    let points = stimulus(&array.config.format, size, count, seed as u64);
    let frames: Vec<&[Sample]> = points.chunks(size).collect();
    let (model, rows) = (array.model(), plan.topology.lengths()[1]);
    let results: Vec<(Vec<Sample>, bool)> = frames.iter().map(|frame| model.transform_frame(frame)).collect();
    let overflows: String = results.iter().rev().map(|(_, overflow)| if *overflow { '1' } else { '0' }).collect();
    let bits = plan.links.bits * rows as u32;
    let hex = |all: Vec<Vec<Vec<u128>>>| -> String {
        all.iter().flatten().map(|words| digits(words, plan.links.bits) + "\n").collect()
    };
    let west = hex(frames.iter().map(|frame| array.west_words(frame)).collect());
    let east = hex(results.iter().map(|(results, _)| array.east_words(results)).collect());
    let (template, several) = match plan.links.edges {
        Edges::Words => (templates.array, ""),
        Edges::Streams => (templates.array_streams, label.emitter.several_modules()),
    };
    let holes = Testbench {
        banner: label.banner("; self-checking testbench") + several,
        name: label.name,
        frames: count,
        words: plan.row_words(),
        load_cycles: facts.load_cycles,
        transform_cycles: facts.transform_cycles,
        interval_cycles: facts.interval_cycles,
        patience: 2 * facts.frame_cycles + 2 * plan.settling_cycles() + 100,
        pause_cycles: plan.settling_cycles() + 10,
        frame_cycles: facts.frame_cycles,
        middle_cycles: plan.settling_cycles() + facts.load_cycles + facts.transform_cycles / 2,
        overflows: plan.has_overflow().then_some(overflows),
        bits,
        highest_bit: bits - 1,
        aresetn: array.config.reset == Reset::Aresetn,
        unreset: array.config.reset == Reset::None,
        ports: ports.iter().map(|port| port.name.as_str()).collect(),
        memory_events: memory_events(ports),
        streams: Streams::new(rows, plan.links.bits),
    };

    vec![
        File::new(label.source("_tb"), fill(template, &holes)),
        File::new(format!("{}_tb_in.hex", label.name), west),
        File::new(format!("{}_tb_out.hex", label.name), east),
    ]
}

/// Writes the words of all rows as one hexadecimal number, the first row lowest.
fn digits(words: &[u128], bits: u32) -> String {
    let bit = |place: usize| words.get(place / bits as usize).map_or(0, |word| word >> (place % bits as usize) & 1);
    let count = (words.len() * bits as usize).div_ceil(4);
    let digit = |number: usize| (0..4).map(|at| (bit(4 * number + at) as u32) << at).sum();
    (0..count).rev().map(|number| char::from_digit(digit(number), 16).unwrap_or('0')).collect()
}
