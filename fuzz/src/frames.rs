//! Reading of frames.

use fftgen::data::{Frame, Frames, Notation, Writer};
use fftgen::format::Format;
use fftgen::formula::FrameShape;
use fftgen::pipeline::{Padding, SampleCoding};

/// Lengths of frames along their dimensions, in points.
const LENGTHS: [&[usize]; 5] = [&[1], &[4], &[5], &[2, 3], &[2, 1, 2]];

/// Formats of words: short and long, of whole bytes and of others, with subnormal numbers and without.
const FORMATS: [&str; 7] = ["fixed8", "q4.8", "fixed64", "fp16", "e3m2", "fp32", "fp64"];

/// Columns of text that are chosen.
const COLUMNS: [&[&str]; 3] = [&[], &["1", "2"], &["re"]];

/// Most frames that are read together, fewer than a file has.
const TOGETHER: usize = 3;

/// Samples after which no more are read: a few bytes may stand for a whole memory.
const MOST_SAMPLES: usize = 2000;

/// Returns one of many frames, and what the choice leaves for others.
pub fn frame(choice: usize) -> (Frame, usize) {
    let (length, choice) = (choice % LENGTHS.len(), choice / LENGTHS.len());
    let (format, choice) = (choice % FORMATS.len(), choice / FORMATS.len());
    let shape = FrameShape::new(LENGTHS[length]).expect("lengths of a frame");
    let format = Format::parse(FORMATS[format], length % 2 == 0).expect("a format");
    let real = (length + choice) % 3 == 1;
    let half_rate = real && length == 1;
    let frame = Frame {
        shape,
        width: if half_rate { 1 } else { 1 + length % 3 },
        format,
        real,
        half_rate,
        padding: if length > 3 { Padding::Rows } else { Padding::Frame },
        coding: SampleCoding { is_offset: length == 2 && matches!(format, Format::Fixed(_)), is_swapped: length == 3 },
    };
    (frame, choice)
}

/// Reads all frames of a file, twice: numbers beyond the range of the format are errors, or the largest ones.
pub fn read(data: &[u8], notation: Notation, frame: Frame) -> Vec<[u64; 2]> {
    frames(data, notation, frame, true);
    frames(data, notation, frame, false)
}

/// Reads all frames of a notation that keeps the bits of words, writes them, and reads them again.
pub fn read_and_write(data: &[u8], notation: Notation, frame: Frame) {
    let words = read(data, notation, frame);
    let mut writer = Writer::new(notation, frame, false).expect("a notation that is written");
    let written = [writer.write(&words, None), writer.finish()].concat();
    assert_eq!(frames(&written, notation, frame, true), words, "{}", String::from_utf8_lossy(&written));
}

fn frames(data: &[u8], notation: Notation, frame: Frame, is_strict: bool) -> Vec<[u64; 2]> {
    let columns = COLUMNS[frame.size() % COLUMNS.len()].iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut frames = Frames::new(data, notation, frame, &columns).strict(is_strict);
    let mut all = Vec::new();
    while all.len() < MOST_SAMPLES {
        match frames.read(TOGETHER) {
            Ok(words) if words.is_empty() => break,
            Ok(words) => all.extend(words),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return Vec::new();
            }
        }
    }
    assert!(frames.bytes() <= data.len() as u64 && all.len() % frame.size() == 0);
    if let Some(beyond) = frames.beyond() {
        assert!(!beyond.to_string().is_empty());
    }
    all
}
