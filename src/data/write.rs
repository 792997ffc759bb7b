//! Writes frames as text.

use super::{hex, Frame, Notation};
use crate::reference::Sample;
use rayon::prelude::*;

/// Samples that one thread writes at once.
const TOGETHER: usize = 4096;

/// Frames of samples, as text that reads back to the same bits (any NaN as the canonical one in `csv`).
pub fn write(notation: Notation, frame: &Frame, samples: &[Sample]) -> String {
    let chunk = frame.size * TOGETHER.div_ceil(frame.size);
    let texts: Vec<String> = samples.par_chunks(chunk).map(|frames| some(notation, frame, frames)).collect();
    texts.concat()
}

fn some(notation: Notation, frame: &Frame, frames: &[Sample]) -> String {
    let mut text = String::new();
    let line = frame.line();
    let beats = frames.chunks(frame.size).flat_map(|points| points.chunks(frame.width));
    match notation {
        Notation::Hex => beats.for_each(|beat| hex::encode(frame, beat, &mut text)),
        Notation::Csv => frames.iter().for_each(|sample| line.encode(&frame.format, *sample, &mut text)),
    }
    text
}
